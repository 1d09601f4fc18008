import { ApiError } from '#contract/http/errors.ts';
import { NewerServerError } from './api-client.ts';

/** Delay after a failure: full jitter up to a limit that doubles from 1 s to 60 s. */
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** A starting server is asked again this soon, unless it names a later time. */
const MAX_NOT_READY_MS = 3_000;
/** A server that this page is too old to read is asked again after this. */
const NEWER_SERVER_MS = 15 * 60_000;

/** Delay before the next attempt after `failures` in a row, in ms. */
export function backoffMs(failures: number, random: () => number): number {
  const limitMs = Math.min(MIN_BACKOFF_MS * 2 ** Math.max(failures - 1, 0), MAX_BACKOFF_MS);
  return Math.max(MIN_BACKOFF_MS / 2, random() * limitMs);
}

/** Delay after a failure: the backoff, but not less than the server asks for, and short while the server is starting. */
export function retryDelayMs(error: unknown, failures: number, random: () => number): number {
  const askedMs = toRetryAfterMs(error);
  const isStarting = error instanceof ApiError && error.code === 'not-ready';
  const limitMs = isStarting ? Math.max(askedMs, MAX_NOT_READY_MS) : Number.POSITIVE_INFINITY;
  return Math.min(Math.max(backoffMs(failures, random), askedMs), limitMs);
}

/** Delay that a failure asks for, in ms. Only a reloaded page can read a newer server, unless that is rolled back. */
export function toRetryAfterMs(error: unknown): number {
  if (error instanceof NewerServerError) return NEWER_SERVER_MS;
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
}
