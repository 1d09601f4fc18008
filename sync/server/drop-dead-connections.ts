/** Connections to one server that a browser keeps open over HTTP/1.1 at most. */
const KEPT_CONNECTIONS = 6;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Makes the browser detect which of its pooled connections died silently. Otherwise it assigns them to the next calls one by one, and each
 * call waits for its full timeout. Live connections answer; the others are closed by the request that they did not carry.
 */
export function dropDeadConnections(origin: string, fetchFn: typeof fetch): void {
  for (let asked = 0; asked < KEPT_CONNECTIONS; asked++)
    fetchFn(`${origin}/healthz`, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).catch(() => undefined);
}
