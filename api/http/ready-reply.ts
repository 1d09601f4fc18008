import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** A whole reply, ready to be written: nothing is made when it is sent. */
export interface ReadyReply {
  readonly status: number;
  readonly etag: string | undefined;
  readonly plain: Variant;
  /** For callers that read brotli. */
  readonly brotli: Variant | undefined;
  /** Headers of the 304 to who has it already. */
  readonly notModified: readonly string[];
}

interface Variant {
  readonly body: Buffer;
  /** Flat list of names and values: the only form that Node writes without building an object. */
  readonly headers: readonly string[];
}

export interface ReplyFacts {
  readonly status?: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly body: Buffer;
  readonly brotli?: Buffer | undefined;
  /** With its quotes. */
  readonly etag?: string | undefined;
  /** More headers as a flat list. */
  readonly headers?: readonly string[];
}

/** Below this a body and its headers fit one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_000;
/** Of a body that is sent a few times and soon outdated. */
export const QUICK_QUALITY = 5;

const compress = promisify(brotliCompress);

/** Brotli of a body on another thread; undefined when it is not worth it. */
export async function compressBody(body: Buffer, quality: number): Promise<Buffer | undefined> {
  if (body.length < MIN_COMPRESSED_BYTES) return undefined;
  const packed = await compress(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
  return packed.length < body.length ? packed : undefined;
}

/** Prepares a reply for being sent many times. */
export function prepareReply(facts: ReplyFacts): ReadyReply {
  const { status = 200, body, brotli, etag, headers = [] } = facts;
  const common = [
    'cache-control',
    facts.cacheControl,
    'x-content-type-options',
    'nosniff',
    ...(etag === undefined ? [] : ['etag', etag]),
    ...(brotli ? ['vary', 'accept-encoding'] : []),
    ...headers,
  ];
  const describe = (bytes: Buffer): string[] => [
    'content-type',
    facts.contentType,
    'content-length',
    String(bytes.length),
    ...common,
  ];
  return {
    status,
    etag,
    plain: { body, headers: describe(body) },
    brotli: brotli && { body: brotli, headers: [...describe(brotli), 'content-encoding', 'br'] },
    notModified: common,
  };
}

/** Writes a ready reply, compressed where the caller reads that, or 304 where the caller has it. */
export function sendReady(request: IncomingMessage, response: ServerResponse, reply: ReadyReply): void {
  const { headers } = request;
  if (
    reply.etag !== undefined &&
    headers['if-none-match'] !== undefined &&
    hasTag(headers['if-none-match'], reply.etag)
  ) {
    response.writeHead(304, reply.notModified as string[]).end();
    return;
  }
  const { body, headers: lines } =
    reply.brotli && headers['accept-encoding']?.includes('br') ? reply.brotli : reply.plain;
  response.writeHead(reply.status, lines as string[]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const hasTag = (wanted: string, etag: string): boolean =>
  wanted === etag || wanted === '*' || wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Bytes that a ready reply keeps in memory. */
export const sizeOfReply = (reply: ReadyReply): number =>
  reply.plain.body.length + (reply.brotli?.body.length ?? 0) + 1_000;
