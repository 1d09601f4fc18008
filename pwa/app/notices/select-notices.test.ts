import { expect, test } from 'vitest';
import type { SyncStatus } from '#sync/api/engine-api.ts';
import { selectNotices } from './select-notices.ts';

const STATUS: SyncStatus = {
  shop: 'pc',
  catalogue: 'ready',
  hasDetails: true,
  isKept: true,
  receivedBytes: 0,
  totalBytes: 0,
  isPulling: false,
  lastPulledAtMs: 1,
  problem: null,
  quarantinedRows: 0,
  storage: 'device',
  isLeader: true,
  isLive: true,
};
const FINE = {
  status: STATUS,
  isOnline: true,
  hasWorkerFailed: false,
  isUpdateReady: false,
  languageFailure: undefined,
  isAppTooLarge: false,
  isPartMissing: false,
};
const keysOf = (now: Partial<typeof FINE>): string[] => selectNotices({ ...FINE, ...now }).map(({ key }) => key);

test('no notice is shown without a problem, or before the first status', () => {
  expect(keysOf({})).toEqual([]);
  expect(selectNotices({ ...FINE, status: undefined })).toEqual([]);
});

test.each(['unreachable', 'foreign-reply', 'server-error'] as const)('%s has a notice with a retry', (problem) => {
  const [notice] = selectNotices({ ...FINE, status: { ...STATUS, problem } });
  expect(notice).toMatchObject({ key: `problem ${problem}`, action: 'try-again' });
});

test('[fault 44] storage that failed twice offers a reload: only a new page gets a new connection', () => {
  const [notice] = selectNotices({ ...FINE, status: { ...STATUS, problem: 'device-error' } });
  expect(notice).toMatchObject({ key: 'problem device-error', action: 'reload' });
});

test('[fault 45] storage that a newer version has taken over has one notice', () => {
  expect(keysOf({ status: { ...STATUS, storage: 'outdated', problem: 'device-error' } })).toEqual(['storage outdated']);
});

test('[CAT18] a server newer than the page leads to a reload, which takes the new version if it is ready', () => {
  const now = { ...FINE, status: { ...STATUS, problem: 'newer-server' as const } };
  expect(selectNotices(now)).toMatchObject([{ key: 'problem newer-server', action: 'reload' }]);
  expect(selectNotices({ ...now, isUpdateReady: true })).toMatchObject([
    { key: 'problem newer-server', action: 'update' },
  ]);
});

test('a part of the page that did not load has a notice, which offers a reload where there is a network', () => {
  expect(selectNotices({ ...FINE, isPartMissing: true })).toMatchObject([{ key: 'part', action: 'reload' }]);
  expect(selectNotices({ ...FINE, isPartMissing: true, isOnline: false })[0]).not.toHaveProperty('action');
});

test('a notice says that the screen shows data from the device, when there is some', () => {
  const textOf = (catalogue: SyncStatus['catalogue']) =>
    selectNotices({ ...FINE, status: { ...STATUS, catalogue, problem: 'unreachable' } })[0]?.text;
  expect(textOf('ready')).toBe('The shop cannot be reached. Showing data saved on this device.');
  expect(textOf('empty')).toBe('The shop cannot be reached.');
});

test('without network, a failed pull and outdated storage offer neither a retry nor a reload', () => {
  expect(keysOf({ isOnline: false, isUpdateReady: true, status: { ...STATUS, problem: 'unreachable' } })).toEqual([]);
  const [outdated] = selectNotices({ ...FINE, isOnline: false, status: { ...STATUS, storage: 'outdated' } });
  expect(outdated?.action).toBeUndefined();
});

test('[CAT17] a shop that lost products has a notice while they cannot be fetched', () => {
  const partial = { ...STATUS, catalogue: 'partial' } as const;
  expect(keysOf({ status: partial, isOnline: false })).toEqual(['partial']);
  expect(keysOf({ status: { ...partial, problem: 'unreachable' } })).toEqual(['problem unreachable', 'partial']);
  expect(keysOf({ status: partial })).toEqual([]);
});

test('storage that is limited has a notice', () => {
  expect(keysOf({ status: { ...STATUS, storage: 'memory' } })).toEqual(['storage memory']);
  expect(keysOf({ status: { ...STATUS, storage: 'full' } })).toEqual(['storage full']);
});

test('the notice of a full device says what is not saved on it', () => {
  const textOf = (status: Partial<SyncStatus>, isAppTooLarge: boolean) =>
    selectNotices({ ...FINE, isAppTooLarge, status: { ...STATUS, ...status } })[0]?.text;
  expect(textOf({ storage: 'full' }, false)).toMatch(/Some descriptions need a connection/);
  expect(textOf({ storage: 'full', isKept: false }, false)).toMatch(/products are not saved/);
  expect(textOf({}, true)).toMatch(/The app itself is not saved/);
  expect(textOf({ storage: 'full', isKept: false }, true)).toMatch(/Neither the app nor this shop’s products/);
});

test('the notice of a worker that fails to start comes first, that of a new version last', () => {
  const keys = keysOf({ hasWorkerFailed: true, isUpdateReady: true, status: { ...STATUS, problem: 'server-error' } });
  expect(keys).toEqual(['worker', 'problem server-error', 'update']);
});
