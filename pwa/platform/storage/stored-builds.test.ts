import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseBuilds } from './parse-builds.ts';
import type { Build, BuildPart } from './parse-builds.ts';
import { createStoredBuilds } from './stored-builds.ts';

const stored = new Map<string, string>();
let listeners: ((event: { key: string | null }) => void)[] = [];
let isFull = false;
const notifyTabs = (key: string): void => listeners.forEach((listener) => listener({ key }));

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

const part = (id: number, more: Partial<BuildPart> = {}): BuildPart => ({
  shop: 'pc',
  id,
  quantity: 1,
  slot: 'Case',
  title: 'Box',
  ...more,
});
const named = (name: string, parts: BuildPart[] = []): Omit<Build, 'id'> => ({ name, isFree: false, parts });
const names = (builds: readonly Build[]): string[] => builds.map(({ name }) => name);

test('builds last until the next visit, the newest first, and deleting the last one deletes the key', () => {
  const first = createStoredBuilds();
  expect([first.add(named('A', [part(1)])), first.add(named('B'))]).toEqual([1, 2]);
  first.change(1, (build) => ({ ...build, name: 'A2' }));
  const next = createStoredBuilds();
  expect(next.list()).toEqual([
    { id: 2, name: 'B', isFree: false, parts: [] },
    { id: 1, name: 'A2', isFree: false, parts: [part(1)] },
  ]);
  next.remove(1);
  next.remove(2);
  expect(stored.size).toBe(0);
});

test('a deleted build can be restored, once', () => {
  const builds = createStoredBuilds();
  builds.add(named('A', [part(1)]));
  const [build] = builds.list();
  builds.remove(1);
  if (build) builds.restore(build);
  if (build) builds.restore(build);
  expect(builds.list()).toEqual([build]);
});

test('changes of two tabs are both kept and show in the other tab', () => {
  const [one, two] = [createStoredBuilds(), createStoredBuilds()];
  expect(one.list()).toEqual(two.list());
  const heard = vi.fn();
  two.subscribe(heard);
  one.add(named('A'));
  two.add(named('B'));
  notifyTabs('builds');
  expect(names(one.list())).toEqual(['B', 'A']);
  expect(names(two.list())).toEqual(['B', 'A']);
  expect(heard).toHaveBeenCalled();
});

test('the 51st build is rejected', () => {
  const builds = createStoredBuilds();
  for (let count = 0; count < 50; count++) builds.add(named('A'));
  expect(builds.add(named('one more'))).toBeNull();
  expect(builds.list()).toHaveLength(50);
});

test('without room the builds last as long as the page, which knows it', () => {
  const builds = createStoredBuilds();
  builds.add(named('A'));
  isFull = true;
  builds.change(1, (build) => ({ ...build, name: 'B' }));
  expect(builds.isKept()).toBe(false);
  builds.add(named('C'));
  expect(names(builds.list())).toEqual(['C', 'B']);
  isFull = false;
  builds.change(1, (build) => ({ ...build, name: 'D' }));
  expect(builds.isKept()).toBe(true);
  expect(names(createStoredBuilds().list())).toEqual(['C', 'D']);
});

describe('damaged storage', () => {
  test('keeps what can be read, and a copy of the damaged text until it is dismissed', () => {
    const good = {
      id: 1,
      name: 'Good',
      isFree: true,
      parts: [part(1), { shop: 'nowhere', id: 2 }, part(3, { quantity: 100 })],
    };
    const text = JSON.stringify({ version: 1, builds: [good, { id: 'x' }, null, { ...good, name: 'same id' }] });
    stored.set('builds', text);
    const builds = createStoredBuilds();
    expect(builds.list()).toEqual([{ id: 1, name: 'Good', isFree: true, parts: [part(1)] }]);
    expect(builds.damage()).toMatchObject({ lostBuilds: 3, lostParts: 2, isUnreadable: false, text });
    builds.add(named('New'));
    const next = createStoredBuilds();
    expect(names(next.list())).toEqual(['New', 'Good']);
    expect(next.damage()?.text).toBe(text);
    next.dismissDamage();
    expect([next.damage(), createStoredBuilds().damage(), stored.has('builds-damaged')]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  test.each(['{broken', '[]', '{"version":2,"builds":[]}', 'null'])(
    '%s as a whole counts as unreadable and is copied',
    (text) => {
      stored.set('builds', text);
      const builds = createStoredBuilds();
      expect(builds.list()).toEqual([]);
      expect(builds.damage()).toMatchObject({ isUnreadable: true, text });
    },
  );

  test('is left as it is when there is no room for the copy', () => {
    stored.set('builds', '{broken');
    isFull = true;
    const builds = createStoredBuilds();
    expect(builds.list()).toEqual([]);
    expect(builds.damage()).toMatchObject({ isUnreadable: true, text: '{broken' });
    expect(stored.get('builds')).toBe('{broken');
  });

  test('any JSON is read without an error, and only valid parts are left', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.jsonValue()), (text, parts) => {
        parseBuilds(text);
        const { builds } = parseBuilds(JSON.stringify({ version: 1, builds: [{ id: 1, parts }] }));
        for (const { id, quantity } of builds.flatMap((build) => build.parts)) expect(id * quantity).toBeGreaterThan(0);
      }),
    );
  });
});
