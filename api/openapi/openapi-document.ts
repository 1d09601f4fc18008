import { ERRORS } from '#contract/http/error-codes.ts';
import { problemSchema } from '#contract/http/errors.ts';
import { rateClassOf } from '#contract/http/endpoint.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { errorsOf } from '../http/endpoint-errors.ts';
import { PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { toJsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Call } from './list-calls.ts';

/** One call in OpenAPI's words. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly security: readonly Readonly<Record<string, readonly []>>[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const DESCRIPTION = `All calls of this shop. Money is in cents where a name ends with \`_cents\`, otherwise in dollars as a decimal string. \
Times are ISO 8601 in UTC.

- Errors are problem details (RFC 9457); \`code\` says which one, \`retryAfter\` is in seconds. A browser that opens an address gets a page to read instead.
- A call with an \`Idempotency-Key\` takes effect once: a repeat with the same key and content is answered as the first one was.
- Browsers send a session as a cookie, other clients as a bearer token. Writes that carry a cookie must come from the shop's own pages.
- What changes while a client is away is read by cursors (\`/api/sync/{shop}/changes\`); a WebSocket at \`/realtime\` only says that there is news.`;

/** Describes calls in OpenAPI 3.1. Returns plain JSON, the same for the same calls. */
export function createOpenApiDocument(calls: readonly Call[], title: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) {
    const { path, method } = call.endpoint;
    (paths[path] ??= {})[method.toLowerCase()] = describeCall(call);
  }
  return {
    openapi: '3.1.1',
    info: { title: `${title} API`, version: String(PROTOCOL_VERSION), description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: toJsonSchema(problemSchema, 'reply') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'With https it is named `__Host-sid`.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'From `POST /api/session?transport=bearer`.' },
        administrator: { type: 'http', scheme: 'bearer', description: 'From `POST /api/login`.' },
      },
    },
  };
}

function describeCall({ name, group, endpoint }: Call): Operation {
  const body = describeBody(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [group],
    description: describeAccess(endpoint),
    parameters: [
      ...describeMembers(endpoint.params, 'path'),
      ...describeMembers(endpoint.query, 'query'),
      ...describeHeaders(endpoint),
    ],
    ...(body && { requestBody: { required: true as const, content: body } }),
    responses: { ...describeReply(endpoint), ...describeErrors(endpoint) },
    security: SECURITY[endpoint.access],
  };
}

const SECURITY = {
  visitor: [],
  user: [{ session: [] }, { bearer: [] }],
  admin: [{ administrator: [] }],
} as const satisfies Record<Endpoint['access'], Operation['security']>;

function describeAccess(endpoint: Endpoint): string {
  const { access, role, ownId } = endpoint;
  const callers = {
    visitor: 'Anyone may call it.',
    user: `Users who are signed in${ownId === undefined ? '' : `, for themselves: \`${ownId}\` is the caller's id`}.`,
    admin: role === 'any' ? 'All administrators.' : `Administrators with the role ${role}, and owners.`,
  };
  return `${callers[access]} Counts as a ${rateClassOf(endpoint)} for the limit of requests.`;
}

function describeMembers(schema: Endpoint['params'], place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'request');
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: member,
  }));
}

const HEADERS = {
  'Idempotency-Key': {
    description: 'The same for each attempt of one intention.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': { description: 'The version that the change starts from.', schema: { type: 'string' } },
  'If-None-Match': { description: 'The entity tag of what the caller has.', schema: { type: 'string' } },
} as const;

const describeHeaders = ({ headers = [] }: Endpoint): Parameter[] =>
  headers.map((name) => ({ name, in: 'header', required: false, ...HEADERS[name] }));

function describeBody({ body, form }: Endpoint): Content | undefined {
  if (body) return { 'application/json': { schema: toJsonSchema(body, 'request') } };
  if (!form) return undefined;
  const fields = form.fields ? toJsonSchema(form.fields, 'request') : {};
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const files = form.maxFiles === 1 ? file : { type: 'array', items: file, minItems: 1, maxItems: form.maxFiles };
  const schema = {
    type: 'object',
    properties: { ...fields.properties, [form.files]: files },
    required: [...(fields.required ?? []), form.files],
  };
  return { 'multipart/form-data': { schema } };
}

function describeReply({ reply, replyType }: Endpoint): Operation['responses'] {
  if (replyType !== undefined) return { 200: { description: 'Done', content: { [replyType]: { schema: {} } } } };
  const schema = toJsonSchema(reply, 'reply');
  // JSON Schema cannot express an empty reply, so the contract's own schema is asked.
  if (reply.safeParse(undefined).success) return { 204: { description: 'Done' } };
  return { 200: { description: 'Done', content: { 'application/json': { schema } } } };
}

/** Groups the errors of a call by their status. */
function describeErrors(endpoint: Endpoint): Operation['responses'] {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => ERRORS[code].status);
  const responses = [...byStatus].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(
    responses.map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('; '),
        content: {
          'application/problem+json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Problem' },
                { type: 'object', properties: { code: { enum: codes } } },
              ],
            },
          },
        },
      },
    ]),
  );
}
