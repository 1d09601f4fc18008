import type { IncomingMessage } from 'node:http';

/**
 * Headers that a request may have only once. Of some, Node keeps the first, while a proxy, a cache or a filter in front may have read
 * another one. The rest, which Node would join, decide who the caller is or whether a write takes effect.
 */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'host',
  'origin',
  'sec-fetch-site',
  'if-match',
  'idempotency-key',
]);
const LENGTHS = new Set([...SINGLE_HEADERS].map(({ length }) => length));

/** A name or an address, with an optional port (RFC 3986); an empty port means that of the scheme. */
const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::(\d{0,5}))?$/i;
const MAX_PORT = 65_535;

/** Returns whether the head of a request could be read in two ways, or names no valid host; then nothing in it can be trusted. */
export function isAmbiguous({ rawHeaders, headers }: IncomingMessage): boolean {
  const seen = new Set<string>();
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? '';
    if (!LENGTHS.has(given.length)) continue;
    const name = given.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  // HTTP/1.0 clients, such as some probes, send no host.
  if (headers.host === undefined) return false;
  const host = HOST.exec(headers.host);
  return host === null || Number(host[1] ?? 0) > MAX_PORT;
}
