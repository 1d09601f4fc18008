import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import { readChecks } from '../support/check-bodies.ts';
import type { CheckedDevice } from '../support/check-bodies.ts';
import type { Tab } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

/** B9 of the budgets. */
const MAX_BYTES = 200;
/** Numbers of changes and of views after years: each digit is sent. */
const MANY = 50_000_000;
/** So that the opening socket, which pulls as well, is done with it. */
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
