/** Paths at which a balancer asks how the server is. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Returns whether an address is that of a probe, with or without a query. */
export const isProbe = (url: string): boolean => PROBES.has(url.split('?', 1)[0] ?? '');
