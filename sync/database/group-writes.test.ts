import { describe, expect, it } from 'vitest';
import { groupWrites } from './group-writes.ts';

/** Creates a store whose writes the test ends. */
function createWrites() {
  const started: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<string> }[] = [];
  const add = groupWrites((items: readonly number[]) => {
    const end = Promise.withResolvers<string>();
    started.push({ items, end });
    return end.promise;
  });
  return { started, add };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('items of a store', () => {
  it('are written together when they arrive in one tick, or while a write runs', async () => {
    const { started, add } = createWrites();
    const first = [add(1), add(2)];
    await settle();
    const second = [add(3), add(4), add(5)];
    await settle();
    expect(started.map(({ items }) => items.join())).toEqual(['1,2']);
    started[0]?.end.resolve('first');
    expect(await Promise.all(first)).toEqual(['first', 'first']);
    await settle();
    expect(started.map(({ items }) => items.join())).toEqual(['1,2', '3,4,5']);
    started[1]?.end.resolve('second');
    expect(await Promise.all(second)).toEqual(['second', 'second', 'second']);
  });

  it('fail only together with their own group', async () => {
    const { started, add } = createWrites();
    const first = add(1);
    await settle();
    const second = add(2);
    started[0]?.end.reject(new Error('full'));
    await expect(first).rejects.toThrow('full');
    await settle();
    started[1]?.end.resolve('stored');
    expect(await second).toBe('stored');
  });
});
