import { afterEach, expect, it, vi } from 'vitest';
import { dropCaches } from './drop-caches.ts';

afterEach(() => void vi.unstubAllGlobals());

it('[CAT11] images and first screens are dropped, until there are none', async () => {
  const stored = new Set(['images', 'first-screens', 'other']);
  vi.stubGlobal('caches', { delete: async (name: string) => stored.delete(name) });
  expect([await dropCaches(), await dropCaches(), [...stored]]).toEqual([true, false, ['other']]);
});

it('[CAT11] nothing is dropped from a missing or blocked Cache Storage', async () => {
  vi.stubGlobal('caches', undefined);
  expect(await dropCaches()).toBe(false);
  vi.stubGlobal('caches', { delete: async () => Promise.reject(new DOMException('blocked', 'SecurityError')) });
  expect(await dropCaches()).toBe(false);
});
