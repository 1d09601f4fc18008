import type { Card } from '#contract/blocks/card.ts';
import type { Order } from '#contract/orders/order.ts';

/**
 * Finds the product of an order among cards, but not another product that has taken its id since. For an order that was synced before orders
 * had a `life`, the title must be the same.
 */
export const findOrderedCard = (
  { product_id, life, title }: Pick<Order, 'product_id' | 'life' | 'title'>,
  cards: readonly Card[] | undefined,
): Card | undefined =>
  cards?.find((card) => card.id === product_id && (life === undefined ? card.title === title : card.life === life));
