import { ApiError } from '#contract/errors.ts';
import { decodeReply, encodeRequest, ForeignReplyError, toUrl } from '#contract/http/codec.ts';
import type { EncodedReply, EncodedRequest } from '#contract/http/codec.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import { getBlock } from '#contract/http/catalog.ts';
import { listMessages } from '#contract/http/chats.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';

/** Total time of a call. Blocks and photos get more, for slow connections. */
const CALL_TIMEOUT_MS = 30_000;
const BLOCK_TIMEOUT_MS = 180_000;
const PHOTO_TIMEOUT_MS = 180_000;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** `low` for calls that no user waits for. */
  readonly priority?: 'high' | 'low';
  /** Calls under one key take effect once, however often they are sent. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server did not answer: no network, no server, or a timeout. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server does not answer', options);
    this.name = 'UnreachableError';
  }
}

/** Calls the server through the contract. Stateless; never retries a call. */
export interface ApiClient {
  /**
   * @throws ApiError when the server rejects the call @throws ForeignReplyError when something else answers @throws UnreachableError when
   * nothing answers
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>>,
    options?: CallOptions,
  ): Promise<EndpointReply<E>>;
  /** Sends a file as the only part of a multipart body. @throws as `call` */
  upload<E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>>,
    file: { readonly field: string; readonly content: Blob },
    options?: CallOptions,
  ): Promise<EndpointReply<E>>;
  /** Fetches an image, by its path or from a call that answers with one. @throws as `call` */
  fetchImage(request: string | EncodedRequest, options?: CallOptions): Promise<Blob>;
  /** Fetches the bytes of a block; the caller compares them with the hash. @throws as `call` */
  fetchBlock(hash: string, options?: CallOptions): Promise<ArrayBuffer>;
}

const readReply = async (response: Response): Promise<EncodedReply> => ({
  status: response.status,
  contentType: response.headers.get('content-type') ?? '',
  text: await response.text(),
});

/** Creates an API client of the server at `origin`. */
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
    try {
      // The device's database is the cache: the HTTP cache would store every block a second time.
      const response = await fetchFn(`${origin}${url}`, {
        ...init,
        headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), ...init.headers, ...options.headers },
        signal,
        cache: 'no-store',
        priority: options.priority ?? 'auto',
      });
      return await read(response);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (cause instanceof ForeignReplyError || cause instanceof ApiError) throw cause;
      throw new UnreachableError({ cause });
    }
  };

  const sendKeyed = (
    { url, headers, ...request }: Omit<EncodedRequest, 'body'> & { readonly body?: BodyInit },
    options: CallOptions,
    timeoutMs: number,
  ): Promise<EncodedReply> => {
    const { idempotencyKey } = options;
    const keyed = idempotencyKey ? { ...headers, 'idempotency-key': idempotencyKey } : headers;
    return send(url, { ...request, headers: keyed }, options, timeoutMs, readReply);
  };

  return {
    async call(endpoint, input, options = {}) {
      return decodeReply(endpoint, await sendKeyed(encodeRequest(endpoint, input), options, CALL_TIMEOUT_MS));
    },

    async upload(endpoint, input, { field, content }, options = {}) {
      const body = new FormData();
      body.append(field, content, field);
      // The browser writes the content type itself, with the boundary of the parts.
      const request = { ...encodeRequest(endpoint, input), headers: {}, body };
      return decodeReply(endpoint, await sendKeyed(request, options, PHOTO_TIMEOUT_MS));
    },

    fetchImage(request, options = {}) {
      const { url, ...init } = typeof request === 'string' ? { url: request } : request;
      return send(url, init, options, PHOTO_TIMEOUT_MS, async (response) => {
        const contentType = response.headers.get('content-type') ?? '';
        if (response.ok && contentType.startsWith('image/')) return response.blob();
        // Error replies have one form, whatever was requested.
        if (response.status >= 400) decodeReply(listMessages, await readReply(response));
        throw new ForeignReplyError(`expected an image, got ${response.status} ${contentType}`);
      });
    },

    fetchBlock(hash, options = {}) {
      return send(toUrl(getBlock.path, { hash }), {}, options, BLOCK_TIMEOUT_MS, async (response) => {
        const contentType = response.headers.get('content-type') ?? '';
        if (response.ok && contentType === 'application/octet-stream') return response.arrayBuffer();
        if (response.status >= 400) decodeReply(getBlock, await readReply(response));
        throw new ForeignReplyError(`expected a block, got ${response.status} ${contentType}`);
      });
    },
  };
}
