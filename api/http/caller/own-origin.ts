import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../config/loopback.ts';
import { requiresHttps } from '../headers/strict-transport.ts';
import { hostNameOf } from './client-address.ts';

/**
 * Returns whether the `Origin` header is this server's; false when there is none. A shop with an https address rejects its http origin, except
 * on this machine: anybody in the visitor's network could serve a page with that origin.
 */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  if (host === undefined) return false;
  if (origin === `https://${host}`) return true;
  return origin === `http://${host}` && (!requiresHttps(publicUrl) || isLoopback(hostNameOf(request)));
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
