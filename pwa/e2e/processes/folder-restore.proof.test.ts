import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { createBuyer, purchaseOf, signInBuyer, stockCameras } from '#api/testing/apps/order-app.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { createTestCredential, signInAdmin } from '#api/testing/clients/sign-in.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { AdminSession } from '#sync/admin/admin-session.ts';
import { openAdminData } from '#sync/admin/store/open-admin-data.ts';
import { AdminStore } from '#sync/admin/store/admin-store.ts';
import { pullAdminOrders } from '#sync/admin/store/pull-admin-orders.ts';
import { createApiClient } from '#sync/server/api-client.ts';
import { createDevice, syncShop } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';

const ALICE = 'demo-alice';
const UNITS = 50;
const PRODUCTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

let root: string;
let app: TestApp;
/** Keeps the server's address while the server behind it is restored. */
let line: NetworkLink;
let device: Device;
let tab: Tab;
let data: UserData;

const dataDir = () => join(root, 'data');
const startApp = (): Promise<TestApp> => startTestApp({ dataDir: dataDir(), orderingTimes: { jobIntervalMs: 30 } });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hexlime-folder-'));
  app = await startApp();
  for (const id of PRODUCTS) await stockCameras(app, UNITS, id);
  line = await openNetworkLink(app.url);
  device = createDevice(line.url);
  tab = device.openTab();
  await syncShop(tab, 'ayz');
  const result = await tab.engine.account.signIn(await createTestCredential(app, 'alice'));
  if (!result.ok) throw new Error(`Signing in came to ${JSON.stringify(result)}`);
  data = device.openUserData(ALICE);
});
afterEach(async () => {
  device.closeAll();
  await line.stop();
  await app.stop();
  await rm(root, { recursive: true, force: true });
});

/** Copies the whole data folder, as a snapshot of its volume does. */
async function copyFolder(): Promise<void> {
  await app.stop();
  await cp(dataDir(), join(root, 'copy'), { recursive: true });
  await restart();
}

/** Puts the copied folder back and starts the server on it. */
async function restoreFolder(): Promise<void> {
  await app.stop();
  await rm(dataDir(), { recursive: true });
  await cp(join(root, 'copy'), dataDir(), { recursive: true });
  await restart();
}

async function restart(): Promise<void> {
  app = await startApp();
  line.through(app.url);
  line.dropAll();
}

const goOffline = (): void => {
  line.isUp = false;
  line.dropAll();
};
const goOnline = async (): Promise<void> => {
  line.isUp = true;
  await tab.engine.refresh();
};
const add = (product_id: number): Promise<void> =>
  data.enqueue({ name: 'addCartItem', args: { product_id, condition: 'good', quantity: 1, price_seen: '12.50' } });
const deviceCart = async () => (await data.cart()).map(({ product_id, quantity }) => [product_id, quantity]);
const serverCart = async () =>
  (
    await app.context.database.reader
      .selectFrom('cart_line')
      .select(['product_id', 'quantity'])
      .where('sub', '=', ALICE)
      .orderBy('added_at')
      .execute()
  ).map(({ product_id, quantity }) => [product_id, quantity]);
/** Waits until every operation is decided and both sides have the same cart; returns it. */
async function settleCart(): Promise<number[][]> {
  await expect.poll(() => data.outbox()).toEqual([]);
  await expect.poll(async () => [await deviceCart()]).toEqual([await serverCart()]);
  return serverCart();
}
const titleOf = async (id: number) => (await tab.engine.catalog.card('ayz', id))?.title;
const rename = (id: number, title: string) => app.context.products.saveProducts('ayz', [{ id, fields: { title } }]);
/** Changes the cart of another user, which raises the counter of all carts. */
async function changeForeignCart(changes: number): Promise<void> {
  const bob = await signInBuyer(app, 'bob');
  for (let change = 0; change < changes; change++) {
    const reply = await bob.call('POST', '/api/cart', {
      google_id: bob.sub,
      product_id: 9,
      condition: 'good',
      quantity: 1,
    });
    expect(reply.status).toBe(200);
  }
}

