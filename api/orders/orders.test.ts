import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import {
  chooseInSimulator,
  createBuyer,
  purchaseOf,
  readStock,
  signInBuyer,
  startOrderApp,
} from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

let app: TestApp;
let alice: Buyer;
let bob: Buyer;
let admin: Buyer;

beforeEach(async () => {
  app = await startOrderApp(10);
  alice = await signInBuyer(app, 'alice');
  bob = await signInBuyer(app, 'bob');
  admin = createBuyer(app.url, 'admin', await signInAdmin(app));
});
afterEach(() => app.stop());

const outcome = (reply: Reply): [number, unknown] => [reply.status, json(reply)['code']];
const statusOf = async (): Promise<string | undefined> => (await alice.orders())[0]?.payment_status;
const idOf = (reply: Reply): string => (json(reply)['order'] as { id: string }).id;
const listAll = async (query = ''): Promise<AdminOrder[]> =>
  JSON.parse((await admin.call('GET', `/api/admin-purchases${query}`)).body.toString()) as AdminOrder[];

/** An order of alice, paid in the simulator. */
async function buyAndPay(): Promise<string> {
  const bought = await alice.buy(undefined, crypto.randomUUID());
  await chooseInSimulator(app, bought, 'pay');
  await expect.poll(statusOf).toBe('finished');
  return idOf(bought);
}

it('[ORD1] a buyer’s order list is paged, and its orders are numbered as they were placed', async () => {
  for (let count = 0; count < 3; count += 1) await alice.buy(purchaseOf(alice.sub), `key-${count}`);
  const list = async (query: string) => {
    const reply = await alice.call('GET', `/api/my-purchases/${alice.sub}${query}`);
    return (JSON.parse(reply.body.toString()) as { id: string }[]).map(({ id }) => id);
  };
  const all = await list('');
  expect(all).toHaveLength(3);
  expect(await list('?limit=2')).toEqual(all.slice(0, 2));
  expect(await list(`?limit=2&after=${all[1]}`)).toEqual(all.slice(2));
  expect(outcome(await alice.call('GET', `/api/my-purchases/${alice.sub}?limit=-1`))).toEqual([400, 'bad-request']);
  expect((await alice.orders()).map(({ number }) => number)).toEqual([1_003, 1_002, 1_001]);
});

it('administrators are sent all orders, newest first, and a page of them when they ask for one', async () => {
  const bought = idOf(await alice.buy(purchaseOf(alice.sub)));
  const { writer } = app.context.database;
  const row = await writer.selectFrom('purchase').selectAll().where('id', '=', bought).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 2 * MAX_ORDERS_PER_PAGE + 1 }, (_, at) => ({
    ...row,
    id: `copy-${at}`,
    payment_id: `payment-${at}`,
    created_at: row.created_at - 1_000 - at,
    clock: -1 - at,
  }));
  for (let at = 0; at < copies.length; at += 20) {
    await writer
      .insertInto('purchase')
      .values(copies.slice(at, at + 20))
      .execute();
  }
  const all = (await listAll()).map(({ id }) => id);
  expect(all).toEqual([bought, ...copies.map(({ id }) => id)]);
  expect((await listAll(`?after=copy-${MAX_ORDERS_PER_PAGE}`)).map(({ id }) => id)).toEqual(
    all.slice(MAX_ORDERS_PER_PAGE + 2),
  );
  expect(await listAll('?limit=2')).toHaveLength(2);
});

