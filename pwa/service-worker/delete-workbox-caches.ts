import { deleteDatabase } from '#sync/database/idb.ts';

/** Workbox's database of the times at which cached images were last used. */
const EXPIRATION_DATABASE = 'workbox-expiration';

/** Deletes the caches and the database that the Workbox-based service worker of earlier releases left on the device. */
export async function deleteWorkboxCaches(caches: CacheStorage, indexedDB?: IDBFactory): Promise<void> {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)));
    // Not waited for: a page of such a release may keep the database open, which must not delay the activation of the new release.
    deleteDatabase(EXPIRATION_DATABASE, indexedDB).catch(() => undefined);
  } catch {
    // Leftovers only take space; the new release works anyway.
  }
}
