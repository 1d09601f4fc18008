import { useCallback, useEffect, useState } from 'react';

/** How much this site stores in the browser. */
export interface StorageUsage {
  /** Undefined where the browser does not report it. */
  readonly usedBytes: number | undefined;
  readonly quotaBytes: number | undefined;
  /** Whether the browser never evicts the stored data. */
  readonly isPersistent: boolean;
}

/** The storage usage, once it is known, and how to request persistent storage. */
export function useStorageUsage(): { readonly use: StorageUsage | undefined; readonly keep: () => void } {
  const [use, setUse] = useState<StorageUsage>();
  const refresh = useCallback((): void => {
    void readStorageUsage().then(setUse);
  }, []);
  useEffect(refresh, [refresh]);
  const keep = useCallback((): void => {
    // If the browser denies it, the refreshed usage shows that.
    void (navigator.storage?.persist?.() ?? Promise.resolve(false)).catch(() => false).then(refresh);
  }, [refresh]);
  return { use, keep };
}

/** Reads the present storage usage. Browsers without a storage manager, and insecure pages, report none. */
export async function readStorageUsage(): Promise<StorageUsage> {
  try {
    const [{ usage, quota }, isPersistent] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { usedBytes: usage, quotaBytes: quota, isPersistent };
  } catch {
    return { usedBytes: undefined, quotaBytes: undefined, isPersistent: false };
  }
}
