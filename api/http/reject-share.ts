import type { IncomingMessage, ServerResponse } from 'node:http';
import { SHARED_PAGE } from '#contract/service-worker/share-target.ts';
import { isOwnOrigin } from './caller/own-origin.ts';

/** Returns whether the system or one of our pages posts, not another site; for the system's posts browsers name neither a site nor an origin. */
function isOwnShare(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'none' || site === 'same-origin';
  return origin === undefined || origin === 'null' || isOwnOrigin(request, publicUrl);
}

/**
 * Answers images that are shared with a page whose service worker the browser has removed: the page asks the user to share them again.
 * Rejects posts of other sites.
 */
export function rejectShare(request: IncomingMessage, response: ServerResponse, publicUrl: string | undefined): true {
  const isShared = isOwnShare(request, publicUrl);
  response
    .writeHead(isShared ? 303 : 403, {
      ...(isShared && { location: `${SHARED_PAGE}=again` }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      connection: 'close',
    })
    .end();
  return true;
}
