import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';

/** Starts tasks of given sizes; returns the names of those that run, and a function that ends one. */
function startWorks(total: number, sizes: Readonly<Record<string, number>>) {
  const inBudget = createBudget(total);
  const running = new Map<string, PromiseWithResolvers<void>>();
  const works = Object.entries(sizes).map(([name, size]) =>
    inBudget(size, async () => {
      const end = Promise.withResolvers<void>();
      running.set(name, end);
      await end.promise.finally(() => running.delete(name));
    }),
  );
  const settled = Promise.allSettled(works);
  const end = async (name: string, error?: Error): Promise<void> => {
    if (error) running.get(name)?.reject(error);
    else running.get(name)?.resolve();
    await setImmediate();
  };
  return { names: () => [...running.keys()].join(''), end, settled };
}

test('a budget runs as many tasks as fit, in order, and small ones do not overtake a large one', async () => {
  const { names, end, settled } = startWorks(10, { a: 6, b: 3, c: 8, d: 1 });
  await setImmediate();
  expect(names()).toBe('ab');
  await end('a');
  expect(names()).toBe('b');
  await end('b');
  expect(names()).toBe('cd');
  await end('c');
  await end('d');
  expect((await settled).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
});

test('a task that fails gives its share back, and one that is too large runs alone', async () => {
  const { names, end, settled } = startWorks(10, { a: 10, b: 50, c: 1 });
  await setImmediate();
  expect(names()).toBe('a');
  await end('a', new Error('failed'));
  expect(names()).toBe('b');
  await end('b');
  expect(names()).toBe('c');
  await end('c');
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
