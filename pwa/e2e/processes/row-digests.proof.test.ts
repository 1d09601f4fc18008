import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBuyer, purchaseOf, startOrderApp } from '#api/testing/apps/order-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { createDevice } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';

const ALICE = 'demo-alice';

let app: TestApp;
let device: Device;
let tab: Tab;
let data: UserData;
let pulls = 0;

const countPulls: typeof fetch = (input, init) => {
  if (String(input).includes('/api/sync/account')) pulls += 1;
  return fetch(input, init);
};

beforeEach(async () => {
  app = await startOrderApp(50);
  device = createDevice(app.url);
  tab = device.openTab(countPulls);
  const result = await tab.engine.account.signIn(await createTestCredential(app, 'alice'));
  if (!result.ok) throw new Error(`Signing in came to ${JSON.stringify(result)}`);
  data = device.openUserData(ALICE);
  // First, because buying removes the product's line from the cart.
  const headers = { cookie: [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  await createBuyer(app.url, ALICE, headers).buy(purchaseOf(ALICE), 'key');
  await data.enqueue({
    name: 'addCartItem',
    args: { product_id: 1, condition: 'good', quantity: 2, price_seen: '12.50' },
  });
  const chat = await data.chats.start({ product_id: 1, title: '', preview: '', placeholder: '', buyer_name: '' });
  for (const content of ['one', 'two', 'three']) await data.chats.send(chat, { content, photos: [] });
  await expect.poll(() => data.outbox()).toEqual([]);
  await expect.poll(async () => [await look()]).toEqual([WHOLE]);
});
afterEach(async () => {
  device.closeAll();
  await app.stop();
});

const WHOLE = { lines: 1, orders: 1, messages: ['one', 'two', 'three'] };
const look = async () => {
  const [chat] = await data.chats.list();
  return {
    lines: (await data.cart()).length,
    orders: (await data.orders()).length,
    messages: chat ? (await data.chats.messages(chat.id, 9)).messages.map(({ content }) => content) : [],
  };
};

/** Deletes the last row of a table behind the engine's back, as a lying disk does. */
async function loseRow(table: string): Promise<void> {
  const databases = await device.indexedDB.databases();
  const { name = '' } = databases.find(({ name: found = '' }) => found.includes(ALICE)) ?? {};
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = device.indexedDB.open(name);
    opening.addEventListener('success', () => resolve(opening.result));
  });
  const transaction = database.transaction(table, 'readwrite');
  const cursor = transaction.objectStore(table).openCursor(null, 'prev');
  cursor.addEventListener('success', () => cursor.result?.delete());
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  database.close();
}

/** Changes the cart on the server, so that the digests change. */
async function changeCart(): Promise<void> {
  await data.enqueue({ name: 'setCartQuantity', args: { product_id: 1, condition: 'good', quantity: 3 } });
}

it.each(['orders', 'chats', 'messages'])(
  '[OUT14] a lost row of %s is found by its digest and read again',
  async (table) => {
    await loseRow(table);
    expect(await look()).not.toEqual(WHOLE);
    await changeCart();
    await expect.poll(look).toEqual(WHOLE);
    expect((await data.state()).differences).toBe(1);
  },
);

it('[OUT14] a lasting difference is reported, and read again once an hour at most', async () => {
  await app.context.database.writer.updateTable('purchase').set({ hidden_at: 1 }).execute();
  await changeCart();
  await expect.poll(async () => (await data.state()).differences).toBe(1);
  // After reading again, the device has the server's rows.
  await expect.poll(async () => (await look()).orders).toBe(0);
  await loseRow('messages');
  pulls = 0;
  for (let poll = 0; poll < 5; poll++) await tab.engine.account.syncAccount();
  await expect.poll(() => pulls).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(pulls).toBeLessThanOrEqual(5);
  expect((await data.state()).differences).toBe(1);
});
