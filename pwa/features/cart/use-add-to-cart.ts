import { useState } from 'react';
import type { ConditionKey } from '#contract/conditions.ts';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { useUser } from '#pwa/platform/session.ts';
import { requestSignIn } from '#pwa/platform/sign-in-request.ts';
import { storeWantedItem } from '#pwa/platform/wanted-item.ts';
import type { Card } from '#contract/blocks/card.ts';
import { sayCartWord } from './cart-word.ts';

/** Adding an open product to the cart. */
export interface AddToCart {
  readonly isAdding: boolean;
  readonly add: () => Promise<void>;
}

/**
 * Adds an item in the chosen condition, at once and without network too. Whoever is not signed in is asked to; the wish is kept on the
 * device and fulfilled after that, whenever it happens.
 */
export function useAddToCart(card: Card, condition: ConditionKey | undefined): AddToCart {
  const user = useUser();
  const [isAdding, setAdding] = useState(false);
  const add = async (): Promise<void> => {
    const { addToCart } = lazyMessages;
    if (isAdding) return;
    if (!condition) return sayCartWord(addToCart.noCondition);
    if (!user) {
      storeWantedItem({ product_id: card.id, condition });
      sayCartWord(addToCart.signedOut);
      await requestSignIn(addToCart.signedOut);
      return;
    }
    setAdding(true);
    // What was said about an earlier press is not said about this one.
    sayCartWord('');
    try {
      // The database comes in a file of its own, which a visitor never needs.
      const { addForUser } = await import('./add-for-user.ts');
      sayCartWord(await addForUser(user.sub, card, condition));
    } catch {
      sayCartWord(addToCart.failed);
    } finally {
      setAdding(false);
    }
  };
  return { isAdding, add };
}
