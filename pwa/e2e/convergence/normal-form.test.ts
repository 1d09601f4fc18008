import { describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { MUTATIONS } from '#contract/http/mutations.ts';
import { parseBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { getShop } from '#contract/shops.ts';
import { composedTexts } from '#api/storage/migrations/0010-composed-texts.ts';
import { decomposeProduct } from '#api/testing/decompose-product.ts';
import { syncShop } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const COMPOSED = 'Caf\u00e9';
const DECOMPOSED = 'Cafe\u0301';

const fieldsOf = (word: string) => ({ title: `${word} grinder`, main_category: word, category: word });
const saveBoth = () =>
  pc.app.context.products.saveProducts('pc', [
    { id: 1, fields: fieldsOf(COMPOSED) },
    { id: 2, fields: fieldsOf(DECOMPOSED) },
  ]);

/** Parses the state from a URL, as the page does. */
const stateOf = (query: Record<string, string>): BrowseState =>
  parseBrowseQuery(new URLSearchParams(query).toString(), getShop('pc'));

const askServer = async (path: string): Promise<unknown> => (await fetch(`${pc.app.url}/api/sync/pc/${path}`)).json();

describe('[CAT19] composed and decomposed texts', () => {
  it('are one category, and are found either way, on the device and on the server', async () => {
    await saveBoth();
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    const overview = await tab.engine.catalog.overview('pc');
    expect(overview.rows.map(({ mainCategory, total }) => [mainCategory, total])).toEqual([[COMPOSED, 2]]);
    expect(await askServer('overview')).toMatchObject({ categories: [{ mainCategory: COMPOSED, total: 2 }] });
    for (const word of [COMPOSED, DECOMPOSED]) {
      expect((await tab.engine.catalog.browse('pc', { ...EMPTY_BROWSE_STATE, search: word.toUpperCase() })).total).toBe(
        2,
      );
      expect((await tab.engine.catalog.browse('pc', stateOf({ main: word, category: word }))).total).toBe(2);
      expect(await askServer(`browse?${new URLSearchParams({ search: word })}`)).toMatchObject({ total: 2 });
      const category = new URLSearchParams({ mainCategory: word, category: word });
      expect(await askServer(`browse?${category}`)).toMatchObject({ total: 2 });
    }
  });

  it('of earlier rows are found in either form, and become one category with the migration', async () => {
    await saveBoth();
    await decomposeProduct(pc.app.context.database, 'pc', 2);
    await pc.app.context.states.refresh();
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    const listCategories = async () => (await tab.engine.catalog.overview('pc')).rows.map((row) => row.mainCategory);
    expect((await listCategories()).toSorted()).toEqual([DECOMPOSED, COMPOSED]);
    for (const search of [COMPOSED, DECOMPOSED])
      expect((await tab.engine.catalog.browse('pc', { ...EMPTY_BROWSE_STATE, search })).total).toBe(2);

    await composedTexts.up(pc.app.context.database.writer);
    await pc.app.context.states.refresh();
    await pc.pullAgain(tab, 'pc');
    expect(await listCategories()).toEqual([COMPOSED]);
    await pc.expectInSync(tab, 'pc');
  });

  it('are the same: an edit that changes nothing else changes nothing', async () => {
    await saveBoth();
    const again = await pc.app.context.products.saveProducts('pc', [
      { id: 1, fields: fieldsOf(DECOMPOSED) },
      { id: 2, fields: fieldsOf(COMPOSED) },
    ]);
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
  });

  it('of messages are stored composed', () => {
    const args = { chat_id: '7-alice', message_id: 'm1', content: DECOMPOSED, images: [] };
    expect(MUTATIONS.sendMessage.parse(args).content).toBe(COMPOSED);
  });
});
