import { useState } from 'react';
import type { Card } from '#contract/blocks/card.ts';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { Order } from '#contract/orders/order.ts';
import { entryKey } from '#pwa/features/cart/cart-entry.ts';
import { goToPayment } from '#pwa/features/checkout/paying-item.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { isReady, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { findOrderedCard } from './find-ordered-card.ts';

const loadAddItem = lazyPart(() => import('#pwa/features/cart/add-to-cart/add-item.ts'));

interface BuyAgain {
  /** The product, while the shop still has it. */
  readonly card: Card | undefined;
  readonly isAdding: boolean;
  /** Why the last press did not lead to the order form; empty before the first press. */
  readonly message: string;
  readonly buyAgain: () => Promise<void>;
}

/** Puts the item of an order into the cart again and opens its order form, if the catalogue on this device still has it. */
export function useBuyAgain(order: Order, sub: string): BuyAgain {
  const { data: cards, isCurrent } = useCards(CART_SHOP.key, [order.product_id]);
  const isComplete = useSyncStatus(CART_SHOP.key, isReady) && isCurrent;
  const [isAdding, setAdding] = useState(false);
  const [message, setMessage] = useState('');
  const card = findOrderedCard(order, cards);

  /** Puts the item into the cart; returns why that failed. */
  const add = async (): Promise<string | undefined> => {
    if (!card) return isComplete ? orderPageMessages.noLongerSold(order.title) : orderPageMessages.catalogueLoading;
    const part = await loadAddItem().catch(() => undefined);
    if (!part) return addToCartMessages.notLoaded;
    return part.ensureForUser(sub, card, order.condition, order.quantity);
  };
  const buyAgain = async (): Promise<void> => {
    if (isAdding) return;
    setAdding(true);
    setMessage('');
    const problem = await add().finally(() => setAdding(false));
    if (problem === undefined) goToPayment(entryKey(order));
    else setMessage(problem);
  };
  return { card, isAdding, message, buyAgain };
}
