import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createIdLists, parseIdLists } from './id-lists.ts';
import type { IdLists } from './id-lists.ts';
import { useLocalStorage } from './testing/use-local-storage.ts';

// The behavior that all stored values share is tested in stored-builds.test.ts.
const storage = useLocalStorage();
const openTab = (): IdLists => createIdLists('wish-list', 3);

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
  const heard = vi.fn();
  next.subscribe(heard);
  next.clear('ayz');
  expect([storage.texts.size, heard.mock.calls.length]).toEqual([0, 1]);
});

test('an unchanged list is returned as the same array', () => {
  const lists = openTab();
  lists.put('pc', 1);
  const before = lists.list('pc');
  lists.put('smart', 2);
  expect(lists.list('pc')).toBe(before);
  expect(lists.list('ayz')).toBe(lists.list('default'));
});

test.each([
  ['nothing', null],
  ['no JSON', '{"version":1'],
  ['null', 'null'],
  ['an array', '[1,2]'],
  ['no lists', '{"version":1,"ids":null}'],
  ['a list that is a text', '{"version":1,"ids":{"pc":"12"}}'],
  ['an unknown shop', '{"version":1,"ids":{"__proto__":[1],"other":[2]}}'],
])('%s counts as empty', (_, text) => {
  const lists = parseIdLists(text, 5).value;
  expect(lists.pc ?? []).toEqual([]);
  expect(Object.keys(lists)).not.toContain('other');
});

test('lists of a newer release are not read', () => {
  expect(parseIdLists('{"version":2,"ids":{"pc":[1]}}', 5)).toEqual({ value: {}, isNewer: true });
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