describe('[OUT13] a restored copy of the whole data folder', () => {
  it('begins a new epoch: both sides have the cart lines that the copy lacks, and a later one', async () => {
    await add(1);
    expect(await settleCart()).toEqual([[1, 1]]);
    await copyFolder();
    await add(2);
    await add(3);
    expect(await settleCart()).toHaveLength(3);
    const { epoch } = app.context.states;

    await restoreFolder();
    await add(4);
    const cart = await settleCart();
    expect(cart.toSorted()).toEqual([1, 2, 3, 4].map((id) => [id, 1]));
    expect(app.context.states.epoch).not.toBe(epoch);
  }, 60_000);

  it('is recognized by a device that was offline, although its counters have passed the device’s cursors', async () => {
    await add(1);
    await settleCart();
    await rename(5, 'Before the copy');
    await expect.poll(() => titleOf(5)).toBe('Before the copy');
    await copyFolder();
    await add(2);
    await settleCart();
    await rename(5, 'Lost with the disk');
    await expect.poll(() => titleOf(5)).toBe('Lost with the disk');
    goOffline();
    await add(4);

    await restoreFolder();
    await changeForeignCart(6);
    for (const id of [6, 7, 8, 6, 7, 8]) await rename(id, `Renamed ${id}`);
    await goOnline();

    const cart = await settleCart();
    expect(cart.toSorted()).toEqual([1, 2, 4].map((id) => [id, 1]));
    await expect.poll(() => titleOf(5)).toBe('Before the copy');
    expect(await titleOf(8)).toBe('Renamed 8');
  }, 60_000);

  it('has the messages sent after the copy was made, and later ones, on both sides', async () => {
    await data.chats.start({ product_id: 1, title: 'Camera', preview: '', placeholder: '', buyer_name: 'Alice' });
    const chat = chatIdOf(ALICE, 1);
    await data.chats.send(chat, { content: 'one', photos: [] });
    await expect.poll(() => data.outbox()).toEqual([]);
    await copyFolder();
    for (const content of ['two', 'three']) await data.chats.send(chat, { content, photos: [] });
    await expect.poll(() => data.outbox()).toEqual([]);

    await restoreFolder();
    await data.chats.send(chat, { content: 'four', photos: [] });
    const contents = async () => (await data.chats.messages(chat, 50)).messages.map(({ content }) => content);
    await expect.poll(() => data.outbox()).toEqual([]);
    const onServer = async () =>
      (
        await app.context.database.reader
          .selectFrom('chat_message')
          .select('content')
          .where('chat_id', '=', chat)
          .orderBy('seq')
          .execute()
      ).map(({ content }) => content);
    await expect.poll(async () => [await contents()]).toEqual([await onServer()]);
    expect((await contents()).toSorted()).toEqual(['four', 'one', 'three', 'two']);
  }, 60_000);

  it('gives administrators the orders of the restored server', async () => {
    const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
    const store = new AdminStore(idb);
    const orders = openAdminData(idb);
    const { authorization } = await signInAdmin(app);
    const session = new AdminSession({
      client: createApiClient(line.url, fetch),
      origin: line.url,
      sendForm: () => Promise.reject(new Error('nothing is uploaded')),
      onEnded: () => undefined,
    });
    session.setToken(authorization.replace('Bearer ', ''));
    const { signal } = new AbortController();
    const pull = () => pullAdminOrders(store, session, Date.now, { signal, noteProgress: () => undefined });
    const buy = async (quantity: number): Promise<void> => {
      const headers = { cookie: [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
      const reply = await createBuyer(app.url, ALICE, headers).buy(purchaseOf(ALICE, quantity), crypto.randomUUID());
      expect(reply.status).toBe(200);
    };
    const quantities = async () => (await orders.orders()).map(({ quantity }) => quantity).toSorted();
    await buy(1);
    await copyFolder();
    await buy(2);
    await pull();
    expect(await quantities()).toEqual([1, 2]);

    await restoreFolder();
    for (const quantity of [3, 1, 4]) await buy(quantity);
    await pull();
    expect(await quantities()).toEqual([1, 1, 3, 4]);
    orders.close();
    store.close();
  }, 60_000);
});
