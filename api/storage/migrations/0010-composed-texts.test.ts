import { openTestContext } from '../../testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AppContext } from '../../app-context.ts';
import { rowToCard } from '../../catalog/products/row-to-card.ts';
import { decomposeProduct } from '../../testing/decompose-product.ts';
import { composedTexts } from './0010-composed-texts.ts';

let folder: string;
let context: AppContext;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-composed-'));
  context = await openTestContext(folder);
});
afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

const readProducts = (shop: ShopKey) =>
  context.database.reader.selectFrom('product').selectAll().where('shop', '=', shop).orderBy('id').execute();
const readShop = (shop: ShopKey) =>
  context.database.reader.selectFrom('shop').selectAll().where('key', '=', shop).executeTakeFirstOrThrow();

/** Sums the digests of the cards as they are stored. */
async function sumDigests(shop: ShopKey): Promise<number> {
  let sum = 0;
  for (const row of await readProducts(shop)) {
    const conditions = await context.database.reader
      .selectFrom('product_condition')
      .selectAll()
      .where('shop', '=', shop)
      .where('product_id', '=', row.id)
      .execute();
    sum = addDigest(sum, digestCard(getShop(shop).offer, rowToCard(getShop(shop).offer, row, conditions)));
  }
  return sum;
}

it.each<ShopKey>(['pc', 'ayz'])(
  '[CAT19] decomposed texts of %s are composed, and the changed products come next in the feed',
  async (shop) => {
    const fields = { title: 'Café 1', main_category: 'Crème', category: 'Brûlée' };
    await context.products.saveProducts(shop, [
      { id: 1, fields: { ...fields, ...(shop === 'ayz' && { good_condition_available_quantity: '3' }) } },
      { id: 2, fields },
      { id: 3, fields: { ...fields, title: 'Plain' } },
    ]);
    const [, , plain] = await readProducts(shop);
    await decomposeProduct(context.database, shop, 2);
    await decomposeProduct(context.database, shop, 1);
    const before = await readShop(shop);
    expect(new Set((await readProducts(shop)).map(({ category }) => category)).size).toBe(2);

    await composedTexts.up(context.database.writer);
    const products = await readProducts(shop);
    expect(products.map(({ title, title_key }) => [title, title_key])).toEqual([
      ['Café 1', 'café 1'],
      ['Café 1', 'café 1'],
      ['Plain', 'plain'],
    ]);
    expect(new Set(products.map(({ main_category, category }) => `${main_category}/${category}`)).size).toBe(1);
    expect(products.map(({ seq }) => seq)).toEqual([before.seq + 1, before.seq + 2, plain?.seq]);
    const after = await readShop(shop);
    expect(after).toMatchObject({ seq: before.seq + 2, count: 3, digest: await sumDigests(shop) });
    expect(Math.max(...products.map(({ updated_at }) => updated_at))).toBe(after.last_updated_at);

    await composedTexts.up(context.database.writer);
    expect(await readShop(shop)).toEqual(after);
  },
);
