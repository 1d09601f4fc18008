import type { FirstOverview } from '#contract/first-screen.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { readFirstOverview } from '../catalog/reads/overview.repository.ts';
import type { ShopVersion } from '../catalog/feed/feed.repository.ts';
import type { ShopStates } from '../catalog/feed/shop-state.ts';
import type { Queryable } from '../storage/database.ts';

/** Reads the first view of a start screen. */
export type ReadFirstOverview = (shop: ShopKey, sort: SortKey | null) => Promise<FirstOverview>;

/** Returns whether the products of a start screen depend on view counts. */
export const dependsOnViews = (shop: ShopKey, sort: SortKey | null): boolean =>
  sort === 'views' || getShop(shop).hasTopStrip;

/** Caches the first views of start screens until they change: the documents of all products of a shop show one behind the product. */
export function createFirstOverviews(db: Queryable, states: ShopStates): ReadFirstOverview {
  const known = new Map<string, { readonly version: ShopVersion; readonly overview: Promise<FirstOverview> }>();
  return (shop, sort) => {
    const key = `${shop}/${sort}`;
    const version = states.get(shop);
    const last = known.get(key);
    const isSame =
      last?.version.seq === version.seq && (last.version.viewsSeq === version.viewsSeq || !dependsOnViews(shop, sort));
    if (isSame) return last.overview;
    const overview = readFirstOverview(db, shop, sort);
    known.set(key, { version, overview });
    overview.catch(() => {
      if (known.get(key)?.overview === overview) known.delete(key);
    });
    return overview;
  };
}
