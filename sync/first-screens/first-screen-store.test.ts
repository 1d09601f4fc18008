import { expect, it } from 'vitest';
import { openFirstScreenStore } from './first-screen-store.ts';

it('[FS3] a missing or blocked Cache Storage causes no error', async () => {
  const reject = (): Promise<never> => Promise.reject(new DOMException('not allowed', 'SecurityError'));
  const rejecting = { open: reject } as unknown as CacheStorage;
  for (const caches of [undefined, rejecting]) {
    const store = openFirstScreenStore(caches);
    await store.put('/first-screens/pc?a', '{}');
    await store.delete('/first-screens/pc?a');
    expect([await store.find('/first-screens/pc?a'), await store.list()]).toEqual([undefined, []]);
  }
});
