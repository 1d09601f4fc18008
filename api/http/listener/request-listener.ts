import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import type { Logger } from 'pino';
import { sendProblem, toProblemReply } from '../problem.ts';
import { isProbe } from './probes.ts';

/** Longest path with its query of a call or a file, in characters. */
const MAX_URL_LENGTH = 2_048;
/** Longest one of the page: a link that shares a build of 500 parts has up to 12,500 characters. */
const MAX_PAGE_URL_LENGTH = 16_384;
/** Hashed files of the build, below which nothing else is. */
const ASSETS = /^\/(?:admin-)?assets\//;

const NO_READS: readonly DirectReads[] = [];

/** Answers some reads without Express. */
export interface DirectReads {
  /** Returns false, and leaves the response alone, when the request is not one of these reads. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface RequestListenerOptions {
  /** Answers everything that no direct read does. */
  readonly app: RequestListener;
  /** Below `/api/`, in the order in which they are asked. */
  readonly apiReads: readonly DirectReads[];
  /** Below `/images/`. */
  readonly imageReads: readonly DirectReads[];
  /** Below `/assets/` and `/admin-assets/`. */
  readonly assetReads: readonly DirectReads[];
  /** Documents, the site map and files of the page. */
  readonly publicReads: readonly DirectReads[];
  /** The page, which alone answers addresses that are longer than any that is rendered. */
  readonly longReads: readonly DirectReads[];
  readonly log: Logger;
}

/** Dispatches each request by its URL, before any framework looks at it. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { app, apiReads, imageReads, assetReads, publicReads, longReads, log } = options;

  const listReads = (url: string): readonly DirectReads[] => {
    if (url.startsWith('/api/')) return apiReads;
    if (url.startsWith('/images/')) return imageReads;
    if (ASSETS.test(url)) return assetReads;
    return url.startsWith('/dev/') || isProbe(url) ? NO_READS : publicReads;
  };

  const answerLong = (request: IncomingMessage, response: ServerResponse, url: string): void => {
    const isOfPage = url.length <= MAX_PAGE_URL_LENGTH && listReads(url) === publicReads;
    if (isOfPage && longReads.some((reads) => reads.handle(request, response))) return;
    const tooLong = new ApiError('too-large', 'The address is too long.');
    sendProblem(response, toProblemReply(tooLong, log, { status: 414 }));
  };

  return (request, response) => {
    const { url = '/' } = request;
    if (url.length > MAX_URL_LENGTH) {
      answerLong(request, response, url);
      return;
    }
    for (const reads of listReads(url)) if (reads.handle(request, response)) return;
    app(request, response);
  };
}
