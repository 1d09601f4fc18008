import type { IncomingMessage, ServerResponse } from 'node:http';
import { SHARED_PAGE } from '#contract/service-worker/share-target.ts';
import { isOwnOrigin } from './caller/own-origin.ts';

/**
 * Returns whether a post comes from the operating system or from one of our pages, not from another site. With posts of the system,
 * browsers send `none` or nothing as the site, and `null` or nothing as the origin.
 */
function isOwnShare(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'none' || site === 'same-origin';
  return origin === undefined || origin === 'null' || isOwnOrigin(request, publicUrl);
}

/**
 * Answers a post of shared images. It reaches the server only when the browser has removed the page's service worker, so the reply
 * redirects to the page, which asks the user to share the images again. Rejects posts of other sites.
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
