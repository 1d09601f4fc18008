import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { ForeignReplyError } from '#contract/http/codec.ts';
import type { SyncProblem } from '../api/sync-problem.ts';
import { UnreachableError, NewerServerError } from './api-client.ts';

/** Rejections of the caller, not of the content: everything waits until a user signs in again. */
const NEEDS_SIGN_IN: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'identity-mismatch'] as const);
/** Rejections after which the same call may be accepted later. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  ...NEEDS_SIGN_IN,
  'origin-refused',
  'not-found',
  'method-not-allowed',
] as const);

/** Whether a failed exchange means that the server does not know the session, or knows it as another user's. */
export const needsSignIn = (error: unknown): boolean => error instanceof ApiError && NEEDS_SIGN_IN.has(error.code);

/** Whether operations that were sent may have been decided although no result came; they are in doubt then. */
export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ApiError) || error.code === 'internal';

/** Whether the server cannot read a push, so that it would reject the same push again. */
export const isUnreadable = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.mayPass && !PASSING.has(error.code);

/** Whether the server will never accept a photo, or any photo for its chat. */
export const isRejectedPhoto = (error: unknown): error is ApiError =>
  isUnreadable(error) || (error instanceof ApiError && error.code === 'not-found');

/** Whether the server cannot read the cursor of a pull, which has no other input. */
export const isUnreadableCursor = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'bad-cursor' || error.code === 'bad-request');

/** Maps a failed call to a problem that is shown to the user. */
export function toSyncProblem(error: unknown): SyncProblem {
  if (error instanceof UnreachableError) return 'unreachable';
  if (error instanceof NewerServerError) return 'newer-server';
  if (error instanceof ForeignReplyError) return error.isPortal ? 'foreign-reply' : 'server-error';
  if (!(error instanceof ApiError)) return 'device-error';
  return error.code === 'older-server' || error.code === 'read-only' ? error.code : 'server-error';
}
