import type { IncomingMessage } from 'node:http';

/** Address of who called, as the outermost of the trusted proxies saw it; what callers write into the header themselves does not count. */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || hops[0] || direct;
}
