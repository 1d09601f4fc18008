import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS, migrate } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

it('migration 0048 moves the keys of purchases to their orders; the new clock starts at the higher old one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  const database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const db = database.writer;
  const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0048'));
  const provider = { getMigrations: () => Promise.resolve(before) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  expect(error).toBeUndefined();
  await sql`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at)
    values ('alice', '', '', '', '', 0, 0), ('bob', '', '', '', '', 0, 0)`.execute(db);
  await sql`insert into purchase (id, payment_id, sub, shop, product_id, condition, store, title, preview, placeholder, quantity,
      unit_price_cents, total_cents, status, stock_state, provider, next_attempt_at, created_at, updated_at, expires_at,
      email, contact_name, phone, address, city, state_prov, postal_code, seq, clock)
    select id, id, sub, 'ayz', 1, 'good', '', '', '', '', 1, 5, 5, 'finished', 'sold', '', 0, 0, 0, 0,
      '', '', '', '', '', '', '', number, number
    from (select 'o1' as id, 'alice' as sub, 1 as number union all select 'o2', 'bob', 2 union all select 'o3', 'bob', 3)`.execute(
    db,
  );
  await sql`insert into idempotency (owner, key, request_hash, result, created_at) values
    ('alice', 'purchase k 1', 'h1', 'o1', 0), ('bob', 'purchase k 1', 'h2', 'o2', 0), ('bob', 'other', 'h3', 'o3', 0)`.execute(
    db,
  );
  await sql`update order_clock set seq = 3`.execute(db);
  await sql`update cart_clock set seq = 8`.execute(db);

  await migrate(db);
  const columns = ['id', 'request_key', 'request_hash'] as const;
  expect(await db.selectFrom('purchase').select(columns).orderBy('id').execute()).toEqual([
    { id: 'o1', request_key: 'k 1', request_hash: 'h1' },
    { id: 'o2', request_key: 'k 1', request_hash: 'h2' },
    { id: 'o3', request_key: null, request_hash: null },
  ]);
  expect(await db.selectFrom('idempotency').select('key').execute()).toEqual([{ key: 'other' }]);
  expect(await db.selectFrom('account_clock').select('seq').execute()).toEqual([{ seq: 8 }]);
});
