import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import { CAMERA_ID, CAMERA_PRICE, purchaseOf, startOrderApp } from '#api/testing/apps/order-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import type { Purchase, UserData } from '#sync/api/account-api.ts';
import type { CallResult } from '#sync/api/calls.ts';
import { createDevice } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';

let app: TestApp;
let devices: Device[];

beforeEach(async () => {
  app = await startOrderApp(10);
  devices = [];
});
afterEach(async () => {
  for (const device of devices) device.closeAll();
  await app.stop();
});

/** Faults of a device's network. */
interface Line {
  /** Requests under way; each reaches the server once it is released. */
  readonly held: (() => void)[];
  /** Part of the URL of the next call that is held. */
  holds?: string | undefined;
  /** Part of the URL of calls whose answers are lost. */
  cuts?: string | undefined;
}

interface Shopper {
  readonly line: Line;
  readonly tab: Tab;
  readonly data: UserData;
  readonly buy: (quantity: number) => Promise<CallResult<Purchase>>;
}

const isAbout = (input: Parameters<typeof fetch>[0], part: string | undefined): boolean =>
  part !== undefined && String(input).includes(part);

const overLine =
  (line: Line): typeof fetch =>
  async (input, init) => {
    if (isAbout(input, line.holds)) {
      line.holds = undefined;
      // The network delivers the request late, whether or not the device still waits for the answer.
      await new Promise<void>((resolve) => line.held.push(resolve));
      return fetch(input, { ...init, signal: null });
    }
    const reply = await fetch(input, init);
    if (isAbout(input, line.cuts)) throw new TypeError('The answer is lost');
    return reply;
  };

async function openShopper(): Promise<Shopper> {
  const device = createDevice(app.url);
  devices.push(device);
  const line: Line = { held: [] };
  const tab = device.openTab(overLine(line));
  const signedIn = await tab.engine.account.signIn(await createTestCredential(app, 'alice'));
  if (!signedIn.ok) throw new Error('signing in failed');
  const data = device.openUserData('demo-alice');
  await expect.poll(async () => (await data.state()).lastSyncedAtMs).not.toBeNull();
  const buy = (quantity: number): Promise<CallResult<Purchase>> =>
    tab.engine.account.createPurchase({ ...purchaseOf('demo-alice', quantity), condition: 'good' });
  return { line, tab, data, buy };
}

const add = (quantity: number): Mutation => ({
  name: 'addCartItem',
  args: { product_id: CAMERA_ID, condition: 'good', quantity, price_seen: String(CAMERA_PRICE) },
});
const serverCart = () =>
  app.context.database.reader.selectFrom('cart_line').select(['product_id', 'quantity']).execute();
const countOrders = async () =>
  (await app.context.database.reader.selectFrom('purchase').select('id').execute()).length;

/** Expects an empty cart on the server and on the devices, with nothing pending, also after a while. */
async function expectEmptyCarts(...shoppers: Shopper[]): Promise<void> {
  for (const { tab, data } of shoppers) {
    await tab.engine.account.syncAccount();
    await expect.poll(() => data.outbox()).toEqual([]);
    await expect.poll(() => data.cart()).toEqual([]);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await serverCart()).toEqual([]);
  for (const { data } of shoppers) expect(await data.cart()).toEqual([]);
}

it('[OUT9] a bought line does not return when the purchase overtakes the addition under way', async () => {
  const alice = await openShopper();
  alice.line.holds = '/sync/push';
  await alice.data.enqueue(add(2));
  await expect.poll(() => alice.line.held.length).toBe(1);
  expect(await alice.buy(2)).toMatchObject({ ok: true });
  for (const release of alice.line.held) release();
  await expectEmptyCarts(alice);
  expect(await countOrders()).toBe(1);
});

it('[OUT9] a bought line does not return when the addition’s answer was lost, on the other device either', async () => {
  const [alice, other] = [await openShopper(), await openShopper()];
  alice.line.cuts = '/sync/push';
  await alice.data.enqueue(add(2));
  await expect.poll(serverCart).toMatchObject([{ quantity: 2 }]);
  await expect.poll(async () => (await other.data.cart()).length).toBe(1);
  expect(await other.buy(2)).toMatchObject({ ok: true });
  alice.line.cuts = undefined;
  await expectEmptyCarts(alice, other);
  expect(await countOrders()).toBe(1);
});

it('[OUT9] nothing is ordered while the fate of the line’s addition is unknown; the next attempt orders once', async () => {
  const alice = await openShopper();
  alice.line.cuts = '/sync/push';
  await alice.data.enqueue(add(2));
  expect(await alice.buy(2)).toMatchObject({ ok: false, problem: 'unreachable' });
  expect(await countOrders()).toBe(0);
  alice.line.cuts = '/create-purchase';
  expect(await alice.buy(2)).toMatchObject({ ok: false, problem: 'unreachable' });
  alice.line.cuts = undefined;
  expect(await alice.buy(2)).toMatchObject({ ok: true });
  await expectEmptyCarts(alice);
  expect(await countOrders()).toBe(1);
});
