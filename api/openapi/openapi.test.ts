import sharp from 'sharp';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '#contract/http/catalog.ts';
import { CAMERA_ID } from '../testing/apps/order-app.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { createComparison } from '../testing/replies/compare-reply.ts';
import type { ReplyComparison, SeenReply } from '../testing/replies/compare-reply.ts';
import { CALLS } from '../testing/hostile/every-call.ts';
import { listCalls } from './list-calls.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApiDocument, Operation } from './openapi-document.ts';

/** Calls of the specification's section 7. */
const SPECIFIED = `
  GET /api/products, GET /api/products/{id}, POST /api/products/{id}/view, GET /api/cart/{userId}, POST /api/cart, PUT /api/cart/quantity,
  DELETE /api/cart, POST /api/create-purchase, GET /api/my-purchases/{userId}, DELETE /api/purchase/{paymentId}, GET /api/admin-purchases,
  PATCH /api/admin-purchases/{paymentId}/shipped, POST /api/chats, POST /api/chats/{chatId}/upload, POST /api/verify-token, POST /api/login,
  GET /api/next-id, GET /api/categories, POST /api/add-product, PUT /api/edit-product/{shop}/{id}, DELETE /api/delete-product/{shop}/{id},
  POST /api/upload-images, GET /api/product-images/{shop}/{id}, DELETE /api/product-images/{shop}/{id}/{fileName},
  POST /api/tiptap-upload-image/{shop}/{id}, POST /api/tiptap-delete-image, DELETE /api/tiptap-delete-folder/{shop}/{id}`;

const NAMES = (await listCalls()).map(({ name }) => name);

let alice: AliceWorld;
let document: OpenApiDocument;
let comparison: ReplyComparison;

beforeAll(async () => {
  alice = await startAliceWorld();
  document = JSON.parse((await send(alice.app.url, '/api/openapi.json')).body.toString()) as OpenApiDocument;
  comparison = createComparison(document);
});
afterAll(() => alice.app.stop());

interface Found {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const listOperations = (): readonly Found[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

function findOperation(name: string): Found {
  const found = listOperations().find(({ operation }) => operation.operationId === name);
  return found ?? expect.fail(`${name} is not described`);
}

const findDifferences: ReplyComparison['findDifferences'] = (...given) => comparison.findDifferences(...given);

/** A request that is built from the description alone. */
interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly type: string | undefined;
  readonly schema: JsonSchema | undefined;
}

interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Text fields of forms. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  uploadImages: { productId: String(CAMERA_ID), shopType: 'ayz' },
  uploadEditorImage: {},
  importImage: { path: `${CAMERA_ID}.jpg` },
  uploadChatPhoto: {},
};

/** Inputs of calls whose usual input does not match the described shape. */
const INPUTS: Readonly<Record<string, () => Promise<Input>>> = {
  getBlock: async () => ({ params: { hash: (await listHashes())[0] } }),
  getBlocks: async () => ({ params: { hashes: (await listHashes()).slice(0, 2).join('.') } }),
};

async function listHashes(): Promise<readonly string[]> {
  const manifest = JSON.parse((await send(alice.app.url, '/api/sync/ayz/manifest')).body.toString()) as Manifest;
  return manifest.blocks.filter(({ kind }) => kind !== 'views').map(({ hash }) => hash);
}

async function buildRequest(found: Found): Promise<PlainRequest> {
  const { path, method, operation } = found;
  const makeInput = INPUTS[operation.operationId] ?? CALLS[operation.operationId];
  if (!makeInput) return expect.fail(`${operation.operationId} has no call`);
  const input = (await makeInput(alice.world)) as Input;
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, schema } of operation.parameters) {
    const value = place === 'path' ? input.params?.[name] : place === 'query' ? input.query?.[name] : undefined;
    if (value === undefined) continue;
    expect([name, findDifferences(schema, value)]).toEqual([name, []]);
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else query.set(name, String(value));
  }
  const known = new Set(operation.parameters.map(({ name }) => name));
  expect(Object.keys({ ...input.params, ...input.query }).filter((name) => !known.has(name))).toEqual([]);
  const content = operation.requestBody?.content ?? {};
  return {
    method,
    path: query.size === 0 ? filled : `${filled}?${query}`,
    body: content['multipart/form-data'] ? await buildForm(found, content['multipart/form-data'].schema) : input.body,
    type: Object.keys(content)[0],
    schema: content['application/json']?.schema,
  };
}

