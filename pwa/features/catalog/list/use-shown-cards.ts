import { startTransition, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { FIRST_SCREEN_ROW_CARDS } from '#contract/screens/first-screen.ts';
import { whenNear } from '#pwa/ui/when-near.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

/** From this index on, a card in view means that the first ones end soon. */
const FIRST_SENTINEL = 4;

/**
 * Returns the cards that a horizontal list renders: as many as the first screen shows, all once it is scrolled or where more fit. Every
 * element makes each dialog open later: the browser restyles the whole page for it.
 */
export function useShownCards(
  list: RefObject<HTMLElement | null>,
  cards: readonly WireCard[],
  isRendered = true,
): readonly WireCard[] {
  const [isWhole, setWhole] = useState(false);
  // Other cards are other elements, which are observed again.
  useEffect(() => {
    if (isWhole || !isRendered || cards.length <= FIRST_SENTINEL) return undefined;
    // A jump may pass over some of them.
    const sentinels = [...(list.current?.children ?? [])].slice(FIRST_SENTINEL);
    const stops = sentinels.map((card) => whenNear(card, () => startTransition(() => setWhole(true))));
    return () => stops.forEach((stop) => stop());
  }, [list, cards, isWhole, isRendered]);
  return isWhole ? cards : cards.slice(0, FIRST_SCREEN_ROW_CARDS);
}
