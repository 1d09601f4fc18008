import type { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { AdminDatabase } from '../admin/store/admin-database.ts';
import { UserDatabase } from '../account/store/user-database.ts';
import { CatalogDatabase } from '../catalog/store/catalog-database.ts';
import { answerOf, openExisting } from './idb.ts';

let idb: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof globalThis.IDBKeyRange };
beforeEach(() => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
});

/** Makes a database with a table of some other version of the app. */
async function make(version: number): Promise<void> {
  const opening = idb.indexedDB.open('d', version);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('meta', { keyPath: 'key' }));
  (await answerOf(opening)).close();
}

async function describeDatabase(): Promise<unknown> {
  const database = await openExisting('d', idb.indexedDB);
  database?.close();
  return [database?.version, [...(database?.objectStoreNames ?? [])]];
}

let outdated: number;
const onOutdated = (): void => {
  outdated += 1;
};
beforeEach(() => {
  outdated = 0;
});

describe.each<readonly [of: string, open: () => Dexie]>([
  ['the catalogue', () => new CatalogDatabase('d', { ...idb, onOutdated })],
  ['a user', () => new UserDatabase('d', { ...idb, onOutdated })],
  ['an administrator', () => new AdminDatabase({ name: 'd', ...idb })],
])('[CAT4] the database of %s', (of, open) => {
  it('[fault 45] is not opened if its layout is newer, and stays as it is', async () => {
    await make(990);
    const database = open();
    await expect(database.open()).rejects.toMatchObject({ name: 'VersionError' });
    expect(outdated).toBe(of === 'an administrator' ? 0 : 1);
    expect(await describeDatabase()).toEqual([990, ['meta']]);
  });

  it('is not opened if it lacks a table, and keeps its version number', async () => {
    const version = open().verno * 10;
    await make(version);
    await expect(open().open()).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(outdated).toBe(0);
    expect(await describeDatabase()).toEqual([version, ['meta']]);
  });
});
