import type { IncomingMessage } from 'node:http';

/** Returns the client's address as the outermost trusted proxy saw it; entries that the client wrote into the header itself are ignored. */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || hops[0] || direct;
}
