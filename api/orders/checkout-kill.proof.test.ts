import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { btcPayEnv, signBtcPayNotice, startFakeBtcPay } from '../payments/testing/fake-btcpay.ts';
import type { FakeInvoice, FakeProvider } from '../payments/testing/fake-provider.ts';
import { createBuyer, purchaseOf, readStock, stockCameras } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { createRandom } from '../testing/random.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import type { ServerProcess } from '../testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from '../testing/processes/shop-folder.ts';
import type { ShopFolder, SignedInBuyer } from '../testing/processes/shop-folder.ts';
import { holdWriteLock } from '../testing/databases/hold-write-lock.ts';

const UNITS = 30;
const NOTICES = '/api/payments/btcpay/notices';

let provider: FakeProvider;
let folder: ShopFolder;
let signedIn: SignedInBuyer;
let server: ServerProcess;
let url: string;
let buyer: Buyer;

beforeEach(async () => {
  provider = await startFakeBtcPay();
  folder = await openShopFolder();
  await stockCameras(folder, UNITS);
  [signedIn] = (await folder.addBuyers(1)) as [SignedInBuyer];
  await start();
});
afterEach(async () => {
  await server.kill();
  await folder.close();
  await provider.close();
});

/** Starts the server, or restarts it as a process supervisor does after a crash. */
async function start(): Promise<void> {
  server = startServerProcess(folder.dataDir, {
    ...SHOP_PROCESS_ENV,
    ...btcPayEnv(provider),
    PAYMENT_TIMEOUT: '1',
  });
  url = await server.url();
  buyer = createBuyer(url, signedIn.sub, signedIn.headers);
}

/** A point at which the provider, and so the server, waits. */
function createGate() {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return {
    arrived,
    /** Blocks for the rest of the test; the server is killed meanwhile. */
    pass: async (): Promise<void> => {
      arrive();
      await delay(60_000, undefined, { ref: false });
    },
  };
}

const lockDatabase = () => holdWriteLock(folder.context.database);

const readOrders = () =>
  folder.context.database.reader
    .selectFrom('purchase')
    .select(['id', 'sub', 'status', 'stock_state', 'payment_id', 'invoice_url'])
    .execute();
const ignore = (promise: Promise<unknown>): void => void promise.catch(() => undefined);
const idOf = (reply: Reply): string => (json(reply)['order'] as { id: string }).id;
const pageOf = (reply: Reply): unknown => json(reply)['payment_url'];

const HELD = { available: UNITS - 1, reserved: 1, sold: 0 };
const SOLD = { available: UNITS - 1, reserved: 0, sold: 1 };
const UNTOUCHED = { available: UNITS, reserved: 0, sold: 0 };
const stock = (counters: typeof HELD) => ({ counters, ledger: counters });

