import type { ShopProducts } from '#contract/http/first-steps.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { once } from '../http/once.ts';
import type { Queryable } from '../storage/database.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';

const PREFIX = 'demo-';
const AFTER_PREFIX = 'demo.';

/** Returns the external id of a demo product: its id in the demo catalogue, with a prefix. */
export const toExternalId = (id: number): string => `${PREFIX}${id}`;

const readTitles = once(
  async (): Promise<ReadonlyMap<ShopKey, readonly string[]>> =>
    new Map(
      await Promise.all(
        SHOP_KEYS.map(
          async (shop) => [shop, (await readDemoCatalogue(shop)).map(({ fields: { title } }) => title)] as const,
        ),
      ),
    ),
);

/** Finds the products of the demo; a product whose title was changed has become the shop's own. */
export async function findDemoProducts(db: Queryable): Promise<ShopProducts[]> {
  const rows = await db
    .selectFrom('product')
    .select(['shop', 'id', 'title'])
    // A range of external ids instead of a pattern, so that their index is used.
    .where('shop', 'in', SHOP_KEYS)
    .where('external_id', '>=', PREFIX)
    .where('external_id', '<', AFTER_PREFIX)
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const titles = await readTitles();
  const ids = Map.groupBy(
    rows.filter(({ shop, id, title }) => titles.get(shop)?.[id - 1] === title),
    ({ shop }) => shop,
  );
  return [...ids].map(([shop, found]) => ({ shop, ids: found.map(({ id }) => id) }));
}
