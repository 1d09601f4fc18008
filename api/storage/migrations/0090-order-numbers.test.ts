import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS, migrate } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

async function openBefore() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  const database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0090'));
  const provider = { getMigrations: () => Promise.resolve(before) };
  const { error } = await new Migrator({ db: database.writer, provider }).migrateToLatest();
  expect(error).toBeUndefined();
  return database.writer;
}

it('[ORD1] existing orders are numbered in the order of placing; a later order never gets the number of an existing or a deleted one', async () => {
  const db = await openBefore();
  await sql`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at)
    values ('alice', '', '', '', '', 0, 0)`.execute(db);
  // As the previous version of the server writes an order.
  const place = (id: string, at: number) =>
    sql`insert into purchase (id, payment_id, sub, shop, product_id, condition, store, title, preview, placeholder, quantity,
      unit_price_cents, total_cents, status, stock_state, provider, next_attempt_at, created_at, updated_at, expires_at,
      email, contact_name, phone, address, city, state_prov, postal_code, seq, clock)
    values (${id}, ${id}, 'alice', 'ayz', 1, 'good', '', '', '', '', 1, 5, 5, 'expired', 'free', 'demo', 0, ${at}, 0, 0,
      '', '', '', '', '', '', '', 1, 1)`.execute(db);
  const read = async () => {
    const rows = await db.selectFrom('purchase').select(['id', 'number']).execute();
    return Object.fromEntries(rows.map(({ id, number }) => [id, number]));
  };
  await place('late', 20);
  await place('early', 10);
  await migrate(db);
  expect(await read()).toEqual({ early: 1_001, late: 1_002 });

  await place('new', 5);
  await db.deleteFrom('purchase').where('id', '=', 'new').execute();
  await place('newer', 5);
  expect(await read()).toEqual({ early: 1_001, late: 1_002, newer: 1_004 });
});