describe('a server that is killed during a checkout', () => {
  it('[fault 3] before its commit leaves nothing, and the retry places the order', async () => {
    const unlock = await lockDatabase();
    ignore(buyer.buy(undefined, 'key-1'));
    await delay(300);
    await server.kill();
    await unlock();
    expect(await readOrders()).toEqual([]);
    expect(await readStock(folder)).toEqual(stock(UNTOUCHED));
    await start();
    expect((await buyer.buy(undefined, 'key-1')).status).toBe(200);
    expect(await readOrders()).toHaveLength(1);
    expect(await readStock(folder)).toEqual(stock(HELD));
  });

  it('[fault 4] between its commit and the invoice request gets the payment page later, once', async () => {
    const gate = createGate();
    provider.behaviour.beforeInvoice = gate.pass;
    ignore(buyer.buy(undefined, 'key-1'));
    await gate.arrived;
    expect(await readOrders()).toMatchObject([{ status: 'creating', stock_state: 'held' }]);
    await server.kill();
    provider.behaviour.beforeInvoice = undefined;
    await start();
    await expect.poll(async () => (await readOrders())[0]?.status).toBe('waiting');
    expect(provider.invoices).toHaveLength(1);
    const again = await buyer.buy(undefined, 'key-1');
    expect(pageOf(again)).toBe(`${provider.url}/i/${provider.invoices[0]?.id}`);
    expect(await readOrders()).toHaveLength(1);
    expect(await readStock(folder)).toEqual(stock(HELD));
  });

  it('[fault 5] between creating an invoice and storing it finds the invoice again', async () => {
    const gate = createGate();
    provider.behaviour.beforeAnswer = gate.pass;
    ignore(buyer.buy(undefined, 'key-1'));
    await gate.arrived;
    await server.kill();
    provider.behaviour.beforeAnswer = undefined;
    expect(provider.invoices).toHaveLength(1);
    await start();
    await expect.poll(async () => (await readOrders())[0]?.status).toBe('waiting');
    expect(provider.invoices).toHaveLength(1);
    expect(await readOrders()).toMatchObject([{ payment_id: provider.invoices[0]?.id }]);
    expect(pageOf(await buyer.buy(undefined, 'key-1'))).toBe(`${provider.url}/i/${provider.invoices[0]?.id}`);
  });

  it('[fault 1] after its commit answers a retry with the same reply', async () => {
    const first = await buyer.buy(undefined, 'key-1');
    await server.kill();
    await start();
    const again = await buyer.buy(undefined, 'key-1');
    expect(again.body.toString()).toBe(first.body.toString());
    expect(provider.invoices).toHaveLength(1);
  });

  it('[fault 1] at any moment creates no duplicate order or invoice', async () => {
    const random = createRandom(20_261_121);
    const buyers = await folder.addBuyers(8);
    const answered = new Map<string, unknown>();
    const attempt = async ({ sub, headers }: SignedInBuyer, key: string): Promise<void> => {
      const reply = await createBuyer(url, sub, headers).buy(purchaseOf(sub), key);
      expect(reply.status).toBe(200);
      const name = `${sub} ${key}`;
      const page = pageOf(reply);
      if (page !== null && answered.has(name)) expect(page).toBe(answered.get(name));
      if (page !== null) answered.set(name, page);
    };
    const all = (key: string, some = buyers) => some.map((one) => attempt(one, key));
    for (const key of ['1', '2', '3']) {
      const running = Promise.allSettled(all(key));
      await delay(random() * 120);
      await server.kill();
      await running;
      await start();
      // Every buyer retries, some of them twice.
      await Promise.all([...all(key), ...all(key, buyers.slice(0, 3))]);
    }
    await expect.poll(async () => (await readOrders()).filter(({ status }) => status === 'creating').length).toBe(0);
    const orders = await readOrders();
    expect(orders).toHaveLength(24);
    expect(new Set(provider.invoices.map(({ orderId }) => orderId)).size).toBe(24);
    expect(provider.invoices).toHaveLength(24);
    expect(new Set(answered.values()).size).toBe(answered.size);
    expect(await readStock(folder)).toEqual(stock({ available: UNITS - 24, reserved: 24, sold: 0 }));
  }, 90_000);
});

describe('a server that is killed while it handles a payment notice', () => {
  let invoice: FakeInvoice;
  const notify = (): Promise<Reply> => {
    const { body, headers } = signBtcPayNotice(invoice);
    return send(url, NOTICES, { method: 'POST', body, headers });
  };

  beforeEach(async () => {
    const orderId = idOf(await buyer.buy());
    invoice = provider.invoices.find((one) => one.orderId === orderId) as FakeInvoice;
    invoice.status = 'finished';
  });

  /** Restarts the server and repeats the notice three times, as a provider may. */
  async function repeatNotice(): Promise<void> {
    await start();
    for (let repeat = 0; repeat < 3; repeat += 1) expect((await notify()).status).toBe(200);
    expect(await readOrders()).toMatchObject([{ status: 'finished', stock_state: 'sold' }]);
    expect(await readStock(folder)).toEqual(stock(SOLD));
    const notices = await folder.context.database.reader.selectFrom('payment_notice').select('outcome').execute();
    expect(notices).toHaveLength(1);
  }

  it('[fault 17] while it asks the provider has changed nothing, and applies the repeated notice', async () => {
    const gate = createGate();
    provider.behaviour.beforeRead = gate.pass;
    ignore(notify());
    await gate.arrived;
    await server.kill();
    provider.behaviour.beforeRead = undefined;
    expect(await readOrders()).toMatchObject([{ status: 'waiting', stock_state: 'held' }]);
    await repeatNotice();
  });

  it('[fault 17] before its commit has changed nothing, and applies the repeated notice', async () => {
    const unlock = await lockDatabase();
    ignore(notify());
    await delay(300);
    await server.kill();
    await unlock();
    expect(await readOrders()).toMatchObject([{ status: 'waiting', stock_state: 'held' }]);
    await repeatNotice();
  });

  it('[fault 17] after its commit has applied the notice, whether it answered or not', async () => {
    ignore(notify());
    await expect.poll(async () => (await readOrders())[0]?.status, { interval: 1 }).toBe('finished');
    await server.kill();
    await repeatNotice();
  });
});
