import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as imageChoice from './image-choice.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

let memory: MemoryCaches;
const start = async (): Promise<typeof imageChoice> => {
  vi.resetModules();
  return import('./image-choice.ts');
};
beforeEach(() => {
  memory = new MemoryCaches();
  vi.stubGlobal('caches', memory);
});
afterEach(() => vi.unstubAllGlobals());

test('a change reports whether it differs from the stored choice, also after the worker restarts', async () => {
  await (await start()).storeImageChoice('tap');
  const worker = await start();
  expect(await worker.changeImageChoice('all')).toBe(true);
  expect(await worker.readImageChoice()).toBe('all');
  expect(await worker.changeImageChoice('all')).toBe(false);
});

test('a new choice applies at once, even while the stored one is still being read', async () => {
  await (await start()).storeImageChoice('tap');
  const worker = await start();
  void worker.readImageChoice();
  void worker.changeImageChoice('small');
  expect(await worker.readImageChoice()).toBe('small');
});
