import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { Button, offButtonClass } from '#pwa/ui/button.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import type { Card } from '#contract/blocks/card.ts';
import { storePendingCartItem } from './pending-cart-item.ts';
import { countStock } from '../cart-entry.ts';
import { showCartToast, useInlineCartToast } from '../notices/cart-toast-state.ts';
import styles from './add-to-cart.module.css';

/** The database is in a lazy chunk, which signed-out visitors never load. */
const loadAddItem = lazyPart(() => import('./add-item.ts'));

interface AddToCartProps {
  readonly card: Card;
  /** The chosen condition. */
  readonly condition: ConditionKey | undefined;
  /** Renders the units already in the cart. With `hasResult`, it stands beside the result of a click, so it omits the number. */
  readonly renderInCart: (hasResult: boolean) => ReactNode;
}

/** The button that adds an open product to the cart, and the result of the last click. */
export function AddToCart({ card, condition, renderInCart }: AddToCartProps) {
  const { isAdding, add } = useAddToCart(card, condition);
  const message = useInlineCartToast();
  if (countStock(card) === 0) return <span className={offButtonClass(true)}>{messages.product.outOfStock}</span>;
  return (
    <div className={styles['add']}>
      <Button look="primary" className={styles['button'] ?? ''} aria-disabled={isAdding} onClick={() => void add()}>
        {addToCartMessages.add}
      </Button>
      <p className={styles['result']}>
        <bdi role="status">{message}</bdi>
        {renderInCart(message !== '')}
      </p>
    </div>
  );
}

/**
 * Adds an item in the chosen condition, online and offline. Without a signed-in user, asks for sign-in and stores the item on the
 * device as pending; it is added after the next sign-in.
 */
function useAddToCart(card: Card, condition: ConditionKey | undefined) {
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
      const { addForUser } = await loadAddItem();
      showCartToast(await addForUser(user.sub, card, condition));
    } catch {
      // Only loading the chunk fails here: `addForUser` returns a message when the storage fails.
      showCartToast(addToCartMessages.notLoaded);
    } finally {
      setAdding(false);
    }
  };
  return { isAdding, add };
}
