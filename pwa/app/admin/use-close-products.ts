import { useCallback } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

const NONE: readonly WireCard[] = [];

/** Returns the products close to a search, live; none unless `isNeeded`, which means that the search itself finds nothing. */
export function useCloseProducts(shop: ShopKey, state: BrowseState, isNeeded: boolean): readonly WireCard[] {
  const query: EngineQuery<readonly WireCard[]> = useCallback(
    async (catalog) => (isNeeded && state.search !== '' ? catalog.closeMatches(shop, state) : NONE),
    [shop, state, isNeeded],
  );
  const { data, isCurrent } = useEngineQuery(shop, query);
  return isCurrent && data ? data : NONE;
}
