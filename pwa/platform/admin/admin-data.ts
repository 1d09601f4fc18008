import type { AdminData } from '#sync/admin/admin-api.ts';
import { openAdminData } from '#sync/admin/store/open-admin-data.ts';
import { requestPersistentStorage } from '../storage/request-persistent-storage.ts';

let opened: AdminData | undefined;
let isClosed = false;
const listeners = new Set<() => void>();

/** The administrator's rows on this device; undefined once a newer version of the app has them: then the page must be loaded anew. */
export function findAdminData(): AdminData | undefined {
  if (isClosed) return undefined;
  if (!opened) {
    opened = openAdminData({ onKept: requestPersistentStorage });
    opened.onClosed(() => {
      isClosed = true;
      for (const listener of listeners) listener();
    });
  }
  return opened;
}

/** Calls back when the rows are no longer to be read here. */
export function onAdminDataClosed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
