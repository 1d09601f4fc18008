import * as z from 'zod/mini';

/** When a client may retry a rejected call automatically: never, or later. */
export type RetryClass = 'never' | 'later';

/** Every error code of the wire with its HTTP status, its title and its retry class. */
export const ERRORS = {
  'bad-request': { status: 400, title: 'The request is invalid', retry: 'never' },
  'unknown-shop': { status: 400, title: 'Unknown shop', retry: 'never' },
  'bad-cursor': { status: 400, title: 'The cursor is invalid', retry: 'never' },
  unauthorized: { status: 401, title: 'Sign in first', retry: 'never' },
  'credential-refused': { status: 401, title: 'The credential is invalid', retry: 'never' },
  'wrong-password': { status: 401, title: 'Wrong password', retry: 'never' },
  'passkey-refused': { status: 401, title: 'The passkey was not accepted', retry: 'never' },
  'passkey-cloned': { status: 401, title: 'This passkey was copied and is not accepted', retry: 'never' },
  'recovery-refused': { status: 401, title: 'The recovery code is wrong or was used', retry: 'never' },
  'access-revoked': { status: 403, title: 'This administrator’s access was revoked', retry: 'never' },
  'role-needed': { status: 403, title: 'Your roles do not allow this', retry: 'never' },
  'proof-needed': { status: 403, title: 'Confirm with a passkey first', retry: 'never' },
  'link-expired': { status: 403, title: 'The link was used or has expired', retry: 'never' },
  'registration-refused': { status: 403, title: 'The passkey could not be registered', retry: 'never' },
  forbidden: { status: 403, title: 'Administrators only', retry: 'never' },
  'sign-in-again': { status: 403, title: 'Sign in again first', retry: 'never' },
  'identity-mismatch': { status: 403, title: 'The request names another user', retry: 'never' },
  'origin-refused': { status: 403, title: 'The request comes from another site', retry: 'never' },
  'not-found': { status: 404, title: 'Not found', retry: 'never' },
  'method-not-allowed': { status: 405, title: 'Method not allowed', retry: 'never' },
  'not-acceptable': { status: 406, title: 'No accepted encoding is available', retry: 'never' },
  'price-changed': { status: 409, title: 'The price has changed', retry: 'never' },
  'out-of-stock': { status: 409, title: 'Not enough in stock', retry: 'never' },
  'cart-limit': { status: 409, title: 'A line of the cart cannot hold as many units', retry: 'never' },
  'cart-full': { status: 409, title: 'The cart is full', retry: 'never' },
  'too-many-open-orders': { status: 409, title: 'Too many unpaid orders', retry: 'never' },
  'too-many-units': { status: 409, title: 'Too many unpaid units of one product', retry: 'never' },
  'too-many-outboxes': { status: 409, title: 'Too many devices of one user', retry: 'never' },
  'payment-in-progress': { status: 409, title: 'A payment for this order is in progress', retry: 'never' },
  'not-paid': { status: 409, title: 'The order is not paid', retry: 'never' },
  'order-not-sent': { status: 409, title: 'A paid order has not been sent yet', retry: 'never' },
  'listed-user': { status: 409, title: 'The settings of the shop name this user', retry: 'never' },
  'not-expired': { status: 409, title: 'The order has not expired', retry: 'never' },
  'photo-missing': { status: 409, title: 'A photo of the message is not on the server', retry: 'never' },
  'no-room-for-photos': { status: 409, title: 'The storage for photos is full', retry: 'never' },
  'shop-login-needed': { status: 409, title: 'Log in to the shop in this browser first', retry: 'never' },
  'name-taken': { status: 409, title: 'Another administrator has this name', retry: 'never' },
  'reply-name-taken': { status: 409, title: 'Another reply has this name', retry: 'never' },
  'too-many-replies': { status: 409, title: 'There are too many replies', retry: 'never' },
  'last-owner': { status: 409, title: 'The last owner cannot be revoked or lose the role', retry: 'never' },
  'last-passkey': { status: 409, title: 'Your last passkey cannot be removed', retry: 'never' },
  'id-taken': { status: 409, title: 'The id is in use', retry: 'never' },
  'product-exists': { status: 409, title: 'The product already exists', retry: 'never' },
  'picture-missing': { status: 409, title: 'An image of the product is not on the server', retry: 'never' },
  'last-picture': { status: 409, title: 'The last image of a product cannot be deleted', retry: 'never' },
  'too-many-pictures': { status: 409, title: 'Too many images', retry: 'never' },
  'in-doubt': { status: 409, title: 'The operation may have been applied long ago', retry: 'never' },
  'in-progress': { status: 409, title: 'The same request is in progress', retry: 'later' },
  'stale-version': { status: 412, title: 'Changed by someone else meanwhile', retry: 'never' },
  'too-large': { status: 413, title: 'The request is too large', retry: 'never' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type', retry: 'never' },
  'idempotency-conflict': { status: 422, title: 'The Idempotency-Key was used for another request', retry: 'never' },
  'link-refused': { status: 422, title: 'The link leads to no image', retry: 'never' },
  'too-many-abandoned-orders': { status: 429, title: 'Too many orders were not paid', retry: 'later' },
  'too-many-requests': { status: 429, title: 'Too many requests', retry: 'later' },
  internal: { status: 500, title: 'Something went wrong on the server', retry: 'later' },
  'payments-unavailable': { status: 503, title: 'Payments are unavailable right now', retry: 'later' },
  'no-disk-space': { status: 507, title: 'The server is out of disk space', retry: 'later' },
  'older-server': { status: 503, title: 'The server is older than the page', retry: 'later' },
  'read-only': { status: 503, title: 'The shop is read-only', retry: 'later' },
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
  /** Current state of the call's subject, where that helps the caller. */
  current: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problemSchema>;

/** A call that the server rejected, or an expected rejection inside the server. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: Problem['errors'];
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;

  constructor(
    code: ErrorCode,
    detail?: string,
    more: { errors?: Problem['errors'] | undefined; retryAfterSeconds?: number | undefined; current?: unknown } = {},
  ) {
    super(detail ?? ERRORS[code].title);
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.current = more.current;
  }
}
