import { useCallback, useLayoutEffect, useMemo } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { storeBrowseQuery } from '#pwa/platform/storage/device-storage.ts';
import { storeLastList } from '#pwa/platform/engine/first-screen.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { whenIdle } from '#pwa/ui/when-idle.ts';
import { formatBrowseQuery, parseBrowseQuery } from './browse-query.ts';
import { reduceBrowse } from './browse-state.ts';
import type { BrowseAction } from './browse-state.ts';

type ListedShop = ShopDefinition & { readonly key: ShopKey };

/** Marks a history entry whose search is still being typed. */
interface TypingState {
  readonly isTyping: true;
}

/**
 * Returns the browse state of a shop and its dispatch. The state is part of the URL, so that Back works and links can be shared, and is
 * stored for the next visit to the shop. An action that changes it adds a history entry; every action scrolls to the top.
 */
export function useBrowseState(shop: ListedShop): readonly [BrowseState, (action: BrowseAction) => void] {
  const search = useSearch();
  const query = formatBrowseQuery(parseBrowseQuery(search, shop));
  // Equal queries return the same object, whatever else the URL contains.
  const state = useMemo(() => parseBrowseQuery(query, shop), [query, shop]);

  // A layout effect runs before the effect of a list without a match, which replaces what is stored here (`storeWithoutSearch`).
  useLayoutEffect(() => storeForNextVisit(shop, query), [shop, query]);

  const dispatch = useCallback(
    (action: BrowseAction): void => {
      const now = parseBrowseQuery(location.search, shop);
      const next = formatBrowseQuery(reduceBrowse(now, action));
      const isLive = action.type === 'search' && action.isLive === true;
      // Typing a search adds only one history entry, which each further letter and Enter replace.
      const replace = action.type === 'search' && (readEntryState() as TypingState | null)?.isTyping === true;
      const entry: TypingState | null = isLive ? { isTyping: true } : null;
      if (replace || next !== formatBrowseQuery(now)) {
        navigate(next === '' ? shop.path : `${shop.path}?${next}`, { replace, state: entry });
      }
      if (action.type === 'search' && !isLive) requestPersistentStorage();
      scrollTo({ top: 0, behavior: 'instant' });
    },
    [shop],
  );
  return [state, dispatch];
}

/**
 * Stores the list without its search, which found nothing, so that the next visit does not open with that search. Returns a function that
 * cancels the write that is deferred until the browser is idle.
 */
export const storeWithoutSearch = (shop: ListedShop, state: BrowseState): (() => void) =>
  storeForNextVisit(shop, formatBrowseQuery({ ...state, search: '', page: 1 }));

function storeForNextVisit(shop: ListedShop, query: string): () => void {
  storeBrowseQuery(shop.path, query);
  // Opening a cache for the first time blocks the main thread for 20 ms.
  return whenIdle(() => void storeLastList(shop.key, query));
}
