import type { IncomingMessage } from 'node:http';

/** Returns whether the `Origin` header is this server's; false when there is none. */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Returns whether a write comes from a browser: browsers send at least one of these headers with it. */
export const isBrowser = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

/**
 * Returns whether a write may be authorized by a cookie: in a browser it must come from our own page. Other clients are not open to
 * cross-site request forgery.
 */
export function isOwnWrite(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (!isBrowser(request)) return true;
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? isOwnOrigin(request, publicUrl) : site === 'same-origin';
}
