import { ApiError } from '#contract/http/errors.ts';
import { ForeignReplyError } from '#contract/http/codec.ts';
import type { SyncProblem } from '../api/sync-problem.ts';
import { UnreachableError } from './api-client.ts';
import { NewerServerError } from './newer-server-error.ts';

/** Maps a failed call to a problem that is shown to the user. */
export function toSyncProblem(error: unknown): SyncProblem {
  if (error instanceof UnreachableError) return 'unreachable';
  if (error instanceof NewerServerError) return 'newer-server';
  if (error instanceof ForeignReplyError) return error.isPortal ? 'foreign-reply' : 'server-error';
  if (!(error instanceof ApiError)) return 'device-error';
  return error.code === 'older-server' || error.code === 'read-only' ? error.code : 'server-error';
}
