import { useCallback, useEffect, useState } from 'react';

/** What this site keeps in the browser. */
export interface StorageUsage {
  /** Undefined where the browser does not say. */
  readonly usedBytes: number | undefined;
  readonly quotaBytes: number | undefined;
  /** The browser does not clear it by itself. */
  readonly isPersistent: boolean;
}

/** How much storage is used, once it is known, and how to ask the browser to keep it. */
export function useStorageUsage(): { readonly use: StorageUsage | undefined; readonly keep: () => void } {
  const [use, setUse] = useState<StorageUsage>();
  const refresh = useCallback((): void => {
    void readStorageUsage().then(setUse);
  }, []);
  useEffect(refresh, [refresh]);
  const keep = useCallback((): void => {
    // A refusal changes nothing, and is seen in what is read afterwards.
    void (navigator.storage?.persist?.() ?? Promise.resolve(false)).catch(() => false).then(refresh);
  }, [refresh]);
  return { use, keep };
}

/** What this site keeps in the browser now. Browsers without storage manager, and insecure pages, say nothing. */
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
