import { useCallback, useState } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import { afterDelay } from '#pwa/platform/engine/after-delay.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import type { FactMatches } from '#sync/api/engine-api.ts';

/** The first search in a shop reads all its facts, so every search waits for a pause in typing. */
const LATER = afterDelay(150);

export interface ShownFactMatches {
  /** Undefined until the search has ended. */
  readonly found: FactMatches | undefined;
  /** Shows another page of matches; undefined when all are shown. */
  readonly showMore: (() => void) | undefined;
}

/** Returns the products that a search finds by the facts of their descriptions, live; none if the query fails. */
export function useFactMatches(shop: ShopKey, state: BrowseState): ShownFactMatches {
  const [shown, setShown] = useState({ of: state, limit: PAGE_SIZE });
  const limit = shown.of === state ? shown.limit : PAGE_SIZE;
  const hasDetails = useSyncStatus(shop, (status) => status?.hasDetails);
  const query: EngineQuery<FactMatches & { readonly of: BrowseState }> = useCallback(
    async (catalog) => {
      const found = await catalog.factMatches(shop, state, limit);
      if (!found) throw new Error('a newer search of the shop runs');
      return { ...found, of: state };
    },
    // A change of `hasDetails` runs the query again: descriptions arrive after the cards, without a change of the catalogue.
    // oxlint-disable-next-line react/exhaustive-deps
    [shop, state, limit, hasDetails],
  );
  const { data, hasFailed } = useEngineQuery(shop, query, { when: LATER });
  const found = data?.of === state ? data : hasFailed ? NONE : undefined;
  const isWhole = !found || found.matches.length >= found.total;
  return { found, showMore: isWhole ? undefined : () => setShown({ of: state, limit: limit + PAGE_SIZE }) };
}

const NONE: FactMatches = { total: 0, matches: [] };
