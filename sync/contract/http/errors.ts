import * as z from 'zod/mini';
import type { ERRORS } from './error-codes.ts';

/** Every error code of the wire. */
export type ErrorCode = keyof typeof ERRORS;

/** RFC 9457 problem details with the members that the specification names (`error`, `retryAfter` in seconds). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** Id of the request, for the operator's log. */
  instance: z.optional(z.string()),
  code: z.string(),
  error: z.string(),
  retryAfter: z.optional(z.int()),
  errors: z.optional(z.array(z.object({ pointer: z.string(), message: z.string() }))),
  /** Current state of the call's subject, where that helps the caller. */
  current: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problemSchema>;

/** A call that the server rejected, or an expected rejection inside the server. */
export class ApiError extends Error {
  /** `ERRORS` once some code has loaded them, else empty: a device takes the status and the text from a reply. */
  static known: Readonly<Partial<typeof ERRORS>> = {};

  /** A newer server may have codes that are not among `ErrorCode`. */
  readonly code: ErrorCode;
  /** The HTTP status; undefined for an error that a device raises itself. */
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly errors: Problem['errors'];
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;

  constructor(
    code: ErrorCode,
    detail?: string,
    more: {
      /** What a server's reply says to people. */
      text?: string | undefined;
      status?: number | undefined;
      errors?: Problem['errors'] | undefined;
      retryAfterSeconds?: number | undefined;
      current?: unknown;
    } = {},
  ) {
    super(detail ?? more.text ?? ApiError.known[code]?.title ?? code);
    this.name = 'ApiError';
    this.code = code;
    this.status = more.status ?? ApiError.known[code]?.status;
    this.detail = detail;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.current = more.current;
  }

  /** Whether the same call may be accepted later: after a fault of the server or a limit, or while the same call is in progress. */
  get mayPass(): boolean {
    const { code, status = 0 } = this;
    return status >= 500 || status === 429 || code === 'in-progress';
  }
}
