import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import type { Logger } from 'pino';
import { sendProblem, toProblemReply } from '../problem.ts';
import { isProbe } from './probes.ts';

/** Maximum length of the path and query of a call or a file, in characters. */
const MAX_URL_LENGTH = 2_048;
/** Maximum length for the page: a link that shares a build of 500 parts has up to 12,500 characters. */
const MAX_PAGE_URL_LENGTH = 16_384;
/** Folders that contain only hashed files of the build. */
const ASSETS = /^\/(?:admin-)?assets\//;

/**
 * Areas of URLs: `api` and `images` for all URLs below these folders, `assets` for hashed files of the build, `public` for documents, the
 * site map and other files of the page, `long` for URLs of the page that are longer than those of a call may be.
 */
export type ReadArea = 'api' | 'images' | 'assets' | 'public' | 'long';

/** Answers some reads without Express. */
export interface DirectReads {
  /** Returns false, and leaves the response alone, when the request is not one of these reads. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Combines several reads into one, which asks them in order. */
export const firstOf = (...reads: readonly DirectReads[]): DirectReads => ({
  handle: (request, response) => reads.some((one) => one.handle(request, response)),
});

export interface RequestListenerOptions {
  /** Answers everything that no direct read does. */
  readonly app: RequestListener;
  /** By area, in the order in which they are asked. */
  readonly reads: readonly Readonly<Partial<Record<ReadArea, DirectReads>>>[];
  readonly log: Logger;
}

/** Dispatches each request by its URL, before any framework looks at it. */
export function createRequestListener({ app, reads, log }: RequestListenerOptions): RequestListener {
  const inArea = (area: ReadArea): DirectReads => firstOf(...reads.flatMap(({ [area]: found }) => found ?? []));
  const areas: Readonly<Record<ReadArea, DirectReads>> = {
    api: inArea('api'),
    images: inArea('images'),
    assets: inArea('assets'),
    public: inArea('public'),
    long: inArea('long'),
  };

  const rejectLong = (response: ServerResponse): void => {
    const tooLong = new ApiError('too-large', 'The address is too long.');
    sendProblem(response, toProblemReply(tooLong, log, { status: 414 }));
  };

  return (request, response) => {
    const { url = '/' } = request;
    const area = findArea(url);
    if (url.length > MAX_URL_LENGTH) {
      const isOfPage = area === 'public' && url.length <= MAX_PAGE_URL_LENGTH;
      if (!isOfPage || !areas.long.handle(request, response)) rejectLong(response);
      return;
    }
    if (area && areas[area].handle(request, response)) return;
    app(request, response);
  };
}

/** Finds the area of an address; undefined where only Express answers. */
function findArea(url: string): ReadArea | undefined {
  if (url.startsWith('/api/')) return 'api';
  if (url.startsWith('/images/')) return 'images';
  if (ASSETS.test(url)) return 'assets';
  return url.startsWith('/dev/') || isProbe(url) ? undefined : 'public';
}
