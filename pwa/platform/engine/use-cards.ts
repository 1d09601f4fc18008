import { useCallback } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { useEngineQuery } from './use-engine-query.ts';
import type { EngineQuery, QueryResult } from './use-engine-query.ts';

const NO_CARDS: readonly WireCard[] = [];

/**
 * The cards that the device has of the products with these ids, in their order, live. While the query for other ids runs, the last cards stay.
 */
export function useCards(
  shop: ShopKey,
  ids: readonly number[],
): Pick<QueryResult<readonly WireCard[]>, 'data' | 'isCurrent'> {
  // As text: callers may pass a new array for the same ids.
  const wanted = ids.join(' ');
  const query: EngineQuery<readonly WireCard[]> = useCallback(
    async (catalog) => (wanted === '' ? NO_CARDS : catalog.cards(shop, wanted.split(' ').map(Number))),
    [shop, wanted],
  );
  const result = useEngineQuery(shop, query);
  if (wanted === '') return { data: NO_CARDS, isCurrent: true };
  // The empty result of a query without ids is no answer to the present query.
  return result.data === NO_CARDS ? { data: undefined, isCurrent: false } : result;
}
