import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { listDatabases, openDatabase } from '#sync/database/idb.ts';
import { deleteWorkboxCaches } from './delete-workbox-caches.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

test('caches of releases that used Workbox are deleted; images, lists and the shell stay', async () => {
  const memory = new MemoryCaches();
  for (const name of ['workbox-precache-v2-https://shop.test/', 'images', 'first-screens', 'last-lists', 'shell']) {
    await memory.open(name);
  }
  const idb = new IDBFactory();
  for (const name of ['workbox-expiration', 'hexlime-catalog']) (await openDatabase(name, {}, idb)).close();
  await deleteWorkboxCaches(memory as unknown as CacheStorage, idb);
  expect(await memory.keys()).toEqual(['images', 'first-screens', 'last-lists', 'shell']);
  await expect.poll(() => listDatabases(idb)).toEqual(['hexlime-catalog']);
});

test('failing storage does not stop the activation of a release', async () => {
  const memory = new MemoryCaches();
  memory.isBroken = true;
  await expect(deleteWorkboxCaches(memory as unknown as CacheStorage, new IDBFactory())).resolves.toBeUndefined();
});
