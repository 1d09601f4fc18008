import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toOperationId } from '#contract/service-worker/background-sync.ts';
import { findResult } from '../../idempotency/idempotency.repository.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { init } from './0001-init.ts';
import { overviewIndexes } from './0002-overview-indexes.ts';
import { commerce } from './0003-commerce.ts';
import { chat } from './0004-chat.ts';
import { admin } from './0005-admin.ts';
import { cartClock } from './0006-cart-clock.ts';

const BEFORE = {
  '0001-init': init,
  '0002-overview-indexes': overviewIndexes,
  '0003-commerce': commerce,
  '0004-chat': chat,
  '0005-admin': admin,
  '0006-cart-clock': cartClock,
};
const CLIENT = '0b8f2c1e-7a55-4a4e-9f59-5b7c8f9d0a11';
const DAY_MS = 86_400_000;

let dataDir: string;
let database: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
  const provider = { getMigrations: () => Promise.resolve(BEFORE) };
  const { error } = await new Migrator({ db: database.writer, provider }).migrateToLatest();
  expect(error).toBeUndefined();
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const insert = (owner: string, key: string, result: string): Promise<unknown> =>
  sql`insert into idempotency (owner, key, request_hash, result, created_at)
    values (${owner}, ${key}, 'hash', ${result}, 1000)`.execute(database.writer);

it('[R18] results of the previous server version are found under the ids that devices derive from the old numbers', async () => {
  await insert('alice', `push ${CLIENT} 12`, '{"op":12,"outcome":"applied","seq":7}');
  await insert('alice', `push device_1 3`, '{"op":3,"outcome":"rejected","code":"not-found","detail":"x"}');
  await migrate(database.writer);
  const find = (client: string, number: number) =>
    findResult(database.reader, { owner: 'alice', key: `operation ${toOperationId(client, number)}` }, 'hash');
  expect(await find(CLIENT, 12)).toBe('{"outcome":"applied","seq":7}');
  expect(await find('device_1', 3)).toBe('{"outcome":"rejected","code":"not-found","detail":"x"}');
  const rows = await database.reader.selectFrom('idempotency').select(['client', 'number', 'expires_at']).execute();
  expect(rows).toEqual([
    { client: CLIENT, number: 12, expires_at: null },
    { client: 'device_1', number: 3, expires_at: null },
  ]);
});

it('[IDEM4] keys of purchases and of administrators lose their expiry, imports keep it, views are dropped', async () => {
  await insert('alice', 'purchase k', 'ord_1');
  await insert('admin', 'add-product k', '1');
  await insert('admin', 'import-products k', '[]');
  await insert(`visitor ${CLIENT}`, `push ${CLIENT} 1`, '{"op":1,"outcome":"applied","seq":0}');
  await migrate(database.writer);
  const rows = await database.reader.selectFrom('idempotency').select(['key', 'expires_at']).orderBy('key').execute();
  expect(rows).toEqual([
    { key: 'add-product k', expires_at: null },
    { key: 'import-products k', expires_at: 1_000 + 30 * DAY_MS },
    { key: 'purchase k', expires_at: null },
  ]);
});
