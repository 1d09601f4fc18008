import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { AdminData } from '#sync/admin/admin-api.ts';
import { findAdminData, onAdminDataClosed } from './admin-data.ts';

/** The administrator's rows, to write with; undefined once a newer version of the app has them. */
export function useOpenAdminData(): AdminData | undefined {
  return useSyncExternalStore(onAdminDataClosed, findAdminData, () => undefined);
}

/**
 * What `read` gives of the administrator's rows, live: it is read again whenever they change, in whichever tab or worker. Undefined until it
 * has been read. `dependencies` are what else `read` uses.
 */
export function useAdminData<T>(
  read: (data: AdminData) => Promise<T>,
  dependencies: readonly unknown[] = [],
): T | undefined {
  const data = useOpenAdminData();
  return useLiveQuery(async () => {
    if (!data) return undefined;
    // A storage that fails shows nothing; the next change is read together with this one.
    return read(data).catch(() => undefined);
  }, [data, ...dependencies]);
}
