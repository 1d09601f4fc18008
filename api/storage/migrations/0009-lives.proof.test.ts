import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../migrate.ts';
import type { Database } from '../database.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { admin } from './0005-admin.ts';
import { cartClock } from './0006-cart-clock.ts';
import { chat } from './0004-chat.ts';
import { commerce } from './0003-commerce.ts';
import { init } from './0001-init.ts';
import { overviewIndexes } from './0002-overview-indexes.ts';

const BEFORE = {
  '0001-init': init,
  '0002-overview-indexes': overviewIndexes,
  '0003-commerce': commerce,
  '0004-chat': chat,
  '0005-admin': admin,
  '0006-cart-clock': cartClock,
};

let dataDir: string;
let database: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
  const migrator = new Migrator({ db: database.writer, provider: { getMigrations: () => Promise.resolve(BEFORE) } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await run(`insert into shop (key, seq) values ('ayz', 100)`);
  await run(`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at)
    values ('alice', '', '', '', '', 0, 0)`);
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (text: string) => sql.raw(text).execute(database.writer);
const addProduct = async (id: number, quantity: number, reserved = 0): Promise<void> => {
  await run(`insert into product values ('ayz', ${id}, null, ${id}, ${id}, 'Lamp', 'lamp', 'M', 'C', 0, 0, 0, 0, 'YES', '', '', '',
    '', '', '', 0, 0, '', 0, '')`);
  await run(`insert into product_condition values ('ayz', ${id}, 'good', 100, ${quantity}, ${reserved}, 0)`);
};
const addOrder = (id: string, product: number, at: number) =>
  run(`insert into purchase (id, payment_id, sub, shop, product_id, condition, store, title, preview, placeholder, quantity,
      unit_price_cents, total_cents, status, stock_state, provider, next_attempt_at, created_at, updated_at, expires_at,
      email, contact_name, phone, address, city, state_prov, postal_code, seq)
    values ('${id}', '${id}', 'alice', 'ayz', ${product}, 'good', '', '', '', '', 2, 1, 2, 'waiting', 'held', '', 0, ${at}, 0, 0,
      '', '', '', '', '', '', '', 1)`);
const addMove = (product: number, kind: string, order: string | null, units: readonly number[], at: number) =>
  run(`insert into stock_move (shop, product_id, condition, kind, order_id, available, reserved, sold, at)
    values ('ayz', ${product}, 'good', '${kind}', ${order === null ? 'null' : `'${order}'`}, ${units.join()}, ${at})`);
const audit = (action: string, product: number, at: number) =>
  run(`insert into admin_audit (at, actor, action, subject, before, after)
    values (${at}, '', '${action}', 'ayz/${product}', '{}', '{}')`);

const sumsOf = async (product: number) =>
  (
    await sql<object>`select life, sum(available) as available, sum(reserved) as reserved, sum(sold) as sold
      from stock_move where product_id = ${product} group by life order by life`.execute(database.writer)
  ).rows;
const countersOf = async (product: number) =>
  (
    await sql<object>`select quantity as available, reserved, sold from product_condition
      where product_id = ${product}`.execute(database.writer)
  ).rows;
const livesOfOrders = async () =>
  (
    await sql<{ id: string; life: number }>`select id, life from purchase order by id`.execute(database.writer)
  ).rows.map(({ id, life }) => [id, life]);

it('migration 0009 keeps the orders of a product apart from those of an earlier one with the same id', async () => {
  // Three units, all reserved. The product is deleted at 20. At 30 another product with one unit is added under the same id. It then
  // gets the two units that the order `old` releases.
  await addMove(1, 'set', null, [3, 0, 0], 10);
  await addOrder('old', 1, 15);
  await addMove(1, 'reserve', 'old', [-2, 2, 0], 15);
  await addOrder('held', 1, 16);
  await addMove(1, 'reserve', 'held', [-1, 1, 0], 16);
  await audit('delete-product', 1, 20);
  await audit('add-product', 1, 30);
  await addMove(1, 'set', null, [1, 0, 0], 30);
  await addOrder('new', 1, 35);
  await addMove(1, 'reserve', 'new', [-1, 1, 0], 35);
  await addMove(1, 'release', 'old', [2, -2, 0], 40);
  await addProduct(1, 2, 2);

  await migrate(database.writer);
  expect(await livesOfOrders()).toEqual([
    ['held', -1],
    ['new', 0],
    ['old', -1],
  ]);
  expect(await countersOf(1)).toEqual([{ available: 2, reserved: 1, sold: 0 }]);
  expect(await sumsOf(1)).toEqual([
    { life: -1, available: 0, reserved: 1, sold: 0 },
    { life: 0, available: 2, reserved: 1, sold: 0 },
  ]);
});

it('migration 0009 finds products that an import has put under the id of a deleted one', async () => {
  await addOrder('old', 1, 15);
  await audit('delete-product', 1, 20);
  await addProduct(1, 0);
  // Product 2 was replaced and deleted again, and is in the trash.
  await addOrder('older', 2, 15);
  await audit('delete-product', 2, 20);
  await addOrder('newer', 2, 25);
  await audit('delete-product', 2, 30);
  await migrate(database.writer);
  expect(await livesOfOrders()).toEqual([
    ['newer', 0],
    ['old', -1],
    ['older', -1],
  ]);
});

it('migration 0009 records the units that were released since a deletion, so that a restored product has them', async () => {
  await addMove(1, 'set', null, [3, 0, 0], 10);
  await addOrder('a', 1, 15);
  await addMove(1, 'reserve', 'a', [-2, 2, 0], 15);
  await addMove(1, 'set', null, [-1, 0, 0], 20);
  await audit('delete-product', 1, 20);
  await run(`insert into tombstone values ('ayz', 1, 50, 20)`);
  await run(`insert into deleted_product values ('ayz', 1, 'Lamp', 20, '{}')`);
  await addMove(1, 'release', 'a', [0, -2, 0], 30);
  await migrate(database.writer);
  expect(await sumsOf(1)).toEqual([{ life: 0, available: 2, reserved: 0, sold: 0 }]);
  expect((await sql`select * from ended_life`.execute(database.writer)).rows).toEqual([
    { shop: 'ayz', id: 1, life: 0 },
  ]);
});

it('migration 0009 leaves a product that was deleted and restored in its first life', async () => {
  await addMove(1, 'set', null, [3, 0, 0], 10);
  await addOrder('a', 1, 15);
  await audit('delete-product', 1, 20);
  await audit('restore-product', 1, 25);
  await addProduct(1, 3);
  await migrate(database.writer);
  expect([await livesOfOrders(), await countersOf(1)]).toEqual([[['a', 0]], [{ available: 3, reserved: 0, sold: 0 }]]);
});

it('migration 0009 copies chats with their members, messages and photos, their indexes and their references', async () => {
  await run(`insert into chat (id, buyer_sub, product_id, title, preview, placeholder, buyer_name, seller_sub, created_at)
    values ('1-alice', 'alice', 1, 'Lamp', '', '', 'Alice', '', 5)`);
  await run(`insert into chat_member (chat_id, sub, role, joined_seq, seq) values ('1-alice', 'alice', 'buyer', 1, 1)`);
  await run(`insert into chat_message values ('1-alice', 1, 'm', 'alice', 'Hello', '[]', 6, 2)`);
  await run(`insert into chat_photo values ('1-alice', 'p', 'alice', 9, 1, 1, 6, 'stored', 1)`);
  const indexes = `select name from sqlite_master where type = 'index' and tbl_name like 'chat%' and sql is not null`;
  const before = (await run(indexes)).rows;
  await migrate(database.writer);
  expect((await run('select id, title, life from chat')).rows).toEqual([{ id: '1-alice', title: 'Lamp', life: 0 }]);
  expect((await run('select content from chat_message')).rows).toEqual([{ content: 'Hello' }]);
  expect((await run('select id from chat_photo')).rows).toEqual([{ id: 'p' }]);
  expect((await run(indexes)).rows).toEqual(expect.arrayContaining([...before, { name: 'chat_by_buyer' }]));
  expect((await run('pragma foreign_key_check')).rows).toEqual([]);
  await expect(
    run(`insert into chat_member (chat_id, sub, role, joined_seq, seq) values ('2-alice', 'alice', 'buyer', 1, 1)`),
  ).rejects.toThrow(/FOREIGN KEY/i);
});
