import { describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { CatalogPage } from '#sync/api/engine-api.ts';
import { syncShop } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const { save, snapshotReady, askServer } = pc;

/** The number on the package, and the same one as other scanners and people write it. */
const EAN = '0036000291452';
const UPC = '036000291452';
const WRITTEN = ['0 36000 29145 2', '00036000291452', '0-36000-29145-2'];
const OTHER = '4006381333931';
const searchFor = (search: string) => ({ ...EMPTY_BROWSE_STATE, search });
const idsOf = ({ cards }: CatalogPage): number[] => cards.map(({ id }) => id).toSorted((a, b) => a - b);

describe('[CAT21] a barcode', () => {
  it('finds its products in the snapshot and in later changes, the same on the device and the server', async () => {
    await save(1, 60);
    await save(5, 2, { barcode: UPC });
    await save(9, 1, { barcode: OTHER });
    await save(12, 1, { title: `Box of ${EAN}` });
    await snapshotReady(60);
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    const both = async (search: string): Promise<(number[] | string)[]> => {
      const local = await tab.engine.catalog.browse('pc', searchFor(search));
      const facets = await tab.engine.catalog.facets('pc', searchFor(search));
      expect(local.source).toBe('device');
      expect(facets?.rates[0]).toBe(local.total);
      return [idsOf(local), idsOf(await askServer('pc', searchFor(search)))];
    };
    expect(await both(EAN)).toEqual([
      [5, 6, 12],
      [5, 6, 12],
    ]);
    for (const text of WRITTEN)
      expect(await both(text)).toEqual([
        [5, 6],
        [5, 6],
      ]);

    await save(20, 1, { barcode: EAN });
    await save(6, 1, { barcode: '' });
    await save(9, 1, { price: '12' });
    await pc.app.context.products.deleteProducts('pc', [5]);
    await pc.pullAgain(tab, 'pc');
    expect(await both(WRITTEN[0] as string)).toEqual([[20], [20]]);
    expect(await both(OTHER)).toEqual([[9], [9]]);
    expect(await both('036000291453')).toEqual([[], []]);
  });

  it('is found by the server while the device lacks the details, and offline only with them', async () => {
    await save(1, 30);
    await save(7, 1, { barcode: OTHER });
    await snapshotReady(30);
    let isOnline = true;
    const tab = pc.device.openTab(async (input, init) => {
      if (!isOnline) throw new TypeError('offline');
      return fetch(input, init);
    });
    await tab.engine.chooseDetails('open');
    await tab.engine.openShop('pc');
    await tab.waitFor('pc', (status) => status.catalogue === 'ready', 'the cards');
    expect(await tab.engine.catalog.browse('pc', searchFor(OTHER))).toMatchObject({ total: 1, source: 'server' });
    isOnline = false;
    expect(await tab.engine.catalog.browse('pc', searchFor(OTHER))).toMatchObject({ total: 0, source: 'device' });
    isOnline = true;
    await tab.engine.chooseDetails('always');
    await tab.waitFor('pc', (status) => status.hasDetails, 'the details');
    isOnline = false;
    expect(await tab.engine.catalog.browse('pc', searchFor(OTHER))).toMatchObject({ total: 1, source: 'device' });
  });
});
