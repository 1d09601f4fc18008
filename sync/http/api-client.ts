import { ApiError } from '#contract/errors.ts';
import { decodeReply, encodeRequest, ForeignReplyError, toUrl } from '#contract/http/codec.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import { getBlock } from '#contract/http/sync.ts';

/** How long a call may take in all. A block of a slow line has longer. */
const CALL_TIMEOUT_MS = 30_000;
const BLOCK_TIMEOUT_MS = 180_000;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** `low` for what nobody waits for. */
  readonly priority?: 'high' | 'low';
  /** Under one key a call takes effect once, however often it comes. */
  readonly idempotencyKey?: string;
}

/** The server did not answer: no network, no server, or not in time. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server does not answer', options);
    this.name = 'UnreachableError';
  }
}

/** Calls the server through the contract. Keeps no state and never repeats a call by itself. */
export interface ApiClient {
  /**
   * @throws ApiError when the server refuses
   * @throws ForeignReplyError when something else answers
   * @throws UnreachableError when nothing answers
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>>,
    options?: CallOptions,
  ): Promise<EndpointReply<E>>;
  /** The bytes of a block; whoever asks compares them with the hash. @throws as `call` */
  fetchBlock(hash: string, options?: CallOptions): Promise<ArrayBuffer>;
}

/** An API client of the server at `origin`. */
export function createApiClient(origin: string, fetchFn: typeof fetch): ApiClient {
  const send = async <T>(
    url: string,
    init: RequestInit,
    options: CallOptions,
    timeoutMs: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      // The device's database is the cache: the browser's own would hold every block a second time.
      const response = await fetchFn(`${origin}${url}`, {
        ...init,
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

  return {
    async call(endpoint, input, options = {}) {
      const { url, headers, ...request } = encodeRequest(endpoint, input);
      const { idempotencyKey } = options;
      const init = {
        ...request,
        headers: idempotencyKey ? { ...headers, 'idempotency-key': idempotencyKey } : headers,
      };
      const reply = await send(url, init, options, CALL_TIMEOUT_MS, async (response) => ({
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text: await response.text(),
      }));
      return decodeReply(endpoint, reply);
    },

    fetchBlock(hash, options = {}) {
      return send(toUrl(getBlock.path, { hash }), {}, options, BLOCK_TIMEOUT_MS, async (response) => {
        const contentType = response.headers.get('content-type') ?? '';
        if (response.ok && contentType === 'application/octet-stream') return response.arrayBuffer();
        if (response.status >= 400)
          decodeReply(getBlock, { status: response.status, contentType, text: await response.text() });
        throw new ForeignReplyError(`Expected a block, got ${response.status} ${contentType}`);
      });
    },
  };
}
