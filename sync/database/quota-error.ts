/** Whether a write failed because the device has no room left. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Dexie wraps the browser's error: a single one in `inner`, those of a bulk write in `failures`.
  const { inner, failures = [] } = error as Error & { inner?: unknown; failures?: unknown[] };
  return (
    error.name === 'QuotaExceededError' || [inner, ...failures].some((cause) => cause !== error && isQuotaError(cause))
  );
}
