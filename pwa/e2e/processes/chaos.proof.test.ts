import { fileOf } from '#api/storage/database-source.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { btcPayEnv, signBtcPayNotice, startFakeBtcPay } from '#api/payments/testing/fake-btcpay.ts';
import type { FakeInvoice, FakeProvider } from '#api/payments/testing/fake-provider.ts';
import { readStock, stockCameras } from '#api/testing/apps/order-app.ts';
import { createRandom } from '#api/testing/random.ts';
import { send } from '#api/testing/clients/send.ts';
import { startServerProcess, UNLIMITED_SERVER } from '#api/testing/processes/server-process.ts';
import type { ServerProcess } from '#api/testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from '#api/testing/processes/shop-folder.ts';
import type { ShopFolder } from '#api/testing/processes/shop-folder.ts';
import { openShopper } from './shopper.ts';
import type { Shopper } from './shopper.ts';
import { injectLinkFaults } from './inject-link-faults.ts';

const isNight = process.env['NIGHT'] === '1';
const SHOPPERS = isNight ? 20 : 4;
const RUN_MS = isNight ? 600_000 : 12_000;
/** Bounds of a server's random lifetime. */
const LIFE_MS = isNight ? ([2_000, 10_000] as const) : ([1_500, 3_500] as const);
/** A busy machine starts servers slowly: the test continues until this many were killed. */
const MIN_KILLS = 3;
const CALM_MS = 120_000;
const UNITS = 20;
const MAX_ORDERS = 4;
const CART_PRODUCTS = Array.from({ length: 40 }, (_, index) => 100 + index);
/** The same seed draws the same random numbers; the timing of processes still varies. */
const SEED = Number(process.env['SEED'] ?? 20_261_121);

let folder: ShopFolder;
let provider: FakeProvider;
let server: ServerProcess;
let shoppers: Shopper[];
let url: string;

beforeEach(async () => {
  shoppers = [];
  provider = await startFakeBtcPay();
  folder = await openShopFolder();
  for (const id of CART_PRODUCTS) await stockCameras(folder, 1_000, id);
  await startServer();
  for (let number = 1; number <= SHOPPERS; number += 1) {
    await stockCameras(folder, UNITS, number);
    shoppers.push(
      await openShopper({
        url,
        name: `buyer-${number}`,
        cartProducts: CART_PRODUCTS,
        orderProduct: number,
        maxOrders: MAX_ORDERS,
        random: createRandom(SEED + number),
      }),
    );
  }
});
afterEach(async () => {
  await Promise.all(shoppers.map((shopper) => shopper.close()));
  await server.kill();
  await folder.close();
  await provider.close();
});

async function startServer(): Promise<void> {
  server = startServerProcess(
    folder.dataDir,
    {
      ...SHOP_PROCESS_ENV,
      ...btcPayEnv(provider),
    },
    UNLIMITED_SERVER,
  );
  url = await server.url();
  for (const { line } of shoppers) line.through(url);
}

const tell = async (invoice: FakeInvoice): Promise<number | undefined> => {
  const { body, headers } = signBtcPayNotice(invoice);
  const reply = await send(url, '/api/payments/btcpay/notices', { method: 'POST', body, headers }).catch(
    () => undefined,
  );
  return reply?.status;
};

/** Pays orders and repeats the notices, also to a server that is down. */
async function pay(random: () => number, until: () => boolean): Promise<void> {
  while (!until()) {
    const waiting = provider.invoices.filter(({ status }) => status === 'waiting');
    const invoice = waiting[Math.floor(random() * waiting.length * 2)];
    if (invoice) {
      invoice.status = 'finished';
      await Promise.all([tell(invoice), tell(invoice), tell(invoice)]);
    }
    await sleep(random() * 500);
  }
}

/** Edits products from a second process beside the server. */
async function edit(until: () => boolean): Promise<string> {
  let title = '';
  for (let number = 1; !until(); number += 1) {
    title = `Camera ${number}`;
    await folder.context.products.saveProducts('ayz', [{ id: CART_PRODUCTS[0] ?? 0, fields: { title } }]);
    await sleep(300);
  }
  return title;
}

const ordersOf = (sub: string) =>
  folder.context.database.reader.selectFrom('purchase').select(['id', 'status']).where('sub', '=', sub).execute();
