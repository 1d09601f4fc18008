import { beforeEach, expect, test, vi } from 'vitest';
import type * as lazyParts from './lazy-part.ts';

let { lazyPart, loadDeclaredParts } = {} as typeof lazyParts;
let asked: string[];
let broken: string[];

const declare = (name: string): void => {
  lazyPart(async () => {
    asked.push(name);
    if (broken.includes(name)) throw new TypeError(`${name} did not arrive`);
    return {};
  });
};
const loadAll = async (): Promise<string[]> => {
  asked = [];
  await loadDeclaredParts(new AbortController().signal);
  return asked;
};

beforeEach(async () => {
  vi.resetModules();
  ({ lazyPart, loadDeclaredParts } = await import('./lazy-part.ts'));
  asked = [];
  broken = [];
});

test('a part that fails to load does not stop the others, and the next round loads only that part', async () => {
  for (const name of ['a', 'b', 'c']) declare(name);
  broken = ['a'];
  expect(await loadAll()).toEqual(['a', 'b', 'c']);
  expect(await loadAll()).toEqual(['a']);
  broken = [];
  expect(await loadAll()).toEqual(['a']);
  expect(await loadAll()).toEqual([]);
});

test('without a server a round ends early, and the next one begins with the parts not tried yet', async () => {
  for (const name of ['a', 'b', 'c', 'd']) declare(name);
  broken = ['a', 'b', 'c', 'd'];
  expect(await loadAll()).toEqual(['a', 'b']);
  broken = ['a'];
  expect(await loadAll()).toEqual(['c', 'd', 'a', 'b']);
});
