import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { ERRORS } from '#contract/http/error-codes.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode, Problem } from '#contract/http/errors.ts';
import { API_HEADERS } from './headers/api-headers.ts';
import { isNavigation, PROBLEM_PAGE_HEADERS, renderProblemPage } from './problem-page.ts';
import { BlobStoreError } from '../storage/blobs/blob-store-error.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';
import type { StorageFault } from '../storage/storage-fault.ts';

/** The reply to each fault. A lock ends without help, so it is retried soon; faults that an operator must fix are retried later. */
const STORAGE_PROBLEMS: Readonly<
  Record<StorageFault, readonly [code: ErrorCode, detail: string, retryAfterSeconds: number]>
> = {
  full: ['not-ready', 'The server is out of disk space.', 30],
  busy: ['not-ready', 'The database is busy.', 2],
  'read-only': ['read-only', 'The shop is read-only at the moment.', 60],
  damaged: ['read-only', 'The shop is read-only at the moment: its database is damaged.', 300],
  unreachable: ['not-ready', 'The database cannot be reached.', 2],
  'too-many-files': ['not-ready', 'The server has too many files and connections open.', 5],
  'blobs-unreachable': ['not-ready', 'Images can be neither read nor stored at the moment.', 10],
};

/** An error as it is sent to the caller. */
export interface ProblemReply {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly body: Buffer;
  /** Flat list of names and values, without `content-type` and `content-length`. */
  readonly headers: readonly string[];
}

/** Overrides of what the error code implies. */
export interface ProblemOptions {
  readonly status?: number;
  /** Methods that the path accepts. */
  readonly allow?: readonly string[];
}

/**
 * Turns any error into problem details and logs it: an expected rejection at debug level, a fault with its cause. The caller gets the code
 * and the request's id, never a stack, a query or a path.
 */
export function toProblemReply(error: unknown, log: Logger, options: ProblemOptions = {}): ProblemReply {
  const apiError = toApiError(error);
  const requestId = randomUUID();
  const reply = describeProblem(apiError, options, requestId);
  const { title } = ERRORS[apiError.code];
  // An overload is expected, and so is a blob store that is still unreachable; a log line for each call would add to the load.
  const isExpected =
    (error instanceof ApiError && error.code === 'not-ready') || (error instanceof BlobStoreError && error.isRepeated);
  const isFault = reply.status >= 500 && !isExpected;
  if (isFault) log.error({ err: error, requestId }, title);
  else log.debug({ code: apiError.code, detail: apiError.detail, requestId }, title);
  return reply;
}

/** Returns the reply to an error without logging it; called directly for expected rejections. */
export function describeProblem(
  apiError: ApiError,
  options: ProblemOptions = {},
  requestId: string = randomUUID(),
): ProblemReply {
  const { title, status: ownStatus } = ERRORS[apiError.code];
  const status = options.status ?? ownStatus;
  const problem: Problem = {
    type: `urn:hexlime:problem:${apiError.code}`,
    title,
    status,
    ...(apiError.detail !== undefined && { detail: apiError.detail }),
    instance: `urn:uuid:${requestId}`,
    code: apiError.code,
    error: apiError.detail ?? title,
    ...(apiError.retryAfterSeconds !== undefined && { retryAfter: apiError.retryAfterSeconds }),
    ...(apiError.errors && { errors: apiError.errors }),
    ...(apiError.current !== undefined && { current: apiError.current }),
  };
  const body = Buffer.from(JSON.stringify(problem));
  const headers = [
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
    ...API_HEADERS,
    ...(options.allow ? ['allow', options.allow.join(', ')] : []),
    ...(apiError.retryAfterSeconds === undefined ? [] : ['retry-after', String(apiError.retryAfterSeconds)]),
  ];
  return { status, retryAfter: apiError.retryAfterSeconds, body, headers };
}

/** Returns the error to reply with: an `ApiError` as it is, for a storage fault one that says when to retry, otherwise `internal`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const fault = storageFaultOf(error);
  if (fault === undefined) return new ApiError('internal');
  const [code, detail, retryAfterSeconds] = STORAGE_PROBLEMS[fault];
  return new ApiError(code, detail, { retryAfterSeconds });
}

/** Sends a problem, as a readable page when a browser navigates to the URL. Closes the connection when another reply was already begun. */
export function sendProblem(response: ServerResponse, problem: ProblemReply): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, headers } = problem;
  const isPage = isNavigation(response.req);
  const body = isPage ? Buffer.from(renderProblemPage(response.req, problem)) : problem.body;
  const type = isPage ? 'text/html; charset=utf-8' : 'application/problem+json';
  const own = ['content-type', type, 'content-length', String(body.length), ...(isPage ? PROBLEM_PAGE_HEADERS : [])];
  response.writeHead(status, [...own, ...headers]).end(body);
}
