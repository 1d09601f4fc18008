import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import type { CallResult } from '../api/calls.ts';
import { toSyncProblem } from './failed-call.ts';

/** Errors that are no rejection of the call: the server fails, is starting or is read-only. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set(['internal', 'not-ready', 'read-only']);

/** Returns the outcome of a call as data. */
export async function toCallResult<T>(call: Promise<T>): Promise<CallResult<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof ApiError) || UNDECIDED.has(error.code)) return { ok: false, problem: toSyncProblem(error) };
    const { code, message, retryAfterSeconds, current, errors } = error;
    return { ok: false, problem: 'rejected', code, detail: message, retryAfterSeconds, current, errors };
  }
}
