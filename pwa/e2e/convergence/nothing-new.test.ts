import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { RowComparison } from '#sync/account/store/user-database.ts';
import { readMeta, writeMeta } from '#sync/database/meta-table.ts';
import { add, AccountDevice } from '#sync/testing/account-device.ts';
import { AccountServer } from '#sync/testing/account-server.ts';
import { AdminDevice } from '#sync/testing/admin-device.ts';
import { AdminServer } from '#sync/testing/admin-server.ts';
import type { ShopServer } from '#sync/testing/shop-server.ts';
import { readChecks } from '../support/check-bodies.ts';
import type { CheckedDevice } from '../support/check-bodies.ts';
import type { Tab } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

/** B9 of the budgets. */
const MAX_BYTES = 200;
/** Numbers of changes and of views as after years: the more digits, the more bytes are sent. */
const MANY = 50_000_000;
/** Long enough for the pull that an opening socket causes. */
const SETTLE_MS = 1_500;

const LAMP = { title: 'Lamp', main_category: 'Lighting', category: 'Desk' } as const;

const pc = usePcShop();
const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

describe('[PULL7] [R8] a check of all shops that has nothing new', () => {
  let device: CheckedDevice;
  let tab: Tab;

  const expectNothingNew = (body: string): void => {
    expect(JSON.parse(body).others, body).toEqual(
      Object.fromEntries(SHOP_KEYS.filter((shop) => shop !== 'pc').map((shop) => [shop, 1])),
    );
    expect(body.length).toBeLessThan(MAX_BYTES);
  };
  const startAgain = async (): Promise<void> => {
    tab.close();
    tab = await device.openAgain();
  };

  beforeEach(async () => {
    const { database, products } = pc.app.context;
    await database.writer.updateTable('shop').set({ seq: MANY, views_seq: MANY }).execute();
    for (const shop of SHOP_KEYS) await products.saveProducts(shop, [{ id: 1, fields: LAMP }]);
    await pc.app.server.snapshots.build(SHOP_KEYS);
    device = readChecks(pc.device);
    tab = await device.openWhole();
    await settle();
  });

  it('is answered in under 200 bytes, time after time', async () => {
    for (let time = 0; time < 2; time++) {
      expectNothingNew(await device.bodyAfter(() => tab.engine.refresh()));
      await settle();
    }
  });

  it('is answered in under 200 bytes in a tab that has just started', async () => {
    expectNothingNew(await device.bodyAfter(startAgain));
  });

  it('is answered in under 200 bytes when a shop has changed since the device’s snapshot', async () => {
    await pc.app.context.products.saveProducts('smart', [{ id: 1, fields: { ...LAMP, title: 'Bright lamp' } }]);
    await expect
      .poll(async () => (await tab.engine.catalog.browse('smart', EMPTY_BROWSE_STATE)).cards[0]?.title)
      .toBe('Bright lamp');
    await pc.app.server.snapshots.build(['smart']);
    // Tells the device of the newer snapshot.
    await device.bodyAfter(startAgain);
    await settle();
    expectNothingNew(await device.bodyAfter(startAgain));
  });
});

/** Lets other users change orders and chats until their newest numbers are this one. */
async function useNumbers(shop: ShopServer, seq: number): Promise<void> {
  const { writer } = (await shop.ready()).context.database;
  for (const clock of ['account_clock', 'chat_clock'] as const) await writer.updateTable(clock).set({ seq }).execute();
}

/** Reads the bodies of the answers to a device's calls. */
function readBodies(server: { readonly fetch: typeof fetch }): string[] {
  const bodies: string[] = [];
  const { fetch: ask } = server;
  const read: typeof fetch = async (...call) => {
    const response = await ask(...call);
    bodies.push(await response.clone().text());
    return response;
  };
  Object.assign(server, { fetch: read });
  return bodies;
}

describe('[R8] a pull of rows that brings nothing is answered in under 200 bytes', () => {
  const expectOneShortAnswer = (bodies: readonly string[]): void => {
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.length, bodies[0]).toBeLessThan(MAX_BYTES);
  };

  it('of a user, also while others buy and in a tab that has just started', async () => {
    const server = new AccountServer();
    await useNumbers(server.shop, MANY);
    const device = new AccountDevice(server);
    await server.addOrder('a');
    await server.act({ name: 'startChat', args: { product_id: 1 } });
    await device.data.enqueue(add(1));
    await device.exchange();
    const bodies = readBodies(server);
    for (const step of [() => undefined, () => server.shop.putOrder('b', {}, 'demo-bob'), () => device.handOver()]) {
      await step();
      bodies.length = 0;
      await device.exchange();
      expectOneShortAnswer(bodies);
      expect((await device.data.state()).lastSyncedAtMs).toBe(device.nowMs);
    }
    await server.addOrder('c');
    await device.exchange();
    expect(await device.orders()).toBe('c a');
    device.close();
  });

  it('of a user, except to renew a position that gets old', async () => {
    const server = new AccountServer();
    const device = new AccountDevice(server);
    await useNumbers(server.shop, MANY);
    await device.exchange();
    for (const [newest, known] of [
      [MANY + 9_999, MANY],
      [MANY + 10_000, MANY + 10_000],
    ] as const) {
      await useNumbers(server.shop, newest);
      await device.exchange();
      expect(await device.store.cursor()).toMatchObject({ cart: known, orders: known, chats: known });
    }
    device.close();
  });

  it('[OUT14] of a user, except to send the digests to a device that has other ones', async () => {
    const device = new AccountDevice(new AccountServer());
    await device.exchange();
    const read = () => device.store.run((database) => readMeta(database, 'comparison'));
    const told = (await read()) as RowComparison;
    const other = { ...told, digests: { ...told.digests, cart: 1 } };
    await device.store.run((database) => writeMeta(database, 'comparison', other));
    await device.exchange();
    expect((await read())?.digests).toEqual(told.digests);
    device.close();
  });

  it('of a user of a shop in which nobody has bought or written yet', async () => {
    const server = new AccountServer();
    const device = new AccountDevice(server);
    await device.exchange();
    const bodies = readBodies(server);
    await device.exchange();
    expectOneShortAnswer(bodies);
    device.close();
  });

  it('of an administrator', async () => {
    const server = new AdminServer();
    await useNumbers(server.shop, MANY);
    const bodies = readBodies(server);
    const device = new AdminDevice(server);
    await server.shop.putOrder('a');
    await device.pullOrders();
    bodies.length = 0;
    await device.pullOrders();
    expectOneShortAnswer(bodies);
    device.close();
  });
});
