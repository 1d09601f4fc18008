import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { init } from './0001-init.ts';
import { overviewIndexes } from './0002-overview-indexes.ts';
import { commerce } from './0003-commerce.ts';
import { chat } from './0004-chat.ts';

const BEFORE = {
  '0001-init': init,
  '0002-overview-indexes': overviewIndexes,
  '0003-commerce': commerce,
  '0004-chat': chat,
};
const ORDERS = 20_000;

let dataDir: string;
let database: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('migration 0005 numbers the orders of an old shop by their age, without comparing each pair of them', async () => {
  const db = database.writer;
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(BEFORE) },
  }).migrateToLatest();
  expect(error).toBeUndefined();
  await sql`insert into shop (key, seq, count, digest, floor, last_updated_at, views_seq)
    values ('ayz', 0, 0, 0, 0, 0, 0)`.execute(db);
  await sql`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at)
    values ('alice', '', '', '', '', 0, 0)`.execute(db);
  await sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < ${ORDERS})
    insert into purchase (id, payment_id, sub, shop, product_id, condition, store, title, preview, placeholder, quantity,
      unit_price_cents, total_cents, status, stock_state, provider, next_attempt_at, created_at, updated_at, expires_at,
      email, contact_name, phone, address, city, state_prov, postal_code, seq)
    select 'order-' || n, 'payment-' || n, 'alice', 'ayz', 1, 'good', 'ayz', 'Lamp', '', '', 1, 100, 100, 'finished',
      'sold', 'demo', 0, ${ORDERS} - n / 2, 0, 0, '', '', '', '', '', '', '', n from number`.execute(db);

  await migrate(db);
  const orders = await db.selectFrom('purchase').select(['id', 'clock']).orderBy('created_at').orderBy('id').execute();
  expect(orders.map(({ clock }) => clock)).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1));
  expect(await db.selectFrom('account_clock').select('seq').executeTakeFirst()).toEqual({ seq: ORDERS });
});
