import type { Order } from './order.ts';

/** Returns the name by which people refer to an order: `#1042`, or its payment's id where the order has no number yet. */
export const orderName = ({ number, payment_id }: Pick<Order, 'number' | 'payment_id'>): string =>
  number === undefined ? payment_id : `#${number}`;
