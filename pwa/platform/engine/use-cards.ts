import { useEffect, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { useSync } from './use-sync.ts';

const NO_CARDS: readonly WireCard[] = [];

/**
 * The cards of products by id, as far as the device has them, in the order of the ids, live; undefined until the engine has answered.
 * While new ids are asked for, the cards known before stand.
 */
export function useCards(shop: ShopKey, ids: readonly number[]): readonly WireCard[] | undefined {
  const { engine, onCatalogChange } = useSync();
  const [cards, setCards] = useState<readonly WireCard[]>();

  useEffect(() => {
    if (ids.length === 0) return undefined;
    let isOver = false;
    const ask = (): void => {
      engine.cards(shop, ids).then(
        (found) => {
          if (!isOver) setCards(found);
        },
        // What is shown is still the best there is; the next change of the catalogue asks again.
        () => undefined,
      );
    };
    ask();
    const stopListening = onCatalogChange(shop, ask);
    return () => {
      isOver = true;
      stopListening();
    };
  }, [engine, onCatalogChange, shop, ids]);

  return ids.length === 0 ? NO_CARDS : cards;
}
