import { useState } from 'react';
import type { Card } from '#contract/blocks/card.ts';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { Order } from '#contract/orders/order.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { findOrderedCard } from './find-ordered-card.ts';

const loadAddItem = lazyPart(() => import('#pwa/features/cart/add-to-cart/add-item.ts'));

interface BuyAgain {
  /** The product, while the shop still has it. */
  readonly card: Card | undefined;
  readonly isAdding: boolean;
  /** What came of the last press; empty before it. */
  readonly message: string;
  readonly buyAgain: () => Promise<void>;
}

/** Puts what an order contains into the cart once more, as far as the shop on this device has it. */
export function useBuyAgain(order: Order, sub: string): BuyAgain {
  const { data: cards, isCurrent } = useCards(CART_SHOP.key, [order.product_id]);
  const isComplete = useSyncStatus(CART_SHOP.key)?.catalogue === 'ready' && isCurrent;
  const [isAdding, setAdding] = useState(false);
  const [message, setMessage] = useState('');
  const card = findOrderedCard(order, cards);

  const add = async (): Promise<string> => {
    if (!card) return isComplete ? orderPageMessages.noLongerSold(order.title) : orderPageMessages.catalogueLoading;
    const part = await loadAddItem().catch(() => undefined);
    return part ? part.addForUser(sub, card, order.condition, order.quantity) : addToCartMessages.notLoaded;
  };
  const buyAgain = async (): Promise<void> => {
    if (isAdding) return;
    setAdding(true);
    setMessage('');
    setMessage(await add().finally(() => setAdding(false)));
  };
  return { card, isAdding, message, buyAgain };
}
