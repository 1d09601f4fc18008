import { ApiError } from '#contract/http/errors.ts';
import { decodeReply, encodeRequest, ForeignReplyError, isPortalStatus, toUrl } from '#contract/http/codec.ts';
import type { EncodedReply, EncodedRequest } from '#contract/http/codec.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import { getBlock, getBlocks } from '#contract/http/catalog.ts';
import { POSITION_HEADER } from '#contract/http/data-position.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';

/** Total time of a call. Blocks and photos get more, for slow connections. */
const CALL_TIMEOUT_MS = 30_000;
const BLOCK_TIMEOUT_MS = 180_000;
const PHOTO_TIMEOUT_MS = 180_000;

const BLOCK_TYPE = 'application/octet-stream';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** `low` for calls that no user waits for. */
  readonly priority?: 'high' | 'low';
  /** The document may have asked for the same already: its answer is in the browser's cache, or will be soon. */
  readonly isPrefetched?: boolean;
  /** Calls under one key take effect once, however often they are sent. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the position in the data that the reply gives. */
  readonly onPosition?: (position: string | null) => void;
}

/** The server did not answer: no network, no server, a timeout, or a proxy that cannot reach it. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server does not answer', options);
    this.name = 'UnreachableError';
  }
}

/** Calls the server through the contract. Stateless; never retries a call. */
export interface ApiClient {
  /**
   * `known`: the reply that the caller already has, with the tag that it sends as `if-none-match`. A 304 stands for this reply.
   * @throws ApiError when the server rejects the call, NewerServerError, ForeignReplyError when something else answers, UnreachableError
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions & { readonly known?: EndpointReply<E> },
  ): Promise<EndpointReply<E>>;
  /** Sends a file as the only part of a multipart body. @throws as `call` */
  upload<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    file: { readonly field: string; readonly content: Blob },
    options?: CallOptions,
  ): Promise<EndpointReply<E>>;
  /** Fetches an image, by its path or from a call that answers with one. @throws as `call` */
  fetchImage(request: string | EncodedRequest, options?: CallOptions): Promise<Blob>;
  /** Fetches the bytes of a block; the caller compares them with the hash. @throws as `call` */
  fetchBlock(hash: string, options?: CallOptions): Promise<ArrayBuffer>;
  /** Fetches several blocks in one call; yields each as soon as its bytes are there, and fewer if the reply ends early. @throws as `call` */
  fetchBlocks(
    blocks: readonly { readonly hash: string; readonly bytes: number }[],
    options?: CallOptions,
  ): AsyncIterable<ArrayBuffer>;
}

/** A reply, and whether its server is newer than this page. */
interface ReceivedReply extends EncodedReply {
  readonly isNewer: boolean;
}

const isNewerServer = ({ headers }: Response): boolean => Number(headers.get(PROTOCOL_HEADER)) > PROTOCOL_VERSION;

const readReply = async (response: Response): Promise<ReceivedReply> => ({
  status: response.status,
  contentType: contentTypeOf(response),
  text: await response.text(),
  isNewer: isNewerServer(response),
});

/** Decodes as the contract does. @throws NewerServerError, or UnreachableError for a proxy's page, in place of ForeignReplyError */
function decode<E extends Endpoint>(endpoint: E, reply: ReceivedReply): EndpointReply<E> {
  try {
    return decodeReply(endpoint, reply);
  } catch (error) {
    if (!(error instanceof ForeignReplyError)) throw error;
    if (isGatewayError(reply.status)) throw new UnreachableError({ cause: error });
    throw reply.isNewer ? new NewerServerError({ cause: error }) : error;
  }
}

const contentTypeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';

/** Checks that a reply is bytes of the wanted type. @throws the error that the reply names, or one for a reply of another type */
async function assertBytes(response: Response, type: string): Promise<void> {
  const contentType = contentTypeOf(response);
  if (response.ok && contentType.startsWith(type)) return;
  // Error replies have one form, whatever was requested.
  if (response.status >= 400) decode(getBlock, await readReply(response));
  const error = new ForeignReplyError(`expected ${type}, got ${response.status} ${contentType}`, {
    isPortal: isPortalStatus(response.status) && contentType.startsWith('text/html'),
  });
  throw isNewerServer(response) ? new NewerServerError({ cause: error }) : error;
}

