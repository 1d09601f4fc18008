import { useCallback } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { Facets } from '#sync/worker/engine-api.ts';
import { useEngineQuery } from '../queries/use-engine-query.ts';

/** How many products each choice of a filter would leave, live; undefined until the catalogue is on the device. */
export function useFacets(shop: ShopKey, state: BrowseState): Facets | undefined {
  const { engine } = useSync();
  const ask = useCallback(() => engine.facets(shop, state), [engine, shop, state]);
  return useEngineQuery(shop, ask).data;
}
