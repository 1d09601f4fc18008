import type { Card } from '#contract/blocks/card.ts';
import type { Order } from '#contract/orders/order.ts';

/**
 * Returns the product of an order among cards: not another one that has got its id since. An order that was synced before it had a life is
 * that of a product with its title.
 */
export const findOrderedCard = (
  { product_id, life, title }: Pick<Order, 'product_id' | 'life' | 'title'>,
  cards: readonly Card[] | undefined,
): Card | undefined =>
  cards?.find((card) => card.id === product_id && (life === undefined ? card.title === title : card.life === life));
