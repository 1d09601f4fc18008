import { expect, it } from 'vitest';
import { DATA_SIZES } from '#api/data-sizes.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { syncShop } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

/** Each category of 25 products has a block of its own. */
const pc = usePcShop({ ...DATA_SIZES, cardsBlockRows: 20 });

const COOLING = { ...EMPTY_BROWSE_STATE, mainCategory: 'Cooling' };
const STORAGE = { ...EMPTY_BROWSE_STATE, mainCategory: 'Storage' };

it('[CAT5] the category that a first visit opens works without a network before the other products have arrived', async () => {
  await pc.save(1, 25, { main_category: 'Cooling', category: 'Fans' });
  await pc.save(101, 25, { main_category: 'Storage', category: 'Disks' });
  await pc.snapshotReady(50);
  let groups = 0;
  let isLost = false;
  const tab = pc.device.openTab(async (input, init) => {
    // The first request for blocks is for the cards of the opened category.
    if (new URL(String(input)).pathname.startsWith('/api/sync/blocks/') && ++groups === 2) isLost = true;
    if (isLost) throw new TypeError('network lost');
    return fetch(input, init);
  });
  const { catalog } = tab.engine;
  await catalog.show('pc', COOLING, true);
  await tab.engine.openShop('pc');
  await tab.waitFor('pc', ({ catalogue, problem }) => catalogue === 'partial' && problem !== null, 'the category');

  const cooling = await catalog.browse('pc', { ...COOLING, sort: 'priceAsc' });
  expect(cooling).toMatchObject({ source: 'device', total: 25 });
  expect(cooling.isPartial).toBeUndefined();
  expect(await catalog.facets('pc', COOLING)).toMatchObject({ price: { lowest: 100, highest: 600 } });
  // The others are not called complete.
  for (const state of [STORAGE, EMPTY_BROWSE_STATE, { ...EMPTY_BROWSE_STATE, search: 'part' }]) {
    expect(await catalog.browse('pc', state)).toMatchObject({ source: 'device', isPartial: true });
    expect(await catalog.facets('pc', state)).toBeUndefined();
  }
  tab.close();

  const reopened = pc.device.openTab(() => Promise.reject(new TypeError('offline')));
  expect(await reopened.engine.catalog.browse('pc', COOLING)).toMatchObject({ source: 'device', total: 25 });
  reopened.close();

  const online = pc.device.openTab();
  expect(await online.engine.catalog.browse('pc', STORAGE)).toMatchObject({ source: 'server', total: 25 });
  await syncShop(online, 'pc');
  expect(await online.engine.catalog.browse('pc', STORAGE)).toMatchObject({ source: 'device', total: 25 });
  await pc.expectInSync(online, 'pc');
});
