import { describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { syncShop } from '../support/device.ts';
import type { Tab } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const { save, snapshotReady } = pc;

const card = (chipset: string, memory: string): string =>
  `<h2>Card</h2><ul><li><b>chipset</b>: ${chipset}</li><li><b>memory</b>: ${memory}</li></ul>`;
const LIMIT = 25;

async function find(tab: Tab, search: string, more: Partial<BrowseState> = {}): Promise<string[]> {
  const state = { ...EMPTY_BROWSE_STATE, search, ...more };
  const found = await tab.engine.catalog.factMatches('pc', state, LIMIT);
  const { total = 0, matches = [] } = found ?? {};
  expect(matches).toHaveLength(total);
  return matches.map(({ card: { title }, fact: { key, value } }) => `${title} (${key}: ${value})`);
}

describe('[CAT34] facts of descriptions', () => {
  it('are found below the titles, the best first, in the order of a sort, within filters, in newer rows as well', async () => {
    await save(1, 30);
    await save(1, 1, { title: 'Ventus', description: card('GeForce RTX 4070', '12 GB'), price: '500' });
    await save(2, 1, { title: 'Aero', description: card('GeForce RTX 4070 Ti', '16 GB'), price: '700' });
    await save(3, 1, { title: 'Dual RTX 4070', description: card('GeForce RTX 4070', '12 GB') });
    await save(4, 1, {
      title: 'Gaming',
      description: card('GeForce RTX 4070', '12 GB'),
      price: '400',
      availability: 'NO',
    });
    await snapshotReady(30);
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    const [ventus, aero, gaming] = [
      'Ventus (chipset: GeForce RTX 4070)',
      'Aero (chipset: GeForce RTX 4070 Ti)',
      'Gaming (chipset: GeForce RTX 4070)',
    ];
    expect(await find(tab, 'rtx 4070')).toEqual([ventus, gaming, aero]);
    expect(await find(tab, 'RTX4070', { sort: 'priceDesc' })).toEqual([
      aero,
      ventus,
      'Dual RTX 4070 (chipset: GeForce RTX 4070)',
      gaming,
    ]);
    expect(await find(tab, 'rtx 4070', { sort: 'priceAsc', inStock: true })).toEqual([ventus, aero]);
    expect(await find(tab, 'ventus 4070')).toEqual([ventus]);
    expect(await find(tab, '4070 16 gb')).toEqual(['Aero (memory: 16 GB)']);
    // Keys, single letters and titles are no hits.
    for (const nothing of ['chipset', 'g', 'card', '070', 'x'.repeat(500), 'g g g', '1 2 3 4 5 6 7 4070', ''])
      expect(await find(tab, nothing)).toEqual([]);

    await save(2, 1, { title: 'Aero', description: card('GeForce RTX 4080', '16 GB') });
    await save(40, 1, { title: 'New', description: card('GeForce RTX 4070', '12 GB') });
    await pc.app.context.products.deleteProducts('pc', [4]);
    await pc.pullAgain(tab, 'pc');
    expect(await find(tab, 'rtx 4070')).toEqual(['New (chipset: GeForce RTX 4070)', ventus]);
  });

  it('are no longer looked for once a newer search begins, which gets its own', async () => {
    await save(1, 30, { description: card('GeForce RTX 4070', '12 GB') });
    await snapshotReady(30);
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    const state = { ...EMPTY_BROWSE_STATE, search: '4070' };
    const { catalog } = tab.engine;
    const [older, newer] = await Promise.all([
      catalog.factMatches('pc', { ...state, search: '12 gb' }, LIMIT),
      catalog.factMatches('pc', state, 3),
    ]);
    expect(older).toBeUndefined();
    expect([newer?.total, newer?.matches.length]).toEqual([30, 3]);
  });
});
