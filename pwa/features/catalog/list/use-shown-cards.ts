import { startTransition, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { FIRST_SCREEN_ROW_CARDS } from '#contract/screens/first-screen.ts';
import { whenNear } from '#pwa/ui/when-near.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

/** All cards are rendered once the card at this index, or a later one, comes near the viewport. */
const FIRST_SENTINEL = 4;

/**
 * Returns the cards that a horizontal list renders: those of the first screen, and all once the list is scrolled or has room for more.
 * Fewer elements let dialogs open faster, because the browser restyles the whole page for a dialog.
 */
export function useShownCards(
  list: RefObject<HTMLElement | null>,
  cards: readonly WireCard[],
  isRendered = true,
): readonly WireCard[] {
  const [isWhole, setWhole] = useState(false);
  // The effect depends on `cards`, because new cards have new elements to observe.
  useEffect(() => {
    if (isWhole || !isRendered || cards.length <= FIRST_SENTINEL) return undefined;
    // All cards from that index on are observed, because a jump of the scroll position may skip some.
    const sentinels = [...(list.current?.children ?? [])].slice(FIRST_SENTINEL);
    const stops = sentinels.map((card) => whenNear(card, () => startTransition(() => setWhole(true))));
    return () => stops.forEach((stop) => stop());
  }, [list, cards, isWhole, isRendered]);
  return isWhole ? cards : cards.slice(0, FIRST_SCREEN_ROW_CARDS);
}