/** Whether an error describes a reply, rather than the lack of one. */
const isDecision = (error: unknown): boolean =>
  error instanceof ForeignReplyError || error instanceof NewerServerError || error instanceof ApiError;

export function createApiClient(origin: string, fetchFn: typeof fetch): ApiClient {
  const send = async <T>(
    url: string,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
    options: CallOptions,
    timeoutMs: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    // Otherwise Node's fetch would read the parts of a form into a body that it has closed, with an error that no caller can catch.
    options.signal?.throwIfAborted();
    try {
      // The device's database is the cache: the HTTP cache would store every block a second time.
      const response = await fetchFn(`${origin}${url}`, {
        ...init,
        headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), ...init.headers, ...options.headers },
        signal,
        cache: options.isPrefetched ? 'default' : 'no-store',
        priority: options.priority ?? 'auto',
      });
      options.onPosition?.(response.headers.get(POSITION_HEADER));
      return await read(response);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (isDecision(cause)) throw cause;
      throw new UnreachableError({ cause });
    }
  };

  const sendKeyed = (
    { url, headers, ...request }: Omit<EncodedRequest, 'body'> & { readonly body?: BodyInit },
    options: CallOptions,
    timeoutMs: number,
  ): Promise<ReceivedReply> => {
    const { idempotencyKey } = options;
    const keyed = idempotencyKey ? { ...headers, 'idempotency-key': idempotencyKey } : headers;
    return send(url, { ...request, headers: keyed }, options, timeoutMs, readReply);
  };

  return {
    async call(endpoint, input, options = {}) {
      const reply = await sendKeyed(encodeRequest(endpoint, input), options, CALL_TIMEOUT_MS);
      return reply.status === 304 && options.known ? options.known : decode(endpoint, reply);
    },

    async upload(endpoint, input, { field, content }, options = {}) {
      const body = new FormData();
      body.append(field, content, field);
      // The browser writes the content type itself, with the boundary of the parts.
      const request = { ...encodeRequest(endpoint, input), headers: {}, body };
      return decode(endpoint, await sendKeyed(request, options, PHOTO_TIMEOUT_MS));
    },

    fetchImage(request, options = {}) {
      const { url, ...init } = typeof request === 'string' ? { url: request } : request;
      return send(url, init, options, PHOTO_TIMEOUT_MS, async (response) => {
        await assertBytes(response, 'image/');
        return response.blob();
      });
    },

    fetchBlock(hash, options = {}) {
      return send(toUrl(getBlock.path, { hash }), {}, options, BLOCK_TIMEOUT_MS, async (response) => {
        await assertBytes(response, BLOCK_TYPE);
        return response.arrayBuffer();
      });
    },

    async *fetchBlocks(blocks, options = {}) {
      const hashes = blocks.map(({ hash }) => hash).join('.');
      const body = await send(
        toUrl(getBlocks.path, { hashes }),
        {},
        options,
        blocks.length * BLOCK_TIMEOUT_MS,
        async (response) => {
          await assertBytes(response, BLOCK_TYPE);
          return response.body as ReadableStream<Uint8Array>;
        },
      );
      const sizes = blocks.map(({ bytes }) => bytes);
      try {
        yield* splitStream(body, sizes);
      } catch (cause) {
        options.signal?.throwIfAborted();
        throw new UnreachableError({ cause });
      }
    },
  };
}

/** The server is newer than this page, and what it sends cannot be read here: a reload brings a page that can. */
export class NewerServerError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server is newer than this page', options);
    this.name = 'NewerServerError';
  }
}

/** Whether a proxy answers in place of a server that it cannot reach. The shop's own errors have a body that names their code. */
export const isGatewayError = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Splits a stream into parts of given sizes. Ends early if the stream does; cancels it if the caller stops. @throws what reading throws */
export async function* splitStream(
  stream: ReadableStream<Uint8Array>,
  sizes: readonly number[],
): AsyncGenerator<ArrayBuffer> {
  const reader = stream.getReader();
  let rest = new Uint8Array();
  try {
    for (const size of sizes) {
      const part = new Uint8Array(size);
      for (let filled = 0; filled < size;) {
        if (rest.length === 0) {
          const { value, done } = await reader.read();
          if (done) return;
          rest = new Uint8Array(value);
        }
        const taken = rest.subarray(0, size - filled);
        part.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
      }
      yield part.buffer;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
