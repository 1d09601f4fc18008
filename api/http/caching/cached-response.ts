import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import { ApiError } from '#contract/http/errors.ts';
import { MIN_COMPRESSED_BYTES } from '#contract/http/compressible.ts';
import { lifeOf } from '../caller/caller-life.ts';
import { acceptedEncodings, PLAIN_ONLY } from './negotiate-encoding.ts';
import { once } from '../once.ts';
import type { PackedBody } from './packed-body.ts';
import { describeProblem, sendProblem } from '../problem.ts';

/** A complete response whose bodies and headers are prepared in advance. */
export interface CachedResponse {
  readonly status: number;
  /** Weak for a response with several encodings: a strong tag would stand for the exact bytes of one. */
  readonly etag: string | undefined;
  readonly plain: Variant;
  /** For clients that accept brotli; undefined when the body is not worth compressing. */
  readonly brotli: Variant | undefined;
  /** For clients that accept gzip only; compressed at the first such request. */
  readonly gzip: (() => Promise<Variant>) | undefined;
  /** Makes the bodies of `plain` and `gzip` where these are too large to be kept. */
  readonly packed?: PackedBody;
  /** Headers of a 304. */
  readonly notModified: readonly string[];
}

interface Variant {
  readonly body: Uint8Array;
  /** Flat list of names and values: the only form that Node writes without building an object. */
  readonly headers: readonly string[];
}

export interface ResponseParts {
  readonly status?: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly body: Uint8Array;
  readonly brotli?: Uint8Array | undefined;
  /** A strong tag of the plain body, including its quotes. */
  readonly etag?: string | undefined;
  /** Request headers that the content depends on, besides the accepted encoding. */
  readonly vary?: string | undefined;
  /** Additional headers as a flat list. */
  readonly headers?: readonly string[];
}

/** After this time a caller may try again when too many replies are being unpacked. */
const UNPACKING_RETRY_SECONDS = 5;

/** Brotli quality for a body that is sent a few times and soon outdated. */
export const QUICK_QUALITY = 5;

const compress = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Up to this size a quick compression takes less time than another thread needs to begin with it. */
const MAX_BYTES_AT_ONCE = 16_384;

/** Compresses a body with brotli, a large one on another thread; returns undefined when it is not worth it. */
export async function compressBody(body: Uint8Array, quality: number): Promise<Uint8Array | undefined> {
  if (body.length < MIN_COMPRESSED_BYTES) return undefined;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window of the body's size: clearing the usual one of 4 MB takes as long as compressing a page of cards.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.ceil(Math.log2(body.length)), constants.BROTLI_DEFAULT_WINDOW),
  };
  const isQuick = quality <= QUICK_QUALITY && body.length <= MAX_BYTES_AT_ONCE;
  const packed = isQuick ? brotliCompressSync(body, { params }) : await compress(body, { params });
  return packed.length < body.length ? toOwnBuffer(packed) : undefined;
}

/** Copies bytes out of the larger buffer that zlib has filled, which would stay in memory with them. */
const toOwnBuffer = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

/** Views bytes as a buffer, without a copy: Node's streams make a buffer of any other array at each write. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Prepares a response that is sent many times. */
export function prepareResponse(facts: ResponseParts): CachedResponse {
  const { status = 200, body, brotli, headers = [] } = facts;
  const etag = brotli && facts.etag !== undefined ? `W/${facts.etag}` : facts.etag;
  const vary = [brotli && 'accept-encoding', facts.vary].filter(Boolean).join(', ');
  const common = [
    'cache-control',
    facts.cacheControl,
    'x-content-type-options',
    'nosniff',
    ...(etag === undefined ? [] : ['etag', etag]),
    ...(vary === '' ? [] : ['vary', vary]),
    ...headers,
  ];
  const describe = (bytes: Uint8Array): string[] => [
    'content-type',
    facts.contentType,
    'content-length',
    String(bytes.length),
    ...common,
  ];
  return {
    status,
    etag,
    plain: { body: asBuffer(body), headers: describe(body) },
    brotli: brotli && { body: asBuffer(brotli), headers: [...describe(brotli), 'content-encoding', 'br'] },
    gzip:
      brotli &&
      once(async () => {
        const packed = toOwnBuffer(await compressGzip(body));
        return { body: asBuffer(packed), headers: [...describe(packed), 'content-encoding', 'gzip'] };
      }),
    notModified: common,
  };
}

