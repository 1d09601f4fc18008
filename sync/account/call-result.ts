import { ApiError } from '#contract/errors.ts';
import { toSyncProblem } from '../http/sync-problem.ts';
import type { CallResult } from './account-api.ts';

/** What a call came to, as data. A server that fails or is not ready has decided nothing. */
export async function toCallResult<T>(call: Promise<T>): Promise<CallResult<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'internal' || error.code === 'not-ready')
      return { ok: false, problem: toSyncProblem(error) };
    const { code, message, retryAfterSeconds, current, errors } = error;
    return { ok: false, problem: 'refused', code, detail: message, retryAfterSeconds, current, errors };
  }
}
