import type { DirectReads } from '../http/listener/request-listener.ts';
import { prepareResponse, sendCachedResponse } from '../http/caching/cached-response.ts';

export const SECURITY_TEXT_PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

export interface SecurityTextOptions {
  /** Address for reports: mailto:, https: or tel:. Without it there is no such file. */
  readonly contact: string | undefined;
  /** Public origin; called when the server listens. */
  readonly getOrigin: () => string;
  /** Time in ms. */
  readonly now: () => number;
}

/** Serves `/.well-known/security.txt` (RFC 9116), which tells researchers where to report a vulnerability. */
export function createSecurityText({ contact, getOrigin, now }: SecurityTextOptions): DirectReads {
  return {
    handle(request, response) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (contact === undefined || !isRead || request.url !== SECURITY_TEXT_PATH) return false;
      sendCachedResponse(
        request,
        response,
        prepareResponse({
          contentType: 'text/plain; charset=utf-8',
          cacheControl: 'public, max-age=86400',
          body: Buffer.from(writeSecurityText(contact, getOrigin(), now())),
        }),
      );
      return true;
    },
  };
}

/**
 * Returns the file's text. It always expires `VALID_DAYS` from today, because the contact comes from the current
 * settings.
 */
function writeSecurityText(contact: string, origin: string, atMs: number): string {
  const expiresAtMs = (Math.floor(atMs / DAY_MS) + VALID_DAYS) * DAY_MS;
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(expiresAtMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}${SECURITY_TEXT_PATH}`,
    '',
  ].join('\n');
}
