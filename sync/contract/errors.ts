import * as z from 'zod/mini';

/** When a client may repeat a refused call by itself: never, after its state changed, or after a delay. */
export type RetryClass = 'never' | 'later';

/** Every error code of the wire with its HTTP status, its title and its retry class. */
export const ERRORS = {
  'bad-request': { status: 400, title: 'The request is not valid', retry: 'never' },
  'unknown-shop': { status: 400, title: 'There is no such shop', retry: 'never' },
  'bad-cursor': { status: 400, title: 'The cursor is not valid', retry: 'never' },
  'not-found': { status: 404, title: 'Not found', retry: 'never' },
  'method-not-allowed': { status: 405, title: 'Method not allowed', retry: 'never' },
  'too-large': { status: 413, title: 'The request is too large', retry: 'never' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type', retry: 'never' },
  'too-many-requests': { status: 429, title: 'Too many requests', retry: 'later' },
  internal: { status: 500, title: 'Something went wrong on the server', retry: 'later' },
  'not-ready': { status: 503, title: 'The server is not ready', retry: 'later' },
} as const satisfies Record<string, { status: number; title: string; retry: RetryClass }>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

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
});
export type Problem = z.infer<typeof problemSchema>;

/** A call that the server refused, or an expected refusal inside the server. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: Problem['errors'];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail?: string,
    more: { errors?: Problem['errors'] | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(detail ?? ERRORS[code].title);
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