/** A form with an image in the described part. */
async function buildForm({ operation }: Found, { properties = {} }: JsonSchema): Promise<FormData> {
  const fields = FORMS[operation.operationId] ?? expect.fail(`${operation.operationId} has no form`);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    expect([name, findDifferences(properties[name] ?? expect.fail(`${name} is not described`), value)]).toEqual([
      name,
      [],
    ]);
    form.append(name, value);
  }
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4f7f00' } })
    .png()
    .toBuffer();
  for (const [name, part] of Object.entries(properties)) {
    const isFile = 'contentMediaType' in part || 'items' in part;
    if (isFile) form.append(name, new Blob([new Uint8Array(image)], { type: 'image/png' }), 'picture.png');
  }
  return form;
}

/** Sends a request as an independent client does. */
async function call(
  { method, path, body, type }: PlainRequest,
  headers: Readonly<Record<string, string>>,
): Promise<SeenReply> {
  const isForm = body instanceof FormData;
  const reply = await fetch(alice.app.url + path, {
    method,
    headers: { ...headers, ...(type !== undefined && !isForm && { 'content-type': type }) },
    ...(type !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: reply.status, type: reply.headers.get('content-type')?.split(';')[0], text: await reply.text() };
}

async function identify({ security }: Operation): Promise<Readonly<Record<string, string>>> {
  if (security.some((scheme) => 'administrator' in scheme)) return signInAdmin(alice.app);
  return (await signIn(alice.app, 'alice')).headers;
}

describe('the description of all calls', () => {
  it('is valid OpenAPI 3.1', async () => {
    const checked = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(checked).toMatchObject({ valid: true });
    expect(document.openapi).toBe('3.1.1');
  });

  it('has every call of the contract and of the specification', () => {
    expect(
      listOperations()
        .map(({ operation }) => operation.operationId)
        .sort(),
    ).toEqual(NAMES.toSorted());
    const described = new Set(listOperations().map(({ method, path }) => `${method} ${path}`));
    const specified = SPECIFIED.trim().split(/,\s*/);
    expect(specified).toHaveLength(27);
    expect(specified.filter((name) => !described.has(name))).toEqual([]);
  });

  it.each(NAMES)(
    '[HTTP4] %s is answered as described: to its callers, to visitors, and with a wrong body',
    async (name) => {
      const found = findOperation(name);
      const { operation } = found;
      const request = await buildRequest(found);
      const { schema, body } = request;
      if (schema) expect(findDifferences(schema, body)).toEqual([]);
      const identity = await identify(operation);
      const { compareReply } = comparison;
      expect(compareReply(operation, await call(request, identity))).toEqual([]);
      expect(compareReply(operation, await call(request, {}))).toEqual([]);
      if (!schema) return;
      const wrong = await call({ ...request, body: { ...(body as object), __unknown: 1 } }, identity);
      expect(compareReply(operation, wrong)).toEqual([]);
    },
  );

  it.each([
    ['Idempotency-Key', 'two words'],
    ['If-Match', 'no version'],
  ])('names the calls that read %s, and no others', async (header, wrong) => {
    const mistaken: string[] = [];
    for (const found of listOperations()) {
      const { operation } = found;
      const described = operation.parameters.find(({ name }) => name === header);
      const complains = async (headers: Readonly<Record<string, string>>): Promise<boolean> => {
        const { status, text } = await call(await buildRequest(found), { ...(await identify(operation)), ...headers });
        return status === 400 && text?.includes(header) === true;
      };
      const [isRead, isRequired] = [await complains({ [header]: wrong }), await complains({})];
      if (isRead !== (described !== undefined) || isRequired !== (described?.required ?? false)) {
        mistaken.push(`${operation.operationId} ${isRead} ${isRequired}`);
      }
    }
    expect(mistaken).toEqual([]);
  });

  it('names the methods of each path as the server does', async () => {
    const paths = Object.entries(document.paths).map(([path, methods]) => ({
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      methods: Object.keys(methods).map((method) => method.toUpperCase()),
    }));
    for (const { path } of paths) {
      const { headers } = await send(alice.app.url, path, { method: 'TRACE' });
      const allowed = (headers.allow ?? '').split(', ').filter((method) => method !== 'HEAD');
      const described = paths.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
      expect([path, allowed.toSorted()]).toEqual([path, [...new Set(described)].sort()]);
    }
  });

  it('is also a page that can be read without scripts', async () => {
    const page = await send(alice.app.url, '/api/docs');
    const html = page.body.toString();
    expect(html).not.toContain('<script');
    for (const { path, operation } of listOperations()) {
      expect(html).toContain(`id="${operation.operationId}"`);
      expect(html).toContain(`<code>${path}</code>`);
    }
    const again = await send(alice.app.url, '/api/docs', { headers: { 'if-none-match': String(page.headers.etag) } });
    expect(again.status).toBe(304);
  });
});
