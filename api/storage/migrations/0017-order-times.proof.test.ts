import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { listUserCursors } from '../../identity/user.repository.ts';
import { MIGRATIONS, migrate } from '../migrate.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

const ORDERS = 5_000;
/** Kinds of orders, by number modulo 5: paid and sent, paid late without stock, sent twice, sent unpaid, unpaid. */
const KINDS = 5;

it('migration 0017 takes order times from the ledger, notices and audit log, and renumbers the orders', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-migration-'));
  const database = openSqliteDatabase(join(dataDir, 'db.sqlite'));
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const db = database.writer;
  const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0017'));
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(before) },
  }).migrateToLatest();
  expect(error).toBeUndefined();
  await sql`insert into user_account (sub, issuer, name, email, picture, created_at, signed_in_at, order_seq)
    values ('alice', '', '', '', '', 0, 0, ${ORDERS}), ('bob', '', '', '', '', 0, 0, 0)`.execute(db);
  const numbers = sql`with recursive number (n) as (select 0 union all select n + 1 from number where n < ${ORDERS - 1})`;
  await sql`insert into purchase (id, payment_id, sub, shop, product_id, life, condition, store, title, preview, placeholder, quantity,
      unit_price_cents, total_cents, status, stock_state, provider, next_attempt_at, created_at, updated_at, expires_at, email,
      contact_name, phone, address, city, state_prov, postal_code, shipped, seq, clock)
    ${numbers} select 'ord_' || n, 'pay_' || n, 'alice', 'ayz', 1, 0, 'good', '', '', '', '', 1, 5, 5,
      case n % ${KINDS} when 0 then 'finished' when 1 then 'finished' when 2 then 'finished' else 'waiting' end, 'free', '', 0, n, n, n,
      '', '', '', '', '', '', '', n % ${KINDS} in (0, 2, 3), n + 1, n + 1 from number`.execute(db);
  await sql`update order_clock set seq = ${ORDERS}`.execute(db);
  await sql`insert into stock_move (shop, product_id, life, condition, kind, order_id, available, reserved, sold, at)
    ${numbers} select 'ayz', 1, 0, 'good', 'sell', 'ord_' || n, 0, 0, 1, 100 from number
    where n % ${KINDS} in (0, 2)`.execute(db);
  await sql`insert into payment_notice (hash, provider, order_id, status, outcome, received_at)
    ${numbers} select 'h' || n, '', 'ord_' || n, 'finished', '', 200 from number where n % ${KINDS} = 1`.execute(db);
  const audit = (at: number, sent: number, kinds: string) =>
    sql`insert into admin_audit (at, actor, action, subject, before, after)
      ${numbers} select ${at}, 'admin', 'ship-order', 'ord_' || n, json_object('shipped', ${1 - sent}),
        json_object('shipped', ${sent}) from number where n % ${KINDS} in (select value from json_each(${kinds}))`.execute(
      db,
    );
  await audit(300, 1, '[0, 2, 3]');
  await audit(400, 0, '[2]');
  await audit(500, 1, '[2]');

  await migrate(db);
  const orders = await db.selectFrom('purchase').selectAll().orderBy('created_at').execute();
  const times = orders.map(({ paid_at, sent_at }) => [paid_at, sent_at]);
  const expected = [[100, 300], [200, null], [100, 500], [null, 300], [null, null]]; // prettier-ignore
  expect(times).toEqual(Array.from({ length: ORDERS }, (_, n) => expected[n % KINDS]));

  const changed = orders.filter((_, n) => n % KINDS !== 4);
  expect(changed.map(({ clock }) => clock)).toEqual(changed.map((_, index) => ORDERS + 1 + index));
  expect(orders.every(({ seq, clock }) => seq === clock)).toBe(true);
  const newest = ORDERS + changed.length;
  expect(await db.selectFrom('account_clock').select('seq').execute()).toEqual([{ seq: newest }]);
  expect(await listUserCursors(db, ['alice', 'bob'])).toMatchObject([
    { sub: 'alice', order_seq: newest },
    { sub: 'bob', order_seq: 0 },
  ]);
});
