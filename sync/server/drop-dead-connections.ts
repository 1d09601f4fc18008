import { PROBE_TIMEOUT_MS } from '#contract/limits.ts';
import { isGatewayError } from './is-gateway-error.ts';

/** Connections to one server that a browser keeps open over HTTP/1.1 at most. */
const KEPT_CONNECTIONS = 6;

/** Asks the server by its cheapest call; returns whether it answers. */
export const isAnswering = (origin: string, fetchFn: typeof fetch): Promise<boolean> =>
  fetchFn(`${origin}/healthz`, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    ({ status }) => !isGatewayError(status),
    () => false,
  );

/**
 * Makes the browser detect which of its pooled connections died silently, and returns whether any is alive. Otherwise it assigns them to the
 * next calls one by one, and each call waits for its full timeout. Live connections answer; the others are closed by the request that they
 * did not carry.
 */
export async function dropDeadConnections(origin: string, fetchFn: typeof fetch): Promise<boolean> {
  const asked = Array.from({ length: KEPT_CONNECTIONS }, () => isAnswering(origin, fetchFn));
  return (await Promise.all(asked)).includes(true);
}
