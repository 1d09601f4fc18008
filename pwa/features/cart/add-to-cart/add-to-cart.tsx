import type { ReactNode } from 'react';
import type { ConditionKey } from '#contract/conditions.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { Button, offButtonClass } from '#pwa/ui/button.tsx';
import type { Card } from '#contract/blocks/card.ts';
import { countStock } from '../cart-entry.ts';
import { useInlineCartToast } from '../notices/cart-toast-state.ts';
import { useAddToCart } from './use-add-to-cart.ts';
import styles from './add-to-cart.module.css';

interface AddToCartProps {
  readonly card: Card;
  /** The chosen condition. */
  readonly condition: ConditionKey | undefined;
  /** Shows how many units are in the cart already. */
  readonly inCart: ReactNode;
}

/** The button that adds an open product to the cart, and the result of the last click. */
export function AddToCart({ card, condition, inCart }: AddToCartProps) {
  const { isAdding, add } = useAddToCart(card, condition);
  const message = useInlineCartToast();
  if (countStock(card) === 0) return <span className={offButtonClass(true)}>{messages.product.outOfStock}</span>;
  return (
    <div className={styles['add']}>
      <Button look="primary" className={styles['button'] ?? ''} aria-disabled={isAdding} onClick={() => void add()}>
        {addToCartMessages.add}
      </Button>
      <p className={styles['message']} role="status">
        {message}
      </p>
      {message === '' && <p className={styles['inCart']}>{inCart}</p>}
    </div>
  );
}
