import { useCallback } from 'react';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { isBefore } from '#contract/screens/first-screen.ts';
import type { FeedPosition } from '#contract/screens/first-screen.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery, QueryResult } from '#pwa/platform/engine/use-engine-query.ts';
import { useFirstScreen } from '#pwa/platform/engine/use-first-screen.ts';
import { reuseEqual } from '#pwa/platform/reuse-equal.ts';
import type { CatalogOverview, CatalogPage, WireCard } from '#sync/api/engine-api.ts';

/** Returns one page of the list on the screen, live; at first the cards that the document already shows. */
export function useCatalogPage(shop: ShopKey, state: BrowseState): QueryResult<CatalogPage> {
  const { page, at } = useFirstScreen(shop, state);
  const query: EngineQuery<CatalogPage> = useCallback(
    (catalog, isShown) => catalog.show(shop, state, isShown),
    [shop, state],
  );
  const first = page && { ...page, source: 'server' as const, at };
  return hideFailed(useEngineQuery(shop, query, { reuse: reusePage, isOlder, first }));
}

/**
 * Returns one page of a list other than the one on the screen, live. That list is not stored for the next start and does not decide what is
 * downloaded first.
 */
export function useListedProducts(shop: ShopKey, state: BrowseState): QueryResult<CatalogPage> {
  const query: EngineQuery<CatalogPage> = useCallback((catalog) => catalog.browse(shop, state), [shop, state]);
  return hideFailed(useEngineQuery(shop, query, { reuse: reusePage }));
}

/** Returns the rows of the start screen and the categories, live. */
export function useOverview(shop: ShopKey): QueryResult<CatalogOverview> {
  const { overview, at } = useFirstScreen(shop, EMPTY_BROWSE_STATE);
  const query: EngineQuery<CatalogOverview> = useCallback((catalog) => catalog.overview(shop), [shop]);
  const first = overview && { ...overview, categories: [], source: 'server' as const, at };
  return hideFailed(useEngineQuery(shop, query, { reuse: reuseOverview, isOlder, first }));
}

/** Removes the data of a failed query: the previous list must not be shown in its place. */
const hideFailed = <T>(result: QueryResult<T>): QueryResult<T> =>
  result.hasFailed ? { ...result, data: undefined } : result;

interface Positioned {
  readonly at?: FeedPosition | undefined;
}

/** Whether a device's answer is older than what the server answered before. */
export const isOlder = (next: Positioned, shown: Positioned): boolean => isBefore(next.at, shown.at);

/** Returns the position of an answer. An answer of the server has none and gets that of the previous answer, which is never newer. */
const positionOf = (next: Positioned, previous: Positioned | undefined): Positioned => ({
  at: next.at ?? previous?.at,
});

const idOf = ({ id }: WireCard): number => id;

/**
 * Copies link and placeholder from a shown card to the new card of the same product when the device has not read them yet. Both cards must
 * have the same `seq`, which means equal links and placeholders. Without the copy, an image would lose its blur in the meantime.
 */
function withShownColumns(next: readonly WireCard[], shown: readonly WireCard[]): WireCard[] {
  const known = new Map(shown.map((card) => [card.id, card]));
  return next.map((card) => {
    const old = known.get(card.id);
    // The card's own values take precedence; its link is missing, and its placeholder empty, until they are read.
    return old?.seq === card.seq ? { ...old, ...card, placeholder: card.placeholder || old.placeholder } : card;
  });
}

/** Whether the `seq` of two cards can be compared: only within one epoch of the server. */
const isSameHistory = (next: Positioned, shown: Positioned): boolean =>
  next.at === undefined || shown.at === undefined || next.at.epoch === shown.at.epoch;

const reuseCards = (next: readonly WireCard[], shown: readonly WireCard[], canCompare: boolean): WireCard[] =>
  reuseEqual(canCompare ? withShownColumns(next, shown) : next, shown, idOf);

/** Reuses the objects of unchanged cards, so that a change of one product renders one card. */
export const reusePage = (next: CatalogPage, previous: CatalogPage | undefined): CatalogPage => ({
  ...next,
  ...positionOf(next, previous),
  cards: reuseCards(next.cards, previous?.cards ?? [], isSameHistory(next, previous ?? {})),
});

/** Like `reusePage`, for the start screen, whose cards may move between the strip and the rows. */
export function reuseOverview(next: CatalogOverview, previous: CatalogOverview | undefined): CatalogOverview {
  if (!previous) return next;
  const canCompare = isSameHistory(next, previous);
  const known = [...previous.top, ...previous.rows.flatMap(({ cards }) => cards)];
  return {
    ...next,
    ...positionOf(next, previous),
    top: reuseCards(next.top, known, canCompare),
    rows: reuseEqual(
      next.rows.map((row) => ({ ...row, cards: reuseCards(row.cards, known, canCompare) })),
      previous.rows,
      ({ mainCategory }) => mainCategory,
    ),
  };
}
