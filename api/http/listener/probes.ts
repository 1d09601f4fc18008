/** Paths at which a load balancer checks the server. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Returns whether an address is that of a probe, with or without a query. */
export const isProbe = (url: string): boolean => PROBES.has(url.split('?', 1)[0] ?? '');
