import Negotiator from 'negotiator';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** The smallest first: it wins where a caller accepts several equally. */
const ENCODINGS: readonly ContentEncoding[] = ['br', 'gzip', 'identity'];
export const PLAIN_ONLY: readonly ContentEncoding[] = ['identity'];
/** Maximum number of remembered headers: browsers send only a few different ones, and negotiating costs more than the rest of a cached response. */
const MAX_REMEMBERED = 100;

const remembered = new Map<string, readonly ContentEncoding[]>();

/** Returns the encodings that an `Accept-Encoding` header accepts, the preferred one first. Without a header a caller gets the plain body. */
export function acceptedEncodings(header: string | undefined): readonly ContentEncoding[] {
  if (header === undefined) return PLAIN_ONLY;
  const known = remembered.get(header);
  if (known) return known;
  const request = { headers: { 'accept-encoding': header } };
  const accepted = new Negotiator(request).encodings(ENCODINGS, { preferred: ENCODINGS }) as ContentEncoding[];
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(header, accepted);
  return accepted;
}