const cartOf = async (sub: string): Promise<Map<number, number>> => {
  const rows = await folder.context.database.reader
    .selectFrom('cart_line')
    .select(['product_id', 'quantity'])
    .where('sub', '=', sub)
    .execute();
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]));
};
const messagesOf = (chatId: string) =>
  folder.context.database.reader
    .selectFrom('chat_message')
    .select(['seq', 'content'])
    .where('chat_id', '=', chatId)
    .orderBy('seq')
    .execute();

/** Expects every message, cart line and order exactly once, and the same rows on device and server. */
async function expectKept({ sub, tab, data, chatId, added, said, ordered }: Shopper): Promise<void> {
  const wait = { timeout: CALM_MS };
  await expect.poll(() => data.outbox(), wait).toEqual([]);
  expect(await cartOf(sub)).toEqual(added);
  const shownCart = async () => new Map((await data.cart()).map((line) => [line.product_id, line.quantity]));
  await expect.poll(shownCart, wait).toEqual(added);

  const orders = await ordersOf(sub);
  expect(new Set(orders.map(({ id }) => id))).toEqual(ordered);
  const shownOrders = async () => (await data.orders()).map((order) => order.id).toSorted();
  await expect.poll(shownOrders, wait).toEqual([...ordered].toSorted());

  const messages = await messagesOf(chatId);
  expect(messages.map(({ seq }) => seq)).toEqual(said.map((_, place) => place + 1));
  expect(messages.map(({ content }) => content)).toEqual(said);
  const shownMessages = async (): Promise<string[]> => {
    const { messages: shown, older } = await data.chats.messages(chatId, 10_000);
    // A device has the newest messages after a long absence and loads older ones on scroll.
    if (older === 'server') await tab.engine.account.loadOlderMessages(chatId);
    return shown.map(({ content }) => content);
  };
  await expect.poll(shownMessages, wait).toEqual(said);
}

it(
  `[RELIABILITY 5] ${SHOPPERS} devices on broken lines lose nothing while their server is killed (seed ${SEED})`,
  async () => {
    const endMs = performance.now() + RUN_MS;
    let kills = 0;
    const isOver = (): boolean => performance.now() > endMs && kills >= MIN_KILLS;
    const random = createRandom(SEED);
    const kill = async (): Promise<void> => {
      const [shortest, longest] = LIFE_MS;
      while (!isOver()) {
        await sleep(shortest + random() * (longest - shortest));
        await server.kill();
        kills += 1;
        await startServer();
      }
    };
    const [lastTitle] = await Promise.all([
      edit(isOver),
      kill(),
      pay(createRandom(SEED), isOver),
      ...shoppers.map(({ line }, index) => injectLinkFaults(line, createRandom(SEED + 100 + index), isOver)),
      ...shoppers.map((shopper) => shopper.live(isOver)),
    ]);

    for (const invoice of provider.invoices) {
      if (invoice.status === 'finished') await expect.poll(() => tell(invoice)).toBe(200);
    }
    for (const { tab } of shoppers) await tab.engine.account.syncAccount();
    for (const shopper of shoppers) await expectKept(shopper);

    const counted = { orders: 0, messages: 0, paid: 0 };
    for (const [index, { sub, said }] of shoppers.entries()) {
      const orders = await ordersOf(sub);
      const paid = provider.invoices.filter(
        ({ orderId, status }) => status === 'finished' && orders.some(({ id }) => id === orderId),
      );
      const finished = orders.filter(({ status }) => status === 'finished').map(({ id }) => id);
      expect(finished.toSorted()).toEqual(paid.map(({ orderId }) => orderId).toSorted());
      const sold = paid.length;
      const stock = { available: UNITS - orders.length, reserved: orders.length - sold, sold };
      expect(await readStock(folder, index + 1)).toEqual({ counters: stock, ledger: stock });
      counted.orders += orders.length;
      counted.messages += said.length;
      counted.paid += sold;
    }
    console.info(`chaos of seed ${SEED}: ${JSON.stringify({ kills, ...counted })}`);
    expect(counted.orders).toBeGreaterThan(0);
    expect(counted.messages).toBeGreaterThan(SHOPPERS);
    await expect.poll(() => provider.invoices.length, { timeout: CALM_MS }).toBe(counted.orders);
    for (const { tab } of shoppers) {
      await tab.engine.refresh();
      const title = async () => (await tab.engine.catalog.card('ayz', CART_PRODUCTS[0] ?? 0))?.title;
      await expect.poll(title, { timeout: CALM_MS }).toBe(lastTitle);
    }

    const copy = new BetterSqlite3(fileOf(folder.context.database.source), { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.pragma('foreign_key_check')).toEqual([]);
    copy.close();
  },
  RUN_MS + 300_000,
);
