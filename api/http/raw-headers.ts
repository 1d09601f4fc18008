import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request has one of some headers, whose names are in lower case. Node builds the object of all headers when the first one is
 * asked for, which takes longer than the rest of a cached response.
 */
export function hasHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, names: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    for (const name of names) {
      if (given.length === name.length && (given === name || given.toLowerCase() === name)) return true;
    }
  }
  return false;
}
