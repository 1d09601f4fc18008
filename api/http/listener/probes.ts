/** Paths at which a balancer asks how the server is. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
