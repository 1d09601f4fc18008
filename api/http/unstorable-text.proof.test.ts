import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeRequest } from '#contract/http/codec.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import { toJsonSchema } from '../openapi/json-schema.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { ALICE, CALLS, CHAT, ENDPOINTS, ITEM } from '../testing/hostile/every-call.ts';
import type { CallInput } from '../testing/hostile/every-call.ts';

/** Texts that PostgreSQL, or UTF-8, cannot hold. */
const UNSTORABLE = { 'U+0000': 'a\u0000b', 'a lone surrogate': 'a\uD800b' } as const;

let alice: AliceWorld;
let user: Readonly<Record<string, string>>;
let administrator: Readonly<Record<string, string>>;
beforeAll(async () => {
  alice = await startAliceWorld();
  // Separate sessions, so that no call under test ends them.
  user = (await signIn(alice.app, 'alice')).headers;
  administrator = await signInAdmin(alice.app);
});
afterAll(() => alice.app.stop());

type Path = readonly (string | number)[];

/** Lists the places of all texts in a value. */
function listTexts(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => listTexts(member, [...path, name]));
}

/** Returns a copy of a value with another text at a place. */
function replaceAt(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) return value.map((item, at) => (at === Number(name) ? replaceAt(item, rest, text) : item));
  const members = (value ?? {}) as Record<string, unknown>;
  return { ...members, [name]: replaceAt(members[name], rest, text) };
}

const membersOf = (schema: Endpoint['params']): readonly string[] =>
  schema ? Object.keys(toJsonSchema(schema, 'request').properties ?? {}) : [];

/** Calls whose product fields are checked by the kind of the product, not by the schema of the body. */
const PRODUCT_BODIES: ReadonlySet<string> = new Set(['addProduct', 'editProduct']);
const PRODUCT_TEXTS = Object.keys(PRODUCT_FIELDS.openBox.shape);

/** Lists the places of texts in a call's body: all texts of `input`, and each member that the endpoint allows. */
function listBodyTexts(name: string, { body, readsApart = [] }: Endpoint, input: CallInput): readonly Path[] {
  if (!body) return [];
  const may = PRODUCT_BODIES.has(name) ? PRODUCT_TEXTS : membersOf(body);
  const all = [...listTexts(input.body), ...may.map((member) => [member])];
  return all.filter(([member]) => !readsApart.includes(String(member)));
}

interface Broken {
  readonly what: string;
  readonly input: CallInput;
  readonly statuses: readonly number[];
  /** The field that the reply must name; undefined for parts of the path and for the shop, whose replies name no field. */
  readonly pointer: string | undefined;
}

function listBroken(name: string, endpoint: Endpoint, input: CallInput, text: string): readonly Broken[] {
  return [
    ...membersOf(endpoint.params).map((member) => ({
      what: `{${member}}`,
      input: { ...input, params: replaceAt(input.params, [member], text) },
      // The content type of a form is checked first.
      statuses: endpoint.form ? [400, 404, 415] : [400, 404],
      pointer: undefined,
    })),
    ...membersOf(endpoint.query).map((member) => ({
      what: `?${member}`,
      input: { ...input, query: replaceAt(input.query, [member], text) },
      statuses: [endpoint.form ? 415 : 400],
      pointer: member === 'shop' ? undefined : `/query/${member}`,
    })),
    ...listBodyTexts(name, endpoint, input).map((path) => ({
      what: path.join('.'),
      input: { ...input, body: replaceAt(input.body, path, text) },
      statuses: [400],
      pointer: path[0] === 'shop' ? undefined : `/body/${String(path[0])}`,
    })),
  ];
}

it.each([...ENDPOINTS])(
  '[HTTP5] %s rejects texts that an engine cannot hold, and names the field',
  async (name, endpoint) => {
    const makeInput = CALLS[name] ?? expect.fail(`${name} has no call`);
    const headers = endpoint.access === 'admin' ? administrator : user;
    const given = await makeInput(alice.world);
    const faults: string[] = [];
    for (const [kind, text] of Object.entries(UNSTORABLE)) {
      for (const { what, input, statuses, pointer } of listBroken(name, endpoint, given, text)) {
        // No address contains a lone surrogate.
        if (/^[{?]/.test(what) && !text.isWellFormed()) continue;
        const request = encodeRequest(endpoint, input as Parameters<typeof encodeRequest>[1]);
        const reply = await send(alice.app.url, request.url, {
          method: request.method,
          headers: { ...headers, ...request.headers },
          ...(request.body !== undefined && { body: request.body }),
        });
        const body = reply.body.length > 0 ? reply.body.toString() : '';
        const isNamed = pointer === undefined || body.includes(`"${pointer}`);
        if (!statuses.includes(reply.status) || !isNamed)
          faults.push(`${what} with ${kind}: ${reply.status} ${body.slice(0, 300)}`);
      }
    }
    expect(faults).toEqual([]);
  },
);

it.each(Object.entries(UNSTORABLE))('an import rejects only the rows with %s', async (_kind, text) => {
  const headers = { ...administrator, 'content-type': 'application/json' };
  const row = { title: 'Lens', main_category: 'Photo', category: 'More' };
  const rows = [...Object.keys(row).map((name) => ({ ...row, [name]: text })), { ...row, [text]: 'x' }, row];
  const body = JSON.stringify({ rows, dryRun: false });
  const reply = await send(alice.app.url, '/api/import-products?shop=ayz', { method: 'POST', headers, body });
  const results = json(reply)['results'] as readonly { outcome: string }[];
  expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'added']);
});

it.each(Object.entries(UNSTORABLE))('a push rejects only the operations with %s', async (_kind, text) => {
  const operations = [
    { name: 'removeCartItem', args: { ...ITEM, condition: text } },
    { name: 'deleteOrder', args: { payment_id: text } },
    { name: 'sendMessage', args: { chat_id: CHAT, message_id: 'm', content: text, images: [] } },
    { name: text, args: {} },
    { name: 'removeCartItem', args: ITEM },
  ].map((operation, at) => ({ id: `${text.length}-${at}`, number: at + 1, ...operation }));
  const client = `device-${text.isWellFormed()}`;
  const reply = await send(alice.app.url, '/api/sync/push', {
    method: 'POST',
    headers: { ...user, 'content-type': 'application/json' },
    body: JSON.stringify({ client, user: ALICE, cursor: { epoch: text, cartProof: text }, ops: operations }),
  });
  const results = json(reply)['results'] as readonly { outcome: string }[];
  expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'applied']);
});

it.each(Object.entries(UNSTORABLE))('the server rejects a frame with %s', async (_kind, text) => {
  const socket = await openEventSocket(alice.app.url, user);
  const frames: readonly (readonly [event: string, data: unknown])[] = [
    ['sendMessage', { chatId: CHAT, senderGoogleId: ALICE, content: text, images: [] }],
    ['joinChat', text],
    ['registerAdmin', { token: text }],
    ['ping', { deep: [text] }],
    [text, undefined],
  ];
  for (const [event, data] of frames) {
    expect([event, await socket.ask(event, data)]).toMatchObject([event, { error: { code: 'bad-request' } }]);
  }
  socket.socket.close();
});

it('a page whose address has U+0000 is answered without a fault', async () => {
  for (const query of ['q=%00', 'main=%00', 'main=a&category=%00']) {
    const reply = await send(alice.app.url, `/pcshop?${query}`);
    // No page is built here.
    expect([query, reply.status, reply.body.toString()]).toEqual([query, 503, expect.stringContaining('not built')]);
  }
});
