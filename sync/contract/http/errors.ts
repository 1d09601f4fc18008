import * as z from 'zod/mini';

/** When a client may retry a rejected call automatically: never, or later. */
export type RetryClass = 'never' | 'later';

/** Every error code of the wire with its retry class. Its status and its title, which only the server needs, are in `error-titles.ts`. */
export const RETRIES = {
  'bad-request': 'never',
  'unknown-shop': 'never',
  'bad-cursor': 'never',
  unauthorized: 'never',
  'credential-refused': 'never',
  'wrong-password': 'never',
  'passkey-refused': 'never',
  'passkey-cloned': 'never',
  'recovery-refused': 'never',
  'access-revoked': 'never',
  'role-needed': 'never',
  'proof-needed': 'never',
  'link-expired': 'never',
  'registration-refused': 'never',
  forbidden: 'never',
  'sign-in-again': 'never',
  'identity-mismatch': 'never',
  'origin-refused': 'never',
  'not-found': 'never',
  'method-not-allowed': 'never',
  'not-acceptable': 'never',
  'price-changed': 'never',
  'out-of-stock': 'never',
  'cart-limit': 'never',
  'cart-full': 'never',
  'too-many-open-orders': 'never',
  'too-many-units': 'never',
  'too-many-outboxes': 'never',
  'payment-in-progress': 'never',
  'not-paid': 'never',
  'order-not-sent': 'never',
  'listed-user': 'never',
  'not-expired': 'never',
  'photo-missing': 'never',
  'no-room-for-photos': 'never',
  'shop-login-needed': 'never',
  'name-taken': 'never',
  'reply-name-taken': 'never',
  'too-many-replies': 'never',
  'last-owner': 'never',
  'last-passkey': 'never',
  'id-taken': 'never',
  'product-exists': 'never',
  'picture-missing': 'never',
  'last-picture': 'never',
  'too-many-pictures': 'never',
  'in-doubt': 'never',
  'in-progress': 'later',
  'stale-version': 'never',
  'too-large': 'never',
  'unsupported-media-type': 'never',
  'idempotency-conflict': 'never',
  'link-refused': 'never',
  'too-many-abandoned-orders': 'later',
  'too-many-requests': 'later',
  internal: 'later',
  'payments-unavailable': 'later',
  'no-disk-space': 'later',
  'older-server': 'later',
  'read-only': 'later',
  'not-ready': 'later',
} as const satisfies Record<string, RetryClass>;

export type ErrorCode = keyof typeof RETRIES;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(RETRIES, value);

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
  /** What an error without words of its own says: its code on devices, which load no titles; `error-titles.ts` sets it where it is loaded. */
  static titleOf: (code: ErrorCode) => string = (code) => code;

  readonly code: ErrorCode;
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
      errors?: Problem['errors'] | undefined;
      retryAfterSeconds?: number | undefined;
      current?: unknown;
    } = {},
  ) {
    super(detail ?? more.text ?? ApiError.titleOf(code));
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.current = more.current;
  }
}
