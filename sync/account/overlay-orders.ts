import type { Order } from '#contract/orders/order.ts';
import type { OutboxRecord } from '../api/outbox-record.ts';

/** The orders as shown to their buyer, newest first: confirmed ones without those with a pending deletion. */
export function overlayOrders(orders: readonly Order[], operations: readonly OutboxRecord[]): Order[] {
  const deleted = new Set(
    operations.flatMap(({ mutation, state }) =>
      mutation.name === 'deleteOrder' && state !== 'refused' ? [mutation.args.payment_id] : [],
    ),
  );
  return orders
    .filter(({ id, payment_id }) => !deleted.has(id) && !deleted.has(payment_id))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}
