import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { AdminData } from '#sync/api/admin-api.ts';
import { dropCaches } from '#sync/database/drop-caches.ts';
import { openAdminData } from '#sync/admin/store/open-admin-data.ts';
import { createObservable } from '../observable.ts';
import { requestPersistentStorage } from '../storage/request-persistent-storage.ts';

let opened: AdminData | undefined;
const isClosed = createObservable(false);

function findAdminData(): AdminData | undefined {
  if (isClosed.get()) return undefined;
  if (!opened) {
    opened = openAdminData({ onStored: requestPersistentStorage, freeSpace: dropCaches });
    opened.onClosed(() => isClosed.set(true));
  }
  return opened;
}

/** The administrator's rows on this device, for writing; undefined once a newer version of the app holds them: the page must then reload. */
export const useOpenAdminData = (): AdminData | undefined =>
  useSyncExternalStore(isClosed.subscribe, findAdminData, () => undefined);

/**
 * Returns what `read` reads from the administrator's rows, live: it runs again whenever they change, in any tab or worker. Undefined until
 * the first read is done, and after a read that fails. `dependencies` are the other values that `read` uses.
 */
export function useAdminData<T>(
  read: (data: AdminData) => Promise<T>,
  dependencies: readonly unknown[] = [],
): T | undefined {
  const data = useOpenAdminData();
  return useLiveQuery(async () => {
    if (!data) return undefined;
    // A read that fails shows nothing; the next change reads again.
    return read(data).catch(() => undefined);
  }, [data, ...dependencies]);
}
