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

/** Returns one page of another list, live: it is not stored for the next start and does not decide what is downloaded first. */
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

/** Returns the position of an answer. The server's answers have none, but are at least as new as what they replace. */
const positionOf = (next: Positioned, previous: Positioned | undefined): Positioned => ({
  at: next.at ?? previous?.at,
});

const idOf = ({ id }: WireCard): number => id;

/**
 * Copies link and placeholder from a shown card to a new one of the same state, for which the device has not read them yet: they are the same
 * for the same state of a product, and an image must not lose its blur in the meantime.
 */
function withShownColumns(next: readonly WireCard[], shown: readonly WireCard[]): WireCard[] {
  const known = new Map(shown.map((card) => [card.id, card]));
  return next.map((card) => {
    const old = known.get(card.id);
    // The card's own values take precedence; its link is missing, and its placeholder empty, until they are read.
    return old?.seq === card.seq ? { ...old, ...card, placeholder: card.placeholder || old.placeholder } : card;
  });
}

/** Whether state numbers can be compared: only within one history of the server. */
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
