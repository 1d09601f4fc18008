import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { createDevice } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';

let app: TestApp;
let devices: Device[];

beforeEach(async () => {
  app = await startTestApp();
  devices = [];
  const fields = { main_category: 'Phones', category: 'Used', good_condition_price: '50' };
  await app.context.products.saveProducts(
    'ayz',
    [1, 2, 3].map((id) => ({
      id,
      fields: { ...fields, title: `Phone ${id}`, good_condition_available_quantity: '20' },
    })),
  );
});
afterEach(async () => {
  vi.useRealTimers();
  for (const device of devices) device.closeAll();
  await app.stop();
});

/** State of a device's network; calls in flight are cut when it goes down. */
interface NetworkLink {
  isUp: boolean;
  /** Part of the URL of calls that reach the server and whose replies are cut. */
  cuts?: string | undefined;
}

interface SignedInDevice {
  readonly device: Device;
  readonly tab: Tab;
  readonly line: NetworkLink;
  readonly data: UserData;
}

const overLine =
  (line: NetworkLink): typeof fetch =>
  async (input, init) => {
    if (!line.isUp) throw new TypeError('offline');
    const response = await fetch(input, init);
    const isCut = line.cuts !== undefined && String(input).includes(line.cuts);
    if (!line.isUp || isCut) throw new TypeError('cut');
    return response;
  };

async function signIn(tab: Tab, name: string): Promise<string> {
  const result = await tab.engine.account.signIn(await createTestCredential(app, name));
  if (!result.ok) throw new Error(`Signing in came to ${JSON.stringify(result)}`);
  return result.value.user.sub;
}

async function openDevice(name = 'alice'): Promise<SignedInDevice> {
  const device = createDevice(app.url);
  devices.push(device);
  const line = { isUp: true };
  const tab = device.openTab(overLine(line));
  const sub = await signIn(tab, name);
  return { device, tab, line, data: device.openUserData(sub) };
}

const item = (product_id: number) => ({ product_id, condition: 'good' as const });
const add = (product_id: number, quantity = 1): Mutation => ({
  name: 'addCartItem',
  args: { ...item(product_id), quantity, price_seen: '50' },
});
const put = (product_id: number, quantity: number): Mutation => ({
  name: 'setCartQuantity',
  args: { ...item(product_id), quantity },
});
const remove = (product_id: number): Mutation => ({ name: 'removeCartItem', args: item(product_id) });

const show = (lines: readonly CartLine[]): string[] =>
  lines.map(({ product_id, quantity }) => `${product_id}×${quantity}`);

async function serverCart(sub = 'demo-alice'): Promise<string[]> {
  const rows = await app.context.database.reader
    .selectFrom('cart_line')
    .select(['product_id', 'quantity'])
    .where('sub', '=', sub)
    .orderBy('added_at')
    .execute();
  return rows.map(({ product_id, quantity }) => `${product_id}×${quantity}`);
}

/** Waits until the outbox is empty and the device shows the server's rows. */
async function expectInSync({ data }: SignedInDevice): Promise<void> {
  await expect.poll(() => data.outbox()).toEqual([]);
  await expect.poll(async () => show(await data.cart())).toEqual(await serverCart(data.sub));
}

describe('[OUT1] a cart on the real server', () => {
  it('equals what the screen showed after offline work and a killed tab', async () => {
    const { device, tab, line, data } = await openDevice();
    line.isUp = false;
    for (const mutation of [add(1), add(2, 2), put(1, 3), add(3), remove(3)]) await data.enqueue(mutation);
    const shown = show(await data.cart());
    expect(shown).toEqual(['1×3', '2×2']);
    tab.close();
    expect(await serverCart()).toEqual([]);
    const next = device.openTab();
    await next.engine.account.setUser(data.sub);
    await expect.poll(() => serverCart()).toEqual(shown);
    await expect.poll(() => data.outbox()).toEqual([]);
    expect(await data.cart()).toMatchObject([
      { title: 'Phone 1', price: '50', quantity: 3, isWaiting: false },
      { title: 'Phone 2', quantity: 2 },
    ]);
  });

  it('is the same on two devices that change it at once', async () => {
    const [phone, tablet] = [await openDevice(), await openDevice()];
    await phone.data.enqueue(add(1));
    await expect.poll(async () => show(await tablet.data.cart())).toEqual(['1×1']);
    phone.line.isUp = false;
    tablet.line.isUp = false;
    for (const mutation of [add(1, 2), add(2), add(3)]) await phone.data.enqueue(mutation);
    for (const mutation of [add(1, 3), remove(2), add(3, 4)]) await tablet.data.enqueue(mutation);
    phone.line.isUp = true;
    tablet.line.isUp = true;
    await Promise.all([phone.tab.engine.account.syncAccount(), tablet.tab.engine.account.syncAccount()]);
    await expectInSync(phone);
    await expectInSync(tablet);
    expect((await serverCart()).toSorted()).toEqual(expect.arrayContaining(['1×6', '3×5']));
  });
});

