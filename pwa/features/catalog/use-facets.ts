import { useCallback } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useSync } from '#pwa/platform/use-sync.ts';
import type { Facets } from '#sync/worker/engine-api.ts';
import { useEngineAnswer } from './use-engine-answer.ts';

/** How many products each choice of a filter would leave, live; undefined until the catalogue is on the device. */
export function useFacets(shop: ShopKey, state: BrowseState): Facets | undefined {
  const { engine } = useSync();
  const ask = useCallback(() => engine.facets(shop, state), [engine, shop, state]);
  return useEngineAnswer(shop, ask).data;
}
