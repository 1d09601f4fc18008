import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { decodeReply, encodeRequest } from '#contract/http/codec.ts';
import type { EncodedRequest } from '#contract/http/codec.ts';
import { epochOf, laterPosition, POSITION_HEADER, UNKNOWN_POSITION } from '#contract/http/data-position.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { ApiClient, CallOptions } from '../server/api-client.ts';
import type { FormRequest, SendForm } from './form-sender.ts';

export interface AdminSessionOptions {
  readonly client: ApiClient;
  readonly origin: string;
  readonly sendForm: SendForm;
  /** Called when the server does not know the token (any more), or has revoked its administrator's access. */
  readonly onEnded: (error: ApiError) => void;
  /** Called when the server has rejected a call because the administrator lacks the role for it. */
  readonly onRoleNeeded?: () => void;
  /** Reads the newest position in the server's data that this device has stored. */
  readonly readPosition?: () => Promise<string | undefined>;
}

/** The option of a call that is made in one epoch only. */
interface InEpoch {
  readonly epoch?: string | undefined;
}

interface FormOptions extends Pick<FormRequest, 'signal' | 'onProgress'>, InEpoch {
  readonly idempotencyKey: string;
}

/** The calls of a session; those that `inEpoch` returns are made in one epoch only. */
export type AdminCalls = Pick<AdminSession, 'call' | 'sendForm'>;

/** Calls as an administrator. Without a token, and once it has ended, nothing is sent: calls are rejected as `unauthorized` locally. */
export class AdminSession {
  readonly #options: AdminSessionOptions;
  #token: string | null = null;
  #hasEnded = false;
  #calls = new AbortController();
  #position: string | undefined;

  constructor(options: AdminSessionOptions) {
    this.#options = options;
  }

  /** The token unless it is known to have ended; then null. */
  get token(): string | null {
    return this.#hasEnded ? null : this.#token;
  }

  /** The newest position in the server's data that this device knows; undefined before the first reply, and if the server names none. */
  get position(): string | undefined {
    return this.#position;
  }

  /** Sets or clears the token; calls in flight with another one are aborted. Returns whether it changed, or had ended and is tried again. */
  setToken(token: string | null): boolean {
    if (token === this.#token && !this.#hasEnded) return false;
    this.#calls.abort(new ApiError('unauthorized'));
    this.#calls = new AbortController();
    this.#token = token;
    this.#hasEnded = false;
    return true;
  }

  /** Returns calls that are made in this epoch only: once the session has learned of another epoch, it rejects them, as the server would. */
  inEpoch(epoch: string): AdminCalls {
    return {
      call: (endpoint, input, options) => this.call(endpoint, input, { ...options, epoch }),
      sendForm: (endpoint, input, body, options) => this.sendForm(endpoint, input, body, { ...options, epoch }),
    };
  }

  /** @throws as ApiClient */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options: CallOptions & InEpoch = {},
  ): Promise<EndpointReply<E>> {
    return this.#withToken(options, (headers, signal) =>
      this.#options.client.call(endpoint, input, {
        ...options,
        signal,
        headers: { ...options.headers, ...headers },
        onPosition: this.#notePosition,
      }),
    );
  }

  fetchImage(request: EncodedRequest): Promise<Blob> {
    return this.#withToken({}, (headers, signal) => this.#options.client.fetchImage(request, { signal, headers }));
  }

  /** Sends a form with files. @throws as ApiClient */
  sendForm<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    body: FormData,
    { signal, idempotencyKey, onProgress, epoch }: FormOptions,
  ): Promise<EndpointReply<E>> {
    return this.#withToken({ signal, epoch }, async (headers, either) => {
      const url = `${this.#options.origin}${encodeRequest(endpoint, input).url}`;
      const keyed = { ...headers, 'idempotency-key': idempotencyKey };
      const reply = await this.#options.sendForm({ url, headers: keyed, body, signal: either, onProgress });
      this.#notePosition(reply.position);
      return decodeReply(endpoint, reply);
    });
  }

  readonly #notePosition = (position: string | null): void => {
    if (position !== null) this.#position = laterPosition(this.#position, position);
  };

  async #withToken<T>(
    { signal, epoch }: Pick<CallOptions, 'signal'> & InEpoch,
    send: (headers: Record<string, string>, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#position ??= await this.#options.readPosition?.();
    const { token, position = UNKNOWN_POSITION } = this;
    if (token === null) throw new ApiError('unauthorized');
    if (epoch !== undefined && this.#position !== undefined && epochOf(position) !== epoch)
      throw new ApiError('bad-cursor');
    const calls = this.#calls.signal;
    const headers = { authorization: `Bearer ${token}`, [POSITION_HEADER]: position };
    try {
      return await send(headers, signal ? AbortSignal.any([signal, calls]) : calls);
    } catch (error) {
      // Calls aborted for another token say nothing about this one.
      if (isAuthError(error) && !calls.aborted) {
        this.#hasEnded = true;
        this.#options.onEnded(error);
      } else if (error instanceof ApiError && error.code === 'role-needed') this.#options.onRoleNeeded?.();
      throw error;
    }
  }
}

/** Whether the server's data lacks the position that a call named: the server was restored, or the device has not learned of the new epoch. */
export const isUnknownPosition = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'bad-cursor';

/** Rejections of the caller, whatever the request. */
const OF_CALLER: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'forbidden', 'access-revoked'] as const);

/** Whether the server rejects the caller, not the request. */
export const isAuthError = (error: unknown): error is ApiError =>
  error instanceof ApiError && OF_CALLER.has(error.code);
