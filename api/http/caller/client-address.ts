import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client's address as the outermost trusted proxy saw it, without a port; entries that the client wrote into the header itself
 * are ignored. Without a valid entry, returns the address that the connection comes from.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const hop = readTrusted(request, 'x-forwarded-for', trustedProxies);
  return (hop !== undefined && readAddress(hop)) || direct;
}

/** Returns whether the client's connection was encrypted, as the outermost trusted proxy saw it; the server itself speaks plain HTTP. */
export const isEncrypted = (request: IncomingMessage, trustedProxies: number): boolean =>
  readTrusted(request, 'x-forwarded-proto', trustedProxies)?.toLowerCase() === 'https';

/** Returns whether the outermost trusted proxy says that the client's connection was not encrypted; false when it says nothing. */
export const isKnownPlain = (request: IncomingMessage, trustedProxies: number): boolean =>
  readTrusted(request, 'x-forwarded-proto', trustedProxies)?.toLowerCase() === 'http';

/** Returns the requested host in lower case, without its port and the brackets of an IPv6 address; empty when the header is missing. */
export const hostNameOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '')
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();

/** Reads what the outermost trusted proxy added to a list in a header; the first entry when proxies replace the list. */
function readTrusted(request: IncomingMessage, name: string, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return undefined;
  const header = request.headers[name];
  const entries = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((entry) => entry.trim());
  return entries.at(-trustedProxies) ?? entries[0];
}

/** Reads `address`, `address:port`, `[address]` or `[address]:port`; undefined when it is none of these. */
function readAddress(hop: string): string | undefined {
  const address = /^\[([^\]]+)\](?::\d*)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d*$/.exec(hop)?.[1] ?? hop;
  return ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address) ? address : undefined;
}
