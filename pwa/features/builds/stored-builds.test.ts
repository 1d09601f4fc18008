import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseBuilds } from './parse-builds.ts';
import type { Build, BuildPart } from './parse-builds.ts';
import { createStoredBuilds } from './stored-builds.ts';
import type { StoredBuilds } from './stored-builds.ts';
import { useLocalStorage } from '#pwa/platform/storage/testing/use-local-storage.ts';

const storage = useLocalStorage();

const part = (id: number, more: Partial<BuildPart> = {}): BuildPart => ({
  shop: 'pc',
  id,
  quantity: 1,
  slot: 'Case',
  title: 'Box',
  ...more,
});
const named = (name: string, parts: BuildPart[] = []): Omit<Build, 'id'> => ({ name, isFree: false, parts });
const addTo = (builds: StoredBuilds, build: Omit<Build, 'id'>): number => builds.add(build) as number;
const names = (builds: readonly Build[]): string[] => builds.map(({ name }) => name);

test('builds are still there on the next visit, newest first; deleting the last one deletes the storage key', () => {
  const first = createStoredBuilds();
  const [a, b] = [addTo(first, named('A', [part(1)])), addTo(first, named('B'))];
  first.change(a, (build) => ({ ...build, name: 'A2' }));
  const next = createStoredBuilds();
  expect(next.list()).toEqual([
    { id: b, name: 'B', isFree: false, parts: [] },
    { id: a, name: 'A2', isFree: false, parts: [part(1)] },
  ]);
  next.remove(a);
  next.remove(b);
  expect(storage.texts.size).toBe(0);
});

test('a deleted build can be restored, once, beside the builds made since', () => {
  const builds = createStoredBuilds();
  const id = addTo(builds, named('A', [part(1)]));
  const [build] = builds.list() as [Build];
  builds.remove(id);
  expect(builds.add(named('B'))).not.toBe(id);
  expect([builds.restore(build), builds.restore(build)]).toEqual([true, true]);
  expect(names(builds.list())).toEqual(['A', 'B']);
});

test('a deleted build is not restored where there is no room, and no other build is removed for it', () => {
  const builds = createStoredBuilds();
  addTo(builds, named('A'));
  const [build] = builds.list() as [Build];
  builds.remove(build.id);
  for (let count = 0; count < 50; count++) builds.add(named(`B${count}`));
  expect(builds.restore(build)).toBe(false);
  expect(names(builds.list()).at(-1)).toBe('B0');
});

test('the changes of two tabs are kept and visible in each of them, until the storage is cleared', () => {
  const [one, two] = [createStoredBuilds(), createStoredBuilds()];
  expect(one.list()).toEqual(two.list());
  const heard = vi.fn();
  two.subscribe(heard);
  one.add(named('A'));
  two.add(named('B'));
  storage.notifyTabs('builds');
  expect(names(one.list())).toEqual(['B', 'A']);
  expect(names(two.list())).toEqual(['B', 'A']);
  storage.maxLength = 0;
  one.add(named('C'));
  storage.texts.clear();
  storage.notifyTabs(null);
  expect([one.list(), two.list()]).toEqual([[], []]);
  expect(heard).toHaveBeenCalledTimes(3);
});

test('the 51st build is rejected', () => {
  const builds = createStoredBuilds();
  for (let count = 0; count < 50; count++) builds.add(named('A'));
  expect(builds.add(named('one more'))).toBeNull();
  expect(builds.list()).toHaveLength(50);
});

test('a page without room in the storage reports it, keeps its changes and adds what other tabs store', () => {
  const builds = createStoredBuilds();
  const id = addTo(builds, named('A'));
  storage.maxLength = 0;
  builds.change(id, (build) => ({ ...build, name: 'B' }));
  expect(builds.problem()).toBe('full');
  builds.add(named('C'));
  expect(names(builds.list())).toEqual(['C', 'B']);
  storage.maxLength = Infinity;
  createStoredBuilds().add(named('D'));
  storage.notifyTabs('builds');
  expect([names(builds.list()), builds.problem()]).toEqual([['C', 'D', 'B'], undefined]);
  expect(names(createStoredBuilds().list())).toEqual(['C', 'D', 'B']);
});

