import { useCallback, useEffect, useRef, useState } from 'react';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { useFirstScreen } from '#pwa/platform/engine/use-first-screen.ts';
import { useSync, useSyncFailure } from '#pwa/platform/engine/use-sync.ts';
import type { CatalogOverview, CatalogPage } from '#sync/worker/engine-api.ts';
import { startLiveQuery } from './live-query.ts';
import type { LiveQuery } from './live-query.ts';
import { reuseCardsOfOverview, reuseCardsOfPage } from './reuse-cards.ts';

/** What a list shows. The last answer stays while a new question runs; it goes when that one fails. */
export interface QueryResult<T> {
  readonly data: T | undefined;
  /** Whether `data` answers the present question, not the one before. */
  readonly isCurrent: boolean;
  /** The present question could not be answered, and `data` has no earlier answer to it. */
  readonly hasFailed: boolean;
  readonly tryAgain: () => void;
}

/** One page of a list, live; it starts from what the document already shows. */
export function useCatalogPage(shop: ShopKey, state: BrowseState): QueryResult<CatalogPage> {
  const { engine } = useSync();
  const { page } = useFirstScreen(shop, state);
  return useCatalogQuery(
    shop,
    useCallback(() => engine.browse(shop, state), [engine, shop, state]),
    reuseCardsOfPage,
    page && { ...page, source: 'server' },
  );
}

/** The start screen's rows and the categories, live; with a sort, each row stands in its order. */
export function useOverview(shop: ShopKey, sort: SortKey | null): QueryResult<CatalogOverview> {
  const { engine } = useSync();
  const { overview } = useFirstScreen(shop, sort === null ? EMPTY_BROWSE_STATE : { ...EMPTY_BROWSE_STATE, sort });
  return useCatalogQuery(
    shop,
    useCallback(() => engine.overview(shop, sort), [engine, shop, sort]),
    reuseCardsOfOverview,
    overview && { ...overview, categories: [], source: 'server' },
  );
}

/** The newest answer, and which question it answers. */
interface Shown<T> {
  readonly data?: T;
  readonly answers?: () => Promise<T>;
  readonly failed?: () => Promise<T>;
}

/** Asks and keeps asking. `first` is what is known before the first answer. */
function useCatalogQuery<T>(
  shop: ShopKey,
  ask: () => Promise<T>,
  reuse: (next: T, previous: T | undefined) => T,
  first: T | undefined,
): QueryResult<T> {
  const sync = useSync();
  const isLost = useSyncFailure();
  const follower = useRef<LiveQuery>(undefined);
  const [shown, setShown] = useState<Shown<T>>(first === undefined ? {} : { data: first, answers: ask });

  useEffect(() => {
    const current = startLiveQuery(ask, {
      answer: (data) => setShown((last) => ({ data: reuse(data, last.data), answers: ask })),
      // What was answered before to the same question is still the best there is.
      failure: () => setShown((last) => (last.answers === ask ? last : { failed: ask })),
    });
    follower.current = current;
    const stopListening = sync.onCatalogChange(shop, current.refetch);
    addEventListener('online', current.refetch);
    return () => {
      current.close();
      stopListening();
      removeEventListener('online', current.refetch);
    };
  }, [sync, shop, ask, reuse]);

  return {
    data: shown.data,
    isCurrent: shown.answers === ask,
    hasFailed: shown.data === undefined && (isLost || shown.failed === ask),
    tryAgain: useCallback(() => {
      void sync.engine.refresh();
      follower.current?.refetch();
    }, [sync]),
  };
}
