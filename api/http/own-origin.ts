import type { IncomingMessage } from 'node:http';

/** Whether a browser says that one of our own pages asks; false when it does not name an origin. */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Whether a write comes from a browser: it says where a call comes from in one of two headers. */
export const isBrowser = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

/**
 * Whether a write may rest on a cookie: a browser says that our own page asks. What is no browser carries no cookie that somebody else could
 * make use of.
 */
export function isOwnWrite(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (!isBrowser(request)) return true;
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? isOwnOrigin(request, publicUrl) : site === 'same-origin';
}
