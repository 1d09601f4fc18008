import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { problemSchema } from '#contract/http/errors.ts';
import { isNavigation } from '../../http/problem-page.ts';
import { compilePath } from '../../http/parse-call.ts';
import { listCalls } from '../../openapi/list-calls.ts';
import { createOpenApiDocument } from '../../openapi/openapi-document.ts';
import type { Operation } from '../../openapi/openapi-document.ts';
import { createComparison } from './compare-reply.ts';

/** Larger bodies, such as lists of whole shops, are not compared: that would only cost time. */
const MAX_COMPARED_BYTES = 300_000;

/** Watches the replies of a server. */
export interface ReplyChecks {
  readonly observe: (listener: RequestListener) => RequestListener;
  /** What was wrong with replies, without duplicates. */
  readonly faults: ReadonlySet<string>;
}

const document = createOpenApiDocument(await listCalls(), 'Test');
const { compareReply } = createComparison(document);

interface Described {
  readonly method: string;
  readonly path: string;
  readonly match: ReturnType<typeof compilePath>;
  readonly operation: Operation;
}

/** Paths with fewer parameters come first, because the server matches its routes in that order. */
const OPERATIONS: readonly Described[] = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      match: compilePath(path),
      operation,
    })),
  )
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);

/** Compares each reply of a server with the description of the calls. */
export function checkReplies(): ReplyChecks {
  const faults = new Set<string>();
  return {
    faults,
    observe: (listener) => (request, response) => {
      keepReply(request, response, (reply) => {
        for (const fault of findFaults(request, reply)) faults.add(fault);
      });
      listener(request, response);
    },
  };
}

interface KeptReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Undefined when it is too large to be compared, and for HEAD. */
  readonly body: Buffer | undefined;
}

/** Calls back with each reply that was sent completely. */
function keepReply(request: IncomingMessage, response: ServerResponse, onEnd: (reply: KeptReply) => void): void {
  const { writeHead, write, end } = response;
  let given: unknown;
  let pieces: Buffer[] | undefined = [];
  let bytes = 0;
  const keep = (piece: unknown): void => {
    if (typeof piece !== 'string' && !(piece instanceof Uint8Array)) return;
    bytes += piece.length;
    if (bytes > MAX_COMPARED_BYTES) pieces = undefined;
    else pieces?.push(Buffer.from(piece as Uint8Array));
  };
  Object.assign(response, {
    writeHead(...parts: unknown[]) {
      given = parts.find((part) => typeof part === 'object' && part !== null);
      return Reflect.apply(writeHead, response, parts) as unknown;
    },
    write(...parts: unknown[]) {
      keep(parts[0]);
      return Reflect.apply(write, response, parts) as unknown;
    },
    end(...parts: unknown[]) {
      keep(parts[0]);
      return Reflect.apply(end, response, parts) as unknown;
    },
  });
  response.once('finish', () => {
    const headers = new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
    for (const [name, value] of listHeaders(given)) headers.set(name.toLowerCase(), value);
    onEnd({
      status: response.statusCode,
      headers,
      body: request.method === 'HEAD' || !pieces ? undefined : Buffer.concat(pieces),
    });
  });
}

function listHeaders(given: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(given))
    return Object.entries((given ?? {}) as Record<string, unknown>).map(([n, v]) => [n, String(v)]);
  return given.flatMap((name, at) => (at % 2 === 0 ? [[String(name), String(given[at + 1])] as const] : []));
}

function findFaults(request: IncomingMessage, reply: KeptReply): readonly string[] {
  const { method = '', url = '' } = request;
  const [path = ''] = url.split('?', 1);
  const read = method === 'HEAD' ? 'GET' : method;
  const found = OPERATIONS.find((one) => one.method === read && one.match(path));
  const { status } = reply;
  // With 304 the caller has the body already; with 414 the address is too long to name a call.
  if (status === 304 || status === 414) return [];
  const type = reply.headers.get('content-type')?.split(';')[0];
  if (status >= 400 && isNavigation(request)) {
    return type?.endsWith('json') ? [`${method} ${path}: ${status} is no page for a person`] : [];
  }
  // Outside the described calls, only errors have a described form.
  if (!found && type !== 'application/problem+json') return [];
  const text = type?.endsWith('json') ? readText(reply) : undefined;
  const faults = found
    ? compareReply(found.operation, { status, type, text })
    : text === undefined || problemSchema.safeParse(JSON.parse(text)).success
      ? []
      : [`is no problem: ${text.slice(0, 200)}`];
  return faults.map((fault) => `${method} ${found?.path ?? path}: ${fault}`);
}

function readText({ headers, body }: KeptReply): string | undefined {
  if (!body) return undefined;
  const encoding = headers.get('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}