describe('[OUT8] a session', () => {
  it('that ended keeps five operations, which take effect after the next sign-in', async () => {
    const { device, tab, data } = await openDevice();
    await expect.poll(async () => (await data.state()).lastSyncedAtMs).not.toBeNull();
    device.cookies.clear();
    for (let count = 0; count < 5; count++) await data.enqueue(add(1));
    await expect.poll(async () => (await data.state()).needsSignIn).toBe(true);
    expect(show(await data.cart())).toEqual(['1×5']);
    expect(await serverCart()).toEqual([]);
    await signIn(tab, 'alice');
    await expect.poll(() => serverCart()).toEqual(['1×5']);
    await expect.poll(() => data.outbox()).toEqual([]);
    expect((await data.state()).needsSignIn).toBe(false);
  });

  it('of another user neither shows nor sends the first one’s pending operations', async () => {
    const { device, tab, line, data } = await openDevice();
    line.isUp = false;
    await data.enqueue(add(1));
    line.isUp = true;
    device.cookies.clear();
    await tab.engine.account.setUser(null);
    const bob = device.openUserData(await signIn(tab, 'bob'));
    await bob.enqueue(add(2));
    await expect.poll(() => serverCart('demo-bob')).toEqual(['2×1']);
    expect(show(await bob.cart())).toEqual(['2×1']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const isSent = (await serverCart('demo-alice')).length > 0;
    expect(await data.outbox()).toHaveLength(isSent ? 0 : 1);
    await signIn(tab, 'alice');
    await expect.poll(() => serverCart('demo-alice')).toEqual(['1×1']);
    expect(await serverCart('demo-bob')).toEqual(['2×1']);
  });

  it('that now belongs to another user pulls none of that user’s rows', async () => {
    const [mine, other] = [await openDevice('alice'), await openDevice('bob')];
    await other.data.enqueue(add(2));
    await expect.poll(() => serverCart('demo-bob')).toEqual(['2×1']);
    for (const [name, value] of other.device.cookies) mine.device.cookies.set(name, value);
    await mine.tab.engine.account.syncAccount();
    await expect.poll(async () => (await mine.data.state()).needsSignIn).toBe(true);
    expect(await mine.data.cart()).toEqual([]);
    await mine.data.enqueue(add(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(show(await mine.data.cart())).toEqual(['1×1']);
    expect(await serverCart('demo-bob')).toEqual(['2×1']);
  });

  it('ends on the server at sign-out, and its rows disappear from every tab', async () => {
    const { device, tab, data } = await openDevice();
    await data.enqueue(add(1));
    await expect.poll(() => serverCart()).toEqual(['1×1']);
    let isClosed = false;
    data.onClosed(() => (isClosed = true));
    await tab.engine.account.signOut('demo-alice');
    await expect.poll(() => isClosed).toBe(true);
    expect(device.cookies.size).toBe(0);
    expect(await device.openUserData('demo-alice').cart()).toEqual([]);
    await expect
      .poll(() => device.indexedDB.databases())
      .not.toContainEqual(expect.objectContaining({ name: expect.stringMatching(/user-demo-alice$/) as string }));
  });

  it('leaves no rows behind, even with a tab that does not know of the sign-out yet', async () => {
    const { device, tab: other } = await openDevice();
    const answer = Promise.withResolvers<void>();
    const slow = device.openTab(async (...call) => {
      await answer.promise;
      return fetch(...call);
    });
    const listRows = async () =>
      (await device.indexedDB.databases()).filter(({ name }) => name?.includes('user-demo-alice'));
    expect(await listRows()).toHaveLength(1);
    const isOut = slow.engine.account.signOut('demo-alice');
    await expect.poll(listRows).toEqual([]);
    await other.engine.account.setUser('demo-alice');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await listRows()).toEqual([]);

    answer.resolve();
    await isOut;
    const again = device.openUserData(await signIn(slow, 'alice'));
    await again.enqueue(add(1));
    expect(await listRows()).toHaveLength(1);
    await expect.poll(() => serverCart()).toEqual(['1×1']);
  });

  it('ends, and loses its rows, also in a tab that has just opened; the user may return at once', async () => {
    const { device, tab, data } = await openDevice();
    await data.enqueue(add(1));
    await expect.poll(() => serverCart()).toEqual(['1×1']);
    tab.close();
    const next = device.openTab();
    const isOut = next.engine.account.signOut('demo-alice');
    const sub = await signIn(next, 'alice');
    await isOut;
    const again = device.openUserData(sub);
    expect(data.sub).toBe(sub);
    await again.enqueue(add(2));
    await expect.poll(() => serverCart()).toEqual(['1×1', '2×1']);
    await expect.poll(async () => show(await again.cart())).toEqual(['1×1', '2×1']);
    expect(device.cookies.size).toBe(1);
    await next.engine.account.signOut(sub);
    expect(await device.openUserData(sub).cart()).toEqual([]);
  });

  it('ends on the server later after an offline sign-out, unless a user has signed in again', async () => {
    const { device, tab, line } = await openDevice();
    const [[, session = ''] = []] = [...device.cookies];
    line.isUp = false;
    await tab.engine.account.signOut('demo-alice');
    expect([...device.cookies.values()]).toEqual([session]);
    tab.close();
    const next = device.openTab();
    await next.engine.account.syncAccount();
    await expect.poll(() => device.cookies.size).toBe(0);
    await signIn(next, 'alice');
    await next.engine.account.syncAccount();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(device.cookies.size).toBe(1);
  });
});

const purchaseOf = (google_id: string) => ({
  google_id,
  ...item(1),
  quantity: 2,
  total_amount: 100,
  address: 'Road 1',
  postal_code: '1',
  city: 'C',
  state_prov: 'S',
  contact_name: 'A',
  email: 'a@example.com',
  phone: '1',
});

describe('[OUT9] a purchase', () => {
  it('is one order however often its reply is lost, and leaves the cart', async () => {
    const { tab, line, data } = await openDevice();
    await data.enqueue(add(1, 2));
    await expect.poll(() => serverCart()).toEqual(['1×2']);
    const input = purchaseOf(data.sub);
    const first = tab.engine.account.createPurchase(input);
    setTimeout(() => (line.isUp = false), 5);
    const lost = await first;
    line.isUp = true;
    const second = lost.ok ? lost : await tab.engine.account.createPurchase(input);
    expect(second).toMatchObject({ ok: true, value: { order: { product_id: 1, quantity: 2 } } });
    expect(await data.cart()).toEqual([]);
    expect(await data.orders()).toMatchObject([{ product_id: 1, total_amount: 100 }]);
    const orders = await app.context.database.reader.selectFrom('purchase').select('id').execute();
    expect(orders.length).toBe(1);
  });

  it('whose reply was lost does not block the next one of the same kind', async () => {
    const { tab, line, data } = await openDevice();
    const { writer, reader } = app.context.database;
    const listOrders = () => reader.selectFrom('purchase').select('id').execute();
    line.cuts = 'create-purchase';
    expect(await tab.engine.account.createPurchase(purchaseOf(data.sub))).toMatchObject({ problem: 'unreachable' });
    line.cuts = undefined;
    const idOf = async (): Promise<string> => {
      const result = await tab.engine.account.createPurchase(purchaseOf(data.sub));
      return result.ok ? result.value.order.id : result.problem;
    };
    const [first] = await listOrders();
    await writer.updateTable('purchase').set({ status: 'finished' }).execute();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect(await idOf()).not.toBe(first?.id);
    expect((await listOrders()).length).toBe(2);
  });
});
