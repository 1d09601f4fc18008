import { expect, it } from 'vitest';
import { openFirstScreenStore } from './first-screen-store.ts';

it('[FS3] is silent where Cache Storage is missing or refused', async () => {
  const refuse = (): Promise<never> => Promise.reject(new DOMException('Not here', 'SecurityError'));
  const refusing = { open: refuse, delete: refuse } as unknown as CacheStorage;
  for (const caches of [undefined, refusing]) {
    const store = openFirstScreenStore(caches);
    await store.put('/first-screens/pc?a', '{}');
    await store.delete('/first-screens/pc?a');
    expect([await store.find('/first-screens/pc?a'), await store.list(), await store.drop()]).toEqual([
      undefined,
      [],
      false,
    ]);
  }
});
