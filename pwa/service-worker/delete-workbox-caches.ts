/** The database in which Workbox noted when a picture was last seen. */
const EXPIRATION_DATABASE = 'workbox-expiration';

/** Deletes what the service worker of earlier releases left on the device: their files, and their notes on pictures. */
export async function deleteWorkboxCaches(
  caches: CacheStorage,
  indexedDB: Pick<IDBFactory, 'deleteDatabase'>,
): Promise<void> {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)));
    indexedDB.deleteDatabase(EXPIRATION_DATABASE);
  } catch {
    // What is left takes room and does nothing else: the new release serves all the same.
  }
}
