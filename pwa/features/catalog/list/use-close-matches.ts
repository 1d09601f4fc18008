import { useCallback } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { useEngineQuery } from '../queries/use-engine-query.ts';

/** They take longer to find than the list itself: whoever is still typing waits for the list alone. */
const DELAY_MS = 350;

/** Products whose titles are close to the search but do not hold it; none until they are found. */
export function useCloseMatches(shop: ShopKey, state: BrowseState): readonly WireCard[] {
  const { engine } = useSync();
  const ask = useCallback(() => engine.closeMatches(shop, state), [engine, shop, state]);
  const { data, isCurrent } = useEngineQuery(shop, ask, DELAY_MS);
  return isCurrent && data ? data : [];
}
