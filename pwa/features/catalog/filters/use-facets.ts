import { useCallback } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { Facets } from '#sync/worker/engine-api.ts';

/** How many products each choice of a filter would leave, live; undefined until the catalogue is on the device. */
export function useFacets(shop: ShopKey, state: BrowseState): Facets | undefined {
  const query: EngineQuery<Facets | undefined> = useCallback((engine) => engine.facets(shop, state), [shop, state]);
  return useEngineQuery(shop, query).data;
}
