import { clearStorage } from '#pwa/platform/storage/device-storage.ts';
import { deleteDatabase, listDatabases } from '#sync/database/idb.ts';
import { settleWithin } from '#sync/database/settle-within.ts';
import { findStoredName } from './stored-names.ts';
import type { StoreKind } from './stored-names.ts';

/** How long a deletion waits for another tab that still has the database open. */
const DELETE_TIMEOUT_MS = 3_000;

/** Whether a name belongs to the shops. The data of the administration, unsent work included, stays. */
const isOfShops = (kind: StoreKind, name: string): boolean => {
  const entry = findStoredName(kind, name);
  return entry !== undefined && entry.part !== 'administrator';
};

/** Deletes what the shops store in this browser. Callers sign the user out first, and reload the page afterwards. */
export async function clearDevice(): Promise<void> {
  clearStorage((name) => isOfShops('local', name) || isOfShops('session', name));
  // Browsers offer no caches to insecure pages.
  const cacheNames = (await globalThis.caches?.keys()) ?? [];
  const databases = await listDatabases();
  await Promise.all([
    ...cacheNames.filter((name) => isOfShops('cache', name)).map((name) => caches.delete(name)),
    ...databases
      .filter((name) => isOfShops('database', name))
      .map((name) => settleWithin(deleteDatabase(name), DELETE_TIMEOUT_MS)),
  ]);
}