describe('a buyer who deletes an order', () => {
  it('removes it from the list and releases its stock; repeating it has no effect', async () => {
    await alice.buy(purchaseOf(alice.sub, 3));
    const [order] = await alice.orders();
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect((await alice.call('DELETE', `/api/purchase/${order?.payment_id}`)).status).toBe(204);
    }
    expect(await alice.orders()).toEqual([]);
    expect((await readStock(app)).counters).toEqual({ available: 10, reserved: 0, sold: 0 });
    expect(await listAll()).toMatchObject([{ id: order?.id, payment_status: 'expired' }]);
  });

  it('can name it by its own id or the provider’s', async () => {
    const id = idOf(await alice.buy());
    expect((await alice.call('DELETE', `/api/purchase/${id}`)).status).toBe(204);
    expect(await alice.orders()).toEqual([]);
  });

  it('gets the same error for another buyer’s order and an unknown one', async () => {
    const id = idOf(await alice.buy());
    expect(outcome(await bob.call('DELETE', `/api/purchase/${id}`))).toEqual([404, 'not-found']);
    expect(outcome(await bob.call('DELETE', '/api/purchase/ord_0'))).toEqual([404, 'not-found']);
    expect(await alice.orders()).toHaveLength(1);
  });

  it('is rejected once the order is paid', async () => {
    const id = await buyAndPay();
    expect(outcome(await alice.call('DELETE', `/api/purchase/${id}`))).toEqual([409, 'payment-in-progress']);
    expect(await statusOf()).toBe('finished');
  });

  it('and then pays it gets it back as paid', async () => {
    const bought = await alice.buy();
    await alice.call('DELETE', `/api/purchase/${idOf(bought)}`);
    expect(await alice.orders()).toEqual([]);
    await chooseInSimulator(app, bought, 'pay');
    await expect.poll(statusOf).toBe('finished');
    const stock = { available: 9, reserved: 0, sold: 1 };
    expect(await readStock(app)).toEqual({ counters: stock, ledger: stock });
  });

  it('[fault 18] while it is being paid keeps it as paid', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bought = await alice.buy(undefined, `key-${round}`);
      const [deleted] = await Promise.all([
        alice.call('DELETE', `/api/purchase/${idOf(bought)}`),
        chooseInSimulator(app, bought, 'pay'),
      ]);
      expect([204, 409]).toContain(deleted.status);
      // A deleted order comes back with its payment.
      await expect.poll(async () => (await listAll())[0]?.payment_status).toBe('finished');
      expect((await alice.orders())[0]?.id).toBe(idOf(bought));
    }
    const stock = { available: 5, reserved: 0, sold: 5 };
    expect(await readStock(app)).toEqual({ counters: stock, ledger: stock });
  });
});

