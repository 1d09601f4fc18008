import type { CatalogOverview, CatalogPage, WireCard } from '#sync/worker/engine-api.ts';

/**
 * Answers come from another thread, so their cards are always new objects. These give back the known object for each card that is as it
 * was: React then leaves it alone, and a change of one product draws one card.
 */
export function reuseCardsOfPage(next: CatalogPage, previous: CatalogPage | undefined): CatalogPage {
  if (!previous) return next;
  return { ...next, cards: reuseCards(next.cards, indexById(previous.cards)) };
}

export function reuseCardsOfOverview(next: CatalogOverview, previous: CatalogOverview | undefined): CatalogOverview {
  if (!previous) return next;
  const known = indexById([...previous.top, ...previous.rows.flatMap((row) => row.cards)]);
  return {
    ...next,
    top: reuseCards(next.top, known),
    rows: next.rows.map((row) => ({ ...row, cards: reuseCards(row.cards, known) })),
  };
}

const indexById = (cards: readonly WireCard[]): ReadonlyMap<number, WireCard> =>
  new Map(cards.map((card) => [card.id, card]));

const reuseCards = (cards: readonly WireCard[], known: ReadonlyMap<number, WireCard>): WireCard[] =>
  cards.map((card) => {
    const old = known.get(card.id);
    return old && isSameCard(card, old) ? old : card;
  });

/** Cards are flat: all of their values are texts and numbers. */
function isSameCard(a: WireCard, b: WireCard): boolean {
  const names = Object.keys(a) as (keyof WireCard)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
