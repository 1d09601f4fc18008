import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ApiError, ERRORS } from '#contract/errors.ts';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';
import type { StorageFault } from '../storage/storage-fault.ts';

/** What callers are told of each fault, and after how many seconds they may ask again: a lock ends by itself, for the rest somebody has to come. */
const STORAGE_REFUSALS: Readonly<
  Record<StorageFault, readonly [code: ErrorCode, detail: string, retryAfterSeconds: number]>
> = {
  full: ['not-ready', 'The server has no room left.', 30],
  busy: ['not-ready', 'The database is busy.', 2],
  'read-only': ['read-only', 'The shop can only be read at the moment.', 60],
  damaged: ['read-only', 'The shop can only be read at the moment: its database is damaged.', 300],
  'too-many-files': ['not-ready', 'The server has too many files and connections open.', 5],
};

/** An error as it goes to the caller. */
export interface ProblemReply {
  readonly status: number;
  readonly body: Buffer;
  /** Flat list of names and values. */
  readonly headers: readonly string[];
}

/** What a reply can differ in from what its error code says. */
export interface ProblemOptions {
  readonly status?: number;
  /** Methods that the path has. */
  readonly allow?: readonly string[];
}

/**
 * Turns any error into problem details and writes one log line: an expected refusal quietly, a fault with its cause. The caller learns
 * the code and the request's id, never a stack, a query or a path.
 */
export function toProblemReply(error: unknown, log: Logger, options: ProblemOptions = {}): ProblemReply {
  const refusal = toRefusal(error);
  const { title, status: ownStatus } = ERRORS[refusal.code];
  const status = options.status ?? ownStatus;
  const instance = randomUUID();
  if (status >= 500) log.error({ err: error, requestId: instance }, title);
  else log.debug({ code: refusal.code, detail: refusal.detail, requestId: instance }, title);
  const problem: Problem = {
    type: `urn:hexlime:problem:${refusal.code}`,
    title,
    status,
    ...(refusal.detail !== undefined && { detail: refusal.detail }),
    instance: `urn:uuid:${instance}`,
    code: refusal.code,
    error: refusal.detail ?? title,
    ...(refusal.retryAfterSeconds !== undefined && { retryAfter: refusal.retryAfterSeconds }),
    ...(refusal.errors && { errors: refusal.errors }),
    ...(refusal.current !== undefined && { current: refusal.current }),
  };
  const body = Buffer.from(JSON.stringify(problem));
  const headers = [
    'content-type',
    'application/problem+json',
    'content-length',
    String(body.length),
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
    'cross-origin-resource-policy',
    'same-origin',
    ...(options.allow ? ['allow', options.allow.join(', ')] : []),
    ...(refusal.retryAfterSeconds === undefined ? [] : ['retry-after', String(refusal.retryAfterSeconds)]),
  ];
  return { status, body, headers };
}

function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const fault = storageFaultOf(error);
  if (fault === undefined) return new ApiError('internal');
  const [code, detail, retryAfterSeconds] = STORAGE_REFUSALS[fault];
  return new ApiError(code, detail, { retryAfterSeconds });
}

/** Writes a problem, or cuts the connection when a part of another reply is out already. */
export function sendProblem(response: ServerResponse, problem: ProblemReply): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(problem.status, problem.headers as string[]).end(problem.body);
}
