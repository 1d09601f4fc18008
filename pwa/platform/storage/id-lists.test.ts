import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdLists, parseIdLists } from './id-lists.ts';
import type { IdLists } from './id-lists.ts';

const stored = new Map<string, string>();
let isFull = false;
let listeners: ((event: { key: string | null }) => void)[] = [];

/** One tab: a module of its own over the storage that all tabs share. */
const openTab = (maxIds = 3): IdLists => createIdLists('wish-list', maxIds);
const notifyTabs = (key: string | null = 'wish-list'): void => {
  for (const listener of listeners) listener({ key });
};

beforeEach(() => {
  stored.clear();
  listeners = [];
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { key: string | null }) => void) => {
    if (type === 'storage') listeners.push(listener);
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the newest product comes first, once, and the oldest is dropped from a full list', () => {
  const lists = openTab();
  for (const id of [1, 2, 3, 2, 4]) lists.put('pc', id);
  expect(lists.list('pc')).toEqual([4, 2, 3]);
  expect(lists.list('smart')).toEqual([]);
  lists.remove('pc', 2);
  expect(lists.list('pc')).toEqual([4, 3]);
});

test('a new visit reads the lists; clearing the last one deletes the key', () => {
  openTab().put('ayz', 7);
  const next = openTab();
  expect(next.list('ayz')).toEqual([7]);
  next.clear('ayz');
  expect(stored.size).toBe(0);
});

test('a change shows in other tabs at once, and concurrent changes of two tabs are both kept', () => {
  const [first, second] = [openTab(), openTab()];
  const heard = vi.fn();
  second.subscribe(heard);
  expect(second.list('pc')).toEqual([]);
  first.put('pc', 1);
  // The second tab writes before it has heard of the first one's change.
  second.put('pc', 2);
  notifyTabs();
  expect(first.list('pc')).toEqual([2, 1]);
  expect(second.list('pc')).toEqual([2, 1]);
  stored.clear();
  notifyTabs(null);
  expect(second.list('pc')).toEqual([]);
  expect(heard).toHaveBeenCalledTimes(3);
});

test('the array of a list stays the same until it changes', () => {
  const lists = openTab();
  lists.put('pc', 1);
  const before = lists.list('pc');
  lists.put('smart', 2);
  expect(lists.list('pc')).toBe(before);
  expect(lists.list('ayz')).toBe(lists.list('default'));
});

test('closed storage: the lists last as long as the page', () => {
  const closed = (): never => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
  const lists = openTab();
  lists.put('pc', 1);
  lists.put('pc', 2);
  expect(lists.list('pc')).toEqual([2, 1]);
});

test('a list that a full device did not store lasts as long as the page, on top of what other tabs store', () => {
  const first = openTab();
  first.put('pc', 1);
  isFull = true;
  first.put('pc', 2);
  first.put('pc', 3);
  expect(first.list('pc')).toEqual([3, 2, 1]);
  expect(first.problem()).toBe('full');
  isFull = false;
  openTab().put('smart', 7);
  notifyTabs();
  expect([first.list('pc'), first.list('smart'), first.problem()]).toEqual([[3, 2, 1], [7], undefined]);
  expect(openTab().list('pc')).toEqual([3, 2, 1]);
});

test('lists of a newer release are neither shown nor overwritten', () => {
  const text = '{"version":2,"ids":{"pc":[1]}}';
  stored.set('wish-list', text);
  const lists = openTab();
  lists.put('pc', 5);
  expect([lists.list('pc'), lists.problem(), stored.get('wish-list')]).toEqual([[5], 'newer', text]);
});

test.each([
  ['nothing', null],
  ['no JSON', '{"version":1'],
  ['null', 'null'],
  ['another version', '{"version":2,"ids":{"pc":[1]}}'],
  ['an array', '[1,2]'],
  ['no lists', '{"version":1,"ids":null}'],
  ['a list that is a text', '{"version":1,"ids":{"pc":"12"}}'],
  ['an unknown shop', '{"version":1,"ids":{"__proto__":[1],"other":[2]}}'],
])('%s counts as empty', (_, text) => {
  const lists = parseIdLists(text, 5).value;
  expect(lists.pc ?? []).toEqual([]);
  expect(Object.keys(lists)).not.toContain('other');
});

test('a damaged list keeps its valid ids, each once', () => {
  const text = '{"version":1,"ids":{"pc":[3,"4",null,3,-1,1.5,1e99,{},5]}}';
  expect(parseIdLists(text, 5)).toEqual({ value: { pc: [3, 5] }, isDamaged: true });
});

test('reading any stored text neither throws nor returns too many ids', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      for (const ids of Object.values(parseIdLists(text, 2).value)) expect(ids.length).toBeLessThanOrEqual(2);
    }),
  );
});