describe('an administrator', () => {
  const ship = (id: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
    admin.call(
      'PATCH',
      `/api/admin-purchases/${id}/shipped`,
      { shipped: true, postal_service: 'USPS', tracking_number: 'AB 1', ...body },
      headers,
    );

  it('sees all orders with their addresses, newest first and page by page', async () => {
    for (const key of ['1', '2', '3']) await alice.buy(undefined, key);
    await bob.buy();
    const all = await listAll();
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    );
    expect(all[0]).toMatchObject({
      email: 'alice@example.com',
      city: 'Limetown',
      version: expect.any(Number) as number,
    });
    const first = await listAll('?limit=2');
    const rest = await listAll(`?limit=200&after=${first[1]?.id}`);
    expect([...first, ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('marks a paid order as sent once, with an audit record', async () => {
    const id = await buyAndPay();
    const reply = await ship(id, {});
    expect(json(reply)).toMatchObject({ shipped: true, postal_service: 'USPS', tracking_number: 'AB 1' });
    expect(json(await ship(id, {}))['version']).toBe(json(reply)['version']);
    expect(await alice.orders()).toMatchObject([{ shipped: true, tracking_number: 'AB 1' }]);
    const audit = await app.context.database.reader
      .selectFrom('admin_audit')
      .select(['action', 'subject', 'after'])
      .execute();
    expect(audit).toEqual([
      { action: 'ship-order', subject: id, after: '{"shipped":1,"postal_service":"USPS","tracking_number":"AB 1"}' },
    ]);
    expect(json(await ship(id, { shipped: false }))).toMatchObject({ shipped: false });
  });

  it('sees, as does the buyer, when an order was paid and sent; a corrected tracking number keeps these times', async () => {
    const placed = Date.now();
    const id = await buyAndPay();
    const timesOf = (order: object | undefined): unknown => {
      const { paid_at, sent_at } = order as AdminOrder;
      return [paid_at, sent_at];
    };
    const [paid] = await alice.orders();
    expect(Date.parse(paid?.paid_at ?? '')).toBeGreaterThanOrEqual(placed);
    expect(paid?.sent_at).toBeNull();
    const sent = json(await ship(id, {}));
    expect(Date.parse(String(sent['sent_at']))).toBeGreaterThanOrEqual(Date.parse(paid?.paid_at ?? ''));
    expect(timesOf((await alice.orders())[0])).toEqual([paid?.paid_at, sent['sent_at']]);
    expect(timesOf(json(await ship(id, { tracking_number: 'CD 2' })))).toEqual(timesOf(sent));
    expect(timesOf(json(await ship(id, { shipped: false })))).toEqual([paid?.paid_at, null]);
  });

  it('is named in the audit log when the call has the session of a listed user besides the admin token', async () => {
    const id = await buyAndPay();
    const { headers } = await signIn(app, 'ada');
    const ada = createBuyer(app.url, 'ada', { ...headers, ...(await signInAdmin(app)) });
    const shipment = { shipped: true, postal_service: '', tracking_number: '' };
    expect((await ada.call('PATCH', `/api/admin-purchases/${id}/shipped`, shipment)).status).toBe(200);
    await ship(id, {});
    const audit = await app.context.database.reader.selectFrom('admin_audit').select('actor').execute();
    expect(audit).toEqual([{ actor: 'Ada (demo-ada)' }, { actor: 'administrator' }]);
  });

  it('can send an unpaid order only with `force`', async () => {
    const id = idOf(await alice.buy());
    const rejected = await ship(id, {});
    expect(outcome(rejected)).toEqual([409, 'not-paid']);
    expect(json(rejected)['current']).toMatchObject({ id, shipped: false });
    expect(json(await ship(id, { force: true }))).toMatchObject({ shipped: true });
  });

  it('changes an order once per key, even if a repeat names a stale version or the order has changed since', async () => {
    const id = await buyAndPay();
    const key = { 'idempotency-key': 'shipment-1', 'if-match': '"9007199254740991"' };
    expect(outcome(await ship(id, {}, key))).toEqual([412, 'stale-version']);
    const [{ version } = { version: 0 }] = await listAll();
    expect((await ship(id, {}, { ...key, 'if-match': `"${version}"` })).status).toBe(200);
    expect((await ship(id, { tracking_number: 'CD 2' })).status).toBe(200);
    expect(json(await ship(id, {}, key))).toMatchObject({ tracking_number: 'CD 2' });
    expect(outcome(await ship(id, { tracking_number: 'EF 3' }, key))).toEqual([422, 'idempotency-conflict']);
  });

  it('cannot overwrite a concurrent change', async () => {
    const id = await buyAndPay();
    const [{ version } = { version: 0 }] = await listAll();
    expect((await ship(id, {}, { 'if-match': `"${version}"` })).status).toBe(200);
    const stale = await ship(id, { tracking_number: 'CD 2' }, { 'if-match': `"${version}"` });
    expect(outcome(stale)).toEqual([412, 'stale-version']);
    expect(json(stale)['current']).toMatchObject({ tracking_number: 'AB 1', version: version + 1 });
    expect(outcome(await ship(id, {}, { 'if-match': 'yesterday' }))).toEqual([400, 'bad-request']);
  });

  it.each([
    ['a tracking number over the limit', { tracking_number: 'x'.repeat(65) }],
    ['a malformed state', { shipped: 'yes' }],
    ['an unknown field', { title: 'Toaster' }],
  ])('is rejected with %s', async (_title, change) => {
    const id = await buyAndPay();
    expect(outcome(await ship(id, change))).toEqual([400, 'bad-request']);
    expect(await alice.orders()).toMatchObject([{ shipped: false, tracking_number: '' }]);
  });

  it('can delete expired orders only, which stay visible to their buyer', async () => {
    const bought = await alice.buy();
    const path = `/api/admin-purchases/${idOf(bought)}`;
    expect(outcome(await admin.call('DELETE', path))).toEqual([409, 'not-expired']);
    await chooseInSimulator(app, bought, 'expire');
    await expect.poll(statusOf).toBe('expired');
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await admin.call('DELETE', path)).status).toBe(204);
    expect(await listAll()).toEqual([]);
    expect(await alice.orders()).toHaveLength(1);
    expect(outcome(await admin.call('DELETE', '/api/admin-purchases/ord_0'))).toEqual([404, 'not-found']);
  });

  it('is required for these endpoints', async () => {
    const id = await buyAndPay();
    for (const [method, path] of [
      ['GET', '/api/admin-purchases'],
      ['PATCH', `/api/admin-purchases/${id}/shipped`],
      ['DELETE', `/api/admin-purchases/${id}`],
    ] as const) {
      expect(outcome(await alice.call(method, path))).toEqual([403, 'forbidden']);
      expect(outcome(await createBuyer(app.url, '', {}).call(method, path))).toEqual([401, 'unauthorized']);
    }
  });
});
