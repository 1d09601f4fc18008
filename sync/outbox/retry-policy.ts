import { ApiError, ERRORS } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Refusals of a caller, not of what was sent: everything waits until somebody signs in again. */
const NEEDS_SIGN_IN: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'identity-mismatch'] as const);
/** Refusals of the whole call that another call may not meet. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  ...NEEDS_SIGN_IN,
  'origin-refused',
  'not-found',
  'method-not-allowed',
] as const);

/** Whether a failed exchange means that the server does not know the session, or knows it as another user's. */
export const needsSignIn = (error: unknown): boolean => error instanceof ApiError && NEEDS_SIGN_IN.has(error.code);

/** Whether operations that were sent may have been decided although no answer came: then nobody may act as if they had not been. */
export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ApiError) || error.code === 'internal';

/** Whether the server refuses to read a push as it is: sent again it would be refused again. */
export const isUnreadable = (error: unknown): error is ApiError =>
  error instanceof ApiError && ERRORS[error.code].retry === 'never' && !PASSING.has(error.code);

/** Whether the server will never take a photo as it is, or none for its chat. */
export const isRejectedPhoto = (error: unknown): error is ApiError =>
  isUnreadable(error) || (error instanceof ApiError && error.code === 'not-found');
