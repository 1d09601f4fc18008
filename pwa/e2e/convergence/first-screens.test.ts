import { expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { firstScreenUrl } from '#contract/screens/first-screen.ts';
import { syncShop } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();

it('[FS1] the list on the screen is stored, also when other parts of the page read lists right after it', async () => {
  await pc.app.context.products.saveProducts('ayz', [
    { id: 1, fields: { title: 'Part', main_category: 'Parts', category: 'Part' } },
  ]);
  await pc.save(1, 30);
  await pc.app.server.snapshots.build(['pc', 'ayz']);
  const tab = pc.device.openTab();
  const { catalog } = tab.engine;
  for (const shop of ['pc', 'ayz'] as const) await syncShop(tab, shop);
  const { firstScreens } = pc.device;
  const state = { ...EMPTY_BROWSE_STATE, search: 'part' };
  await catalog.show('pc', state);
  await catalog.browse('pc', EMPTY_BROWSE_STATE);
  expect((await catalog.browse('ayz', state)).total).toBe(1);
  await expect.poll(async () => firstScreens.find(firstScreenUrl('pc', state))).toBeDefined();
  expect(await firstScreens.find(firstScreenUrl('ayz', state))).toBeUndefined();
});
