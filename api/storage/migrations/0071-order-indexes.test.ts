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
  const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0071'));
  const provider = { getMigrations: () => Promise.resolve(before) };
  const { error } = await new Migrator({ db: database.writer, provider }).migrateToLatest();
  expect(error).toBeUndefined();
  return database.writer;
}

it('migration 0071 keeps orders, e-mails and moves, and rejects duplicate payment ids, duplicate moves and unknown buyers', async () => {
  const db = await openBefore();
  await sql`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at)
    values ('alice', '', '', '', '', 0, 0)`.execute(db);
  const order = (id: string, paymentId: string, sub = 'alice') => sql`
    insert into purchase (id, payment_id, sub, shop, product_id, condition, store, title, preview, placeholder, quantity,
      unit_price_cents, total_cents, status, stock_state, provider, next_attempt_at, created_at, updated_at, expires_at,
      email, contact_name, phone, address, city, state_prov, postal_code, seq, clock, request_key, paid_share)
    values (${id}, ${paymentId}, ${sub}, 'ayz', 1, 'good', '', '', '', '', 1, 5, 5, 'finished', 'sold', 'demo', 0, 0, 0, 0,
      '', '', '', '', '', '', '', 1, 1, ${id}, 0.5)`;
  const move = (orderId: string, kind: string) => sql`
    insert into stock_move (shop, product_id, life, condition, kind, order_id, available, reserved, sold, at)
    values ('ayz', 1, 0, 'good', ${kind}, ${orderId}, -1, 1, 0, 0)`;
  await order('o1', 'o1').execute(db);
  await order('o2', 'paid 2').execute(db);
  await move('o2', 'reserve').execute(db);
  await sql`insert into order_mail (id, order_id, kind, state, next_attempt_at, created_at, updated_at)
    values ('m1', 'o2', 'placed', 'waiting', 0, 0, 0)`.execute(db);
  const read = async () => ({
    orders: await db.selectFrom('purchase').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('order_mail').selectAll().execute(),
    moves: await db.selectFrom('stock_move').selectAll().execute(),
  });
  const before = await read();

  await migrate(db);
  expect(await read()).toMatchObject(before);
  await order('o3', 'o3').execute(db);
  await expect(order('o4', 'paid 2').execute(db)).rejects.toThrow('UNIQUE constraint failed: purchase.payment_id');
  await expect(order('o3', 'other').execute(db)).rejects.toThrow('UNIQUE constraint failed: purchase.');
  await expect(order('o5', 'o5', 'nobody').execute(db)).rejects.toThrow('FOREIGN KEY constraint failed');
  await move('o2', 'release').execute(db);
  await expect(move('o2', 'release').execute(db)).rejects.toThrow('UNIQUE constraint failed: stock_move');
  await expect(sql`delete from purchase where id = 'o2'`.execute(db)).rejects.toThrow('FOREIGN KEY constraint failed');
});
