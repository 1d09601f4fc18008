import { useEffect, useMemo, useState } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { CartLineView } from '#sync/account/account-api.ts';
import type { Card } from '#contract/blocks/card.ts';
import { CART_SHOP } from '#contract/cart-shop.ts';

/** What the device's catalogue says of the items of a cart. */
export interface LoadedCartCards {
  readonly cards: readonly Card[];
  /** Every item was asked for; otherwise the answer to other lines still stands. */
  readonly isOfAll: boolean;
}

/** The cards of a cart's items, live; undefined until the engine has answered. */
export function useCartCards(lines: readonly CartLineView[] | undefined): LoadedCartCards | undefined {
  const { engine, onCatalogChange } = useSync();
  // As a text, because every look at the cart makes new lines.
  const wanted = [...new Set(lines?.map(({ product_id }) => product_id))].join(' ');
  const [answer, setAnswer] = useState<{ readonly wanted: string; readonly cards: readonly Card[] }>();

  useEffect(() => {
    if (wanted === '') return undefined;
    let isOver = false;
    const ask = (): void => {
      engine.cards(CART_SHOP.key, wanted.split(' ').map(Number)).then(
        (cards) => {
          if (!isOver) setAnswer({ wanted, cards });
        },
        // What is shown is still the best there is; the next change of the catalogue asks again.
        () => undefined,
      );
    };
    ask();
    const stopListening = onCatalogChange(CART_SHOP.key, ask);
    return () => {
      isOver = true;
      stopListening();
    };
  }, [engine, onCatalogChange, wanted]);

  return useMemo(() => answer && { cards: answer.cards, isOfAll: answer.wanted === wanted }, [answer, wanted]);
}
