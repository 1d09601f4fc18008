import type { IncomingMessage } from 'node:http';

/** Whether a browser says that one of our own pages asks; false when it does not name an origin. */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * Whether a write may rest on a cookie: a browser says that our own page asks. Browsers say where a call comes from in one of two headers;
 * what has neither is no browser, and carries no cookie that somebody else could make use of.
 */
export function isOwnWrite(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === undefined || isOwnOrigin(request, publicUrl);
}
