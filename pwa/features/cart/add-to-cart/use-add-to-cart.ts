import { useState } from 'react';
import type { ConditionKey } from '#contract/conditions.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { storePendingCartItem } from '#pwa/platform/storage/pending-cart-item.ts';
import type { Card } from '#contract/blocks/card.ts';
import { showCartToast } from '../notices/cart-toast-state.ts';

/** The action that adds an open product to the cart. */
export interface AddToCart {
  readonly isAdding: boolean;
  readonly add: () => Promise<void>;
}

/**
 * Adds an item in the chosen condition, online and offline. Without a signed-in user, asks for sign-in and stores the item on the
 * device as pending; it is added after the next sign-in.
 */
export function useAddToCart(card: Card, condition: ConditionKey | undefined): AddToCart {
  const user = useUser();
  const [isAdding, setAdding] = useState(false);
  const add = async (): Promise<void> => {
    if (isAdding) return;
    if (!condition) return showCartToast(addToCartMessages.noCondition);
    if (!user) {
      storePendingCartItem({ product_id: card.id, condition });
      showCartToast(addToCartMessages.signedOut);
      await requestSignIn(addToCartMessages.signedOut);
      return;
    }
    setAdding(true);
    // The message of an earlier click does not belong to this one.
    showCartToast('');
    try {
      // The database is in a lazy chunk, which signed-out visitors never load.
      const { addForUser } = await import('./add-for-user.ts');
      showCartToast(await addForUser(user.sub, card, condition));
    } catch {
      showCartToast(addToCartMessages.failed);
    } finally {
      setAdding(false);
    }
  };
  return { isAdding, add };
}
