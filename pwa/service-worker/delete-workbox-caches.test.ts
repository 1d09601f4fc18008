import { expect, test } from 'vitest';
import { deleteWorkboxCaches } from './delete-workbox-caches.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

test('caches of the Workbox releases are deleted; images, lists and the shell stay', async () => {
  const memory = new MemoryCaches();
  for (const name of ['workbox-precache-v2-https://shop.test/', 'images', 'first-screens', 'last-lists', 'shell']) {
    await memory.open(name);
  }
  const databases: string[] = [];
  await deleteWorkboxCaches(memory as unknown as CacheStorage, {
    deleteDatabase: (name) => databases.push(name) as unknown as IDBOpenDBRequest,
  });
  expect(await memory.keys()).toEqual(['images', 'first-screens', 'last-lists', 'shell']);
  expect(databases).toEqual(['workbox-expiration']);
});

test('failing storage does not stop the activation of a release', async () => {
  const memory = new MemoryCaches();
  memory.isBroken = true;
  await expect(
    deleteWorkboxCaches(memory as unknown as CacheStorage, {
      deleteDatabase: () => {
        throw new DOMException('closed', 'SecurityError');
      },
    }),
  ).resolves.toBeUndefined();
});
