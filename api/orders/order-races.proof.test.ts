import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { MAX_OPEN_ORDERS } from '#contract/limits.ts';
import type { Cents } from '#contract/money/money.ts';
import { findStoredProducts } from '../catalog/products/product.repository.ts';
import { rowToCard } from '../catalog/products/row-to-card.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { createInvoiceMaker } from '../payments/invoice-maker.ts';
import { createPaymentReports } from '../payments/payment-reports.ts';
import { NO_PUSH } from '../push/push-messages.ts';
import { CAMERA_PRICE, createBuyer, purchaseOf, readStock, stockCameras } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { startTwoNodes } from '../testing/apps/two-nodes.ts';
import type { TwoNodes } from '../testing/apps/two-nodes.ts';
import { json } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { POSTGRES_MISSING } from '../testing/databases/postgres-server.ts';
import { createOrderChanges } from './order-changes.ts';
import { createExpireOrdersJob } from './expire-orders.job.ts';
import { findOrder } from './order.repository.ts';

const HOUR_MS = 3_600_000;

describe.skipIf(POSTGRES_MISSING !== undefined)('orders whose transactions overlap at two nodes', () => {
  let two: TwoNodes;
  let products = 100;
  let buyers = 0;
  beforeAll(async () => {
    two = await startTwoNodes();
  });
  afterAll(() => two.stop());

  /** Signs a new buyer in; returns them as a client of each node. */
  const newBuyer = async (): Promise<[Buyer, Buyer]> => {
    const [one, other] = two.nodes;
    const { sub, headers } = await signIn(one, `buyer${(buyers += 1)}`);
    return [createBuyer(one.url, sub, headers), createBuyer(other.url, sub, headers)];
  };
  const newProduct = async (units: number): Promise<number> => {
    await stockCameras(two.nodes[0], units, (products += 1));
    return products;
  };
  const buy = (buyer: Buyer, product: number, key: string): Promise<Reply> =>
    buyer.buy({ ...purchaseOf(buyer.sub), product_id: product }, key);
  const place = async (buyer: Buyer, product: number, key: string): Promise<string> =>
    (json(await buy(buyer, product, key))['order'] as { id: string }).id;
  const codeOf = (reply: Reply): unknown => (reply.status === 200 ? 200 : json(reply)['code']);
  const { reports, invoices, expire } = {
    reports: () => {
      const { database, write, stock, log, now } = two.nodes[0].context;
      const changes = createOrderChanges({ mails: NO_MAILS, stock, now, enqueuePush: NO_PUSH });
      return createPaymentReports({ database, write, changes, log, now });
    },
    invoices: () => {
      const { database, write, stock, log, now } = two.nodes[1].context;
      const changes = createOrderChanges({ mails: NO_MAILS, stock, now, enqueuePush: NO_PUSH });
      const createInvoice = ({ orderId }: { orderId: string }) =>
        Promise.resolve({ paymentId: `other-${orderId}`, invoiceUrl: 'https://pay.example/1' });
      const gateway = { provider: 'demo', createInvoice, findInvoice: () => Promise.resolve(undefined) } as const;
      return createInvoiceMaker({
        database,
        write,
        changes,
        gateway: gateway as unknown as Parameters<typeof createInvoiceMaker>[0]['gateway'],
        getOrigin: () => 'https://shop.example',
        timeoutMs: 5_000,
        log,
        now,
      });
    },
    /** Runs the expiry job now and as of two hours later, when reservations have ended. */
    expire: async () => {
      const { database, write, stock } = two.nodes[1].context;
      let atMs = Date.now();
      const now = (): number => atMs;
      const changes = createOrderChanges({ mails: NO_MAILS, stock, now, enqueuePush: NO_PUSH });
      const times = { graceMs: 0, pendingMs: 100 * HOUR_MS, everyMs: HOUR_MS };
      const job = createExpireOrdersJob({ database, write, changes, poller: undefined, ...times, now, steadyNow: now });
      await job.run();
      atMs += 2 * HOUR_MS;
      await job.run();
    },
  };
  const report = (orderId: string, status: string) =>
    reports().apply('demo', {
      orderId,
      status,
      amount: (CAMERA_PRICE * 100) as Cents,
      currency: 'USD',
      chargeId: null,
    });
  /** The shop's digest as it is stored, and as a device computes it from the products. */
  const readDigests = async () => {
    const { reader } = two.nodes[0].context.database;
    const ids = Array.from({ length: products - 100 }, (_, index) => 101 + index);
    const stored = await findStoredProducts(reader, 'ayz', { ids, externalIds: [] });
    const digests = stored.map(({ row, conditions }) => digestCard('openBox', rowToCard('openBox', row, conditions)));
    const shop = await reader.selectFrom('shop').select('digest').where('key', '=', 'ayz').executeTakeFirstOrThrow();
    return { stored: shop.digest, computed: digests.reduce(addDigest, 0) };
  };
  const expectEqualDigests = async (): Promise<void> => {
    const { stored, computed } = await readDigests();
    expect(stored).toBe(computed);
  };

  it('[user] never exceed what a buyer may have open', async () => {
    const [here, there] = await newBuyer();
    for (let order = 1; order < MAX_OPEN_ORDERS; order++) await buy(here, await newProduct(1), `${order}`);
    const [first, second] = [await newProduct(1), await newProduct(1)];
    const replies = await two.race(
      { table: 'purchase', on: 'insert' },
      () => buy(here, first, 'one'),
      () => buy(there, second, 'other'),
    );
    expect(replies.map(codeOf)).toEqual([200, 'too-many-open-orders']);
    expect(await here.orders()).toHaveLength(MAX_OPEN_ORDERS);
  });

  it('[user] become one order under the same key, and a different request under that key is a conflict', async () => {
    const [here, there] = await newBuyer();
    const [first, second] = [await newProduct(1), await newProduct(1)];
    const replies = await two.race(
      { table: 'purchase', on: 'insert' },
      () => buy(here, first, 'same'),
      () => buy(there, second, 'same'),
    );
    expect(replies.map(codeOf)).toEqual([200, 'idempotency-conflict']);
    expect(await here.orders()).toHaveLength(1);
  });

  it('[product] sell the last unit once', async () => {
    const [[here], [, there]] = [await newBuyer(), await newBuyer()];
    const product = await newProduct(1);
    const replies = await two.race(
      { table: 'product_condition', on: 'update' },
      () => buy(here, product, 'k'),
      () => buy(there, product, 'k'),
    );
    expect(replies.map(codeOf)).toEqual([200, 'out-of-stock']);
    const held = { available: 0, reserved: 1, sold: 0 };
    expect(await readStock(two.nodes[0], product)).toEqual({ counters: held, ledger: held });
    await expectEqualDigests();
  });

  it('[product] leave a stored digest equal to that of the devices when two buyers buy the same product', async () => {
    const [[here], [, there]] = [await newBuyer(), await newBuyer()];
    const product = await newProduct(5);
    const replies = await two.race(
      { table: 'product_condition', on: 'update' },
      () => buy(here, product, 'k'),
      () => buy(there, product, 'k'),
    );
    expect(replies.map(codeOf)).toEqual([200, 200]);
    await expectEqualDigests();
  });

  it('leave a stored digest equal to that of the devices when two buyers buy different products', async () => {
    const [[here], [, there]] = [await newBuyer(), await newBuyer()];
    const [first, second] = [await newProduct(5), await newProduct(5)];
    const replies = await two.race(
      { table: 'product', on: 'update' },
      () => buy(here, first, 'k'),
      () => buy(there, second, 'k'),
    );
    expect(replies.map(codeOf)).toEqual([200, 200]);
    await expectEqualDigests();
  });

  it('[product] that end while another buyer orders leave a stored digest equal to that of the devices', async () => {
    const [[here], [, there]] = [await newBuyer(), await newBuyer()];
    const product = await newProduct(5);
    const id = await place(here, product, 'k');
    const [outcome, reply] = await two.race(
      { table: 'product_condition', on: 'update' },
      () => report(id, 'expired'),
      () => buy(there, product, 'k'),
    );
    expect([outcome, codeOf(reply)]).toEqual(['changed', 200]);
    const held = { available: 4, reserved: 1, sold: 0 };
    expect(await readStock(two.nodes[0], product)).toEqual({ counters: held, ledger: held });
    await expectEqualDigests();
  });

  it('[order] keep the status of a notice that comes while the payment page is stored', async () => {
    const [here] = await newBuyer();
    const id = await place(here, await newProduct(1), 'k');
    const { writer, reader } = two.nodes[0].context.database;
    await writer.updateTable('purchase').set({ status: 'creating', invoice_url: null }).where('id', '=', id).execute();
    const { version = 0 } = (await findOrder(reader, id)) ?? {};
    await two.race(
      { table: 'purchase', on: 'update' },
      () => report(id, 'confirming'),
      () => invoices().make({ id, title: '', total_cents: 1, expires_at: 0, attempts: 1 }, 'https://shop.example'),
    );
    // Both changes raise the version that administrators see.
    const after = { status: 'confirming', payment_id: `other-${id}`, version: version + 2 };
    expect(await findOrder(reader, id)).toMatchObject(after);
  });

  it('[order] keep a late payment page when a notice comes while the page is stored', async () => {
    const [here] = await newBuyer();
    const id = await place(here, await newProduct(1), 'k');
    const { writer, reader } = two.nodes[0].context.database;
    // An earlier notice came before the page.
    await writer
      .updateTable('purchase')
      .set({ status: 'confirming', invoice_url: null })
      .where('id', '=', id)
      .execute();
    const { version = 0 } = (await findOrder(reader, id)) ?? {};
    await two.race(
      { table: 'purchase', on: 'update' },
      () => invoices().make({ id, title: '', total_cents: 1, expires_at: 0, attempts: 1 }, 'https://shop.example'),
      () => report(id, 'sending'),
    );
    const after = { status: 'sending', payment_id: `other-${id}`, version: version + 2 };
    expect(await findOrder(reader, id)).toMatchObject(after);
  });

  it('[order] give their units back once, or sell them', async () => {
    const [here] = await newBuyer();
    const product = await newProduct(3);
    const id = await place(here, product, 'k');
    // No other order may expire: the race would pause the job in the unit of that order.
    const { writer } = two.nodes[0].context.database;
    await writer.updateTable('purchase').set({ expires_at: Number.MAX_SAFE_INTEGER }).where('id', '<>', id).execute();
    await two.race({ table: 'purchase', on: 'update' }, () => report(id, 'finished'), expire);
    expect(await findOrder(two.nodes[0].context.database.reader, id)).toMatchObject({
      status: 'finished',
      stock_state: 'sold',
    });
    const sold = { available: 2, reserved: 0, sold: 1 };
    expect(await readStock(two.nodes[0], product)).toEqual({ counters: sold, ledger: sold });
  });
});