test('without access to the storage, the builds last as long as the page', () => {
  storage.isClosed = true;
  const builds = createStoredBuilds();
  builds.add(named('A'));
  builds.add(named('B'));
  expect(names(builds.list())).toEqual(['B', 'A']);
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
    storage.texts.set('builds', text);
    const builds = createStoredBuilds();
    expect(builds.list()).toEqual([{ id: 1, name: 'Good', isFree: true, parts: [part(1)] }]);
    expect(builds.damagedTexts()).toEqual([text]);
    expect(parseBuilds(text)).toMatchObject({ lostBuilds: 3, lostParts: 2 });
    builds.add(named('New'));
    const next = createStoredBuilds();
    expect(names(next.list())).toEqual(['New', 'Good']);
    expect(next.damagedTexts()).toEqual([text]);
    next.dismissDamage();
    expect([next.damagedTexts(), createStoredBuilds().damagedTexts(), storage.texts.has('builds-damaged')]).toEqual([
      [],
      [],
      false,
    ]);
  });

  test.each(['{broken', '[]', '{"version":0,"builds":[]}', 'null'])(
    'is read as no builds and copied when it is %s',
    (text) => {
      storage.texts.set('builds', text);
      const builds = createStoredBuilds();
      expect(builds.list()).toEqual([]);
      expect(builds.damagedTexts()).toEqual([text]);
    },
  );

  test('stays as it is while there is no room for the copy, even when a build is changed', () => {
    const text = JSON.stringify({
      version: 1,
      builds: [
        { id: 1, name: 'Good', parts: [] },
        { id: 'x', name: 'Lost'.repeat(20) },
      ],
    });
    storage.texts.set('builds', text);
    storage.maxLength = 0;
    const builds = createStoredBuilds();
    expect(names(builds.list())).toEqual(['Good']);
    // Too little room for the copy.
    storage.maxLength = text.length - 1;
    builds.change(1, (build) => ({ ...build, name: 'Better' }));
    expect([storage.texts.get('builds'), builds.damagedTexts(), builds.problem()]).toEqual([text, [text], 'full']);
    storage.maxLength = Infinity;
    builds.add(named('New'));
    expect([names(createStoredBuilds().list()), builds.damagedTexts(), builds.problem()]).toEqual([
      ['New', 'Better'],
      [text],
      undefined,
    ]);
  });

  test('is deleted once the visitor dismisses it, even if it could not be copied', () => {
    storage.texts.set('builds', '{broken');
    storage.maxLength = 0;
    const builds = createStoredBuilds();
    builds.dismissDamage();
    expect([builds.damagedTexts(), storage.texts.has('builds')]).toEqual([[], false]);
  });

  test('is copied beside earlier copies, also beside one that an old release stored as plain text', () => {
    storage.texts.set('builds-damaged', '{first');
    storage.texts.set('builds', '{second');
    createStoredBuilds().list();
    storage.texts.set('builds', '{third');
    expect(createStoredBuilds().damagedTexts()).toEqual(['{first', '{second', '{third']);
    expect(createStoredBuilds().damagedTexts()).toEqual(['{first', '{second', '{third']);
  });

  test('is not reported for the format of a newer release, whose text stays even after a change', () => {
    const text = '{"version":2,"builds":[{"id":1}]}';
    storage.texts.set('builds', text);
    const builds = createStoredBuilds();
    expect([builds.list(), builds.problem()]).toEqual([[], 'newer']);
    builds.add(named('A'));
    expect([storage.texts.get('builds'), builds.damagedTexts()]).toEqual([text, []]);
  });

  test('causes no error, whatever JSON it is, and leaves only valid parts', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.jsonValue()), (text, parts) => {
        parseBuilds(text);
        const { value } = parseBuilds(JSON.stringify({ version: 1, builds: [{ id: 1, parts }] }));
        for (const { id, quantity } of value.flatMap((build) => build.parts)) expect(id * quantity).toBeGreaterThan(0);
      }),
    );
  });
});
