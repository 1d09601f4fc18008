import type { FirstOverview } from '#contract/screens/first-screen.ts';
import { getShop, showsTopStrip } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { isOverLimit } from '../catalog/reads/misses.ts';
import type { Misses } from '../catalog/reads/misses.ts';
import type { ShopVersion } from '../catalog/feed/feed.repository.ts';
import type { ShopStates } from '../catalog/feed/shop-state.ts';

/** Reads the first view of a start screen; `address` is the caller's. */
export type ReadFirstOverview = (address: string, shop: ShopKey, sort: SortKey | null) => Promise<FirstOverview>;

/** Returns whether the products of a start screen depend on view counts. */
export const dependsOnViews = (shop: ShopKey, sort: SortKey | null): boolean =>
  sort === 'views' || showsTopStrip(getShop(shop), sort);

/** Caches the first views of start screens until they change: the document of each product shows its shop's start screen behind it. */
export function createFirstOverviews(misses: Misses, states: ShopStates): ReadFirstOverview {
  const known = new Map<string, { readonly version: ShopVersion; readonly overview: Promise<FirstOverview> }>();
  const read: ReadFirstOverview = (address, shop, sort) => {
    const key = `${shop}/${sort}`;
    const version = states.get(shop);
    const last = known.get(key);
    const isSame =
      last?.version.nonce === version.nonce &&
      (last.version.viewsNonce === version.viewsNonce || !dependsOnViews(shop, sort));
    if (isSame) {
      return last.overview.catch((error: unknown) => {
        // The first caller's network was over its limits; this caller's may not be.
        if (isOverLimit(error)) return read(address, shop, sort);
        throw error;
      });
    }
    const overview = misses.query({ address, life: undefined }, 'firstOverview', shop, sort);
    known.set(key, { version, overview });
    overview.catch(() => {
      if (known.get(key)?.overview === overview) known.delete(key);
    });
    return overview;
  };
  return read;
}
