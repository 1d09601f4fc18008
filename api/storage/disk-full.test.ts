import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAdministrator } from '../testing/clients/administrator.ts';
import type { Administrator } from '../testing/clients/administrator.ts';
import { CAMERA_ID, createBuyer, readStock, startOrderApp } from '../testing/apps/order-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const LONG = { title: 'Long', main_category: 'Books', category: 'Long ones', description: 'x'.repeat(190_000) };
const UNLIMITED_PAGES = 1_073_741_823;

let app: TestApp;
let admin: Administrator;

beforeEach(async () => {
  app = await startOrderApp(5);
  admin = await createAdministrator(app);
});
afterEach(() => app.stop());

/** Limits the growth of the database to a number of pages. */
async function leavePages(pages: number): Promise<void> {
  const { writer } = app.context.database;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(writer);
  const free = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(writer);
  const used = (rows[0]?.page_count ?? 0) - (free.rows[0]?.freelist_count ?? 0);
  await sql`pragma max_page_count = ${sql.lit(Math.min(UNLIMITED_PAGES, used + pages))}`.execute(writer);
}

async function readState() {
  const { reader } = app.context.database;
  return {
    shops: await reader.selectFrom('shop').selectAll().execute(),
    products: await reader.selectFrom('product').select(['shop', 'id', 'seq']).execute(),
    audit: await reader.selectFrom('admin_audit').selectAll().execute(),
    keys: await reader.selectFrom('idempotency').selectAll().execute(),
    stock: await readStock(app),
  };
}

it('[fault 28] a write on a full disk is rolled back and retried later; reads work', async () => {
  const before = await readState();
  await leavePages(8);
  const add = () => admin.call('POST', '/api/add-product?shop=ayz', LONG, { 'idempotency-key': 'long' });
  const { status, body } = await add();
  expect([status, body['code'], body['retryAfter']]).toEqual([503, 'not-ready', 30]);
  expect(await readState()).toEqual(before);
  const reply = await send(app.url, `/api/products/${CAMERA_ID}?shop=ayz`);
  expect([reply.status, json(reply)['title']]).toEqual([200, 'Camera']);

  await leavePages(UNLIMITED_PAGES);
  expect((await add()).body).toMatchObject({ id: CAMERA_ID + 1, title: 'Long' });
  expect(await app.context.products.countProducts('ayz')).toBe(2);
});

it('[fault 28] units of the same transaction fail as well, and their retries take effect once', async () => {
  const { headers, sub } = await signIn(app, 'alice');
  const buyer = createBuyer(app.url, sub, headers);
  await leavePages(8);
  const add = () => admin.call('POST', '/api/add-product?shop=ayz', LONG, { 'idempotency-key': 'long' });
  const purchase = () => buyer.buy(undefined, 'purchase');
  const [added, bought] = await Promise.all([add(), purchase()]);
  expect(added.status).toBe(503);
  // Whether both share a transaction depends on timing.
  expect([200, 503]).toContain(bought.status);

  await leavePages(UNLIMITED_PAGES);
  expect([(await add()).status, (await purchase()).status, (await purchase()).status]).toEqual([200, 200, 200]);
  const held = { available: 4, reserved: 1, sold: 0 };
  expect(await readStock(app)).toEqual({ counters: held, ledger: held });
  expect(await app.context.products.countProducts('ayz')).toBe(2);
});
