import { useCallback } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';

/** They take longer to find than the list itself, so they wait for a pause in typing. */
const DELAY_MS = 350;

/** Products whose titles are close to the search but do not hold it; none until they are found. */
export function useCloseMatches(shop: ShopKey, state: BrowseState): readonly WireCard[] {
  const query: EngineQuery<readonly WireCard[]> = useCallback(
    (engine) => engine.closeMatches(shop, state),
    [shop, state],
  );
  const { data, isCurrent } = useEngineQuery(shop, query, { delayMs: DELAY_MS });
  return isCurrent && data ? data : [];
}
