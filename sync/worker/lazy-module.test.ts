import { expect, it } from 'vitest';
import { lazyModule } from './lazy-module.ts';

it('code is loaded once, with its first use, and a failed load is retried by the next call', async () => {
  let loads = 0;
  const lazy = lazyModule(async () => {
    loads += 1;
    if (loads === 1) throw new TypeError('no network');
    return loads;
  });
  expect([lazy.started, loads]).toEqual([undefined, 0]);
  await expect(lazy.get()).rejects.toThrow('no network');
  expect(lazy.started).toBeUndefined();
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([2, 2]);
  expect(await lazy.started).toBe(2);
});