/** Prepares a response of which only the compressed body is kept. */
export function preparePackedResponse(
  facts: Omit<ResponseParts, 'body' | 'brotli'>,
  packed: PackedBody,
): CachedResponse {
  const { brotli, length } = packed;
  const { plain, ...reply } = prepareResponse({ ...facts, body: NO_BYTES, brotli });
  const withLength = (headers: readonly string[], bytes: readonly string[]): string[] =>
    headers.flatMap((name, at) =>
      at % 2 === 1 ? [] : name === 'content-length' ? bytes : [name, headers[at + 1] ?? ''],
    );
  return {
    ...reply,
    packed,
    plain: { body: NO_BYTES, headers: withLength(plain.headers, ['content-length', String(length)]) },
    // The length of the gzip body is not known before it is sent.
    gzip: () =>
      Promise.resolve({ body: NO_BYTES, headers: [...withLength(plain.headers, []), 'content-encoding', 'gzip'] }),
  };
}

const NO_BYTES = Buffer.alloc(0);

/**
 * Sends a cached response in the encoding that the client prefers. Sends 304 if the client has it already, and 406 if the response has
 * several encodings and the client accepts none of them.
 */
export function sendCachedResponse(request: IncomingMessage, response: ServerResponse, reply: CachedResponse): void {
  if (reply.etag !== undefined && hasTag(request, reply.etag)) {
    response.writeHead(304, reply.notModified as string[]).end();
    return;
  }
  // A response without a compressed body is sent as it is, whatever the client accepts.
  const { packed } = reply;
  const encodings = reply.brotli ? acceptedEncodings(request.headers['accept-encoding']) : PLAIN_ONLY;
  for (const encoding of encodings) {
    if (packed && encoding !== 'br' && request.method !== 'HEAD') {
      return unpack(request, response, reply, packed, encoding);
    }
    if (encoding === 'identity') return write(request, response, reply.status, reply.plain);
    if (encoding === 'br' && reply.brotli) return write(request, response, reply.status, reply.brotli);
    if (encoding === 'gzip' && reply.gzip) {
      reply.gzip().then(
        (variant) => write(request, response, reply.status, variant),
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      );
      return;
    }
  }
  sendProblem(response, describeProblem(new ApiError('not-acceptable')));
}

/** Sends, in another encoding, a body that is kept compressed with brotli. */
function unpack(
  request: IncomingMessage,
  response: ServerResponse,
  reply: CachedResponse,
  packed: PackedBody,
  encoding: 'identity' | 'gzip',
): void {
  if (lifeOf(response).isOver) return;
  const giveBack = packed.unpacking.take(request, response);
  if (typeof giveBack === 'string') {
    const retry = { retryAfterSeconds: UNPACKING_RETRY_SECONDS };
    const busy =
      giveBack === 'share-taken'
        ? new ApiError('too-many-requests', undefined, retry)
        : new ApiError('not-ready', 'The server is busy.', retry);
    sendProblem(response, describeProblem(busy));
    return;
  }
  const send = ({ headers }: Variant): Promise<void> => {
    response.writeHead(reply.status, headers as string[]);
    return packed.sendUnpacked(response, encoding).finally(giveBack);
  };
  if (encoding === 'identity') void send(reply.plain);
  else void reply.gzip?.().then(send);
}

function write(request: IncomingMessage, response: ServerResponse, status: number, { body, headers }: Variant): void {
  response.writeHead(status, headers as string[]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Compares weakly, as `If-None-Match` demands: a tag stands for the response in any encoding. */
function hasTag({ headers }: IncomingMessage, etag: string): boolean {
  const wanted = headers['if-none-match'];
  if (wanted === undefined) return false;
  return wanted === etag || wanted === '*' || wanted.split(',').some((tag) => toStrong(tag.trim()) === toStrong(etag));
}

const toStrong = (tag: string): string => tag.replace(/^W\//, '');

/** Memory of a cached response besides its bodies: headers, closures and entries of maps. */
const OVERHEAD_BYTES = 3_000;

/** Returns the memory that a cached response takes, in bytes; gzip may add about as much as brotli. */
export const sizeOfResponse = (reply: CachedResponse): number =>
  reply.plain.body.length + 2 * (reply.brotli?.body.length ?? 0) + OVERHEAD_BYTES;
