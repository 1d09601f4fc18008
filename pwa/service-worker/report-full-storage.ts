import { PRECACHE, STORAGE_FULL } from '#contract/service-worker/storage-full.ts';

/**
 * Tells the open pages that this release's files do not fit on the device. Without an active earlier release, the files that did fit are
 * useless and are deleted: the catalogue and what the user wrote need the room.
 */
export async function reportFullStorage({
  caches,
  clients,
  registration,
}: Pick<ServiceWorkerGlobalScope, 'caches' | 'clients' | 'registration'>): Promise<void> {
  if (!registration.active) await caches.delete(PRECACHE);
  for (const client of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
    client.postMessage({ type: STORAGE_FULL });
}
