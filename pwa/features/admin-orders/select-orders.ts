import type { AdminOrder } from '#contract/order.ts';

/** Which orders an administrator looks at. */
export interface OrderFilter {
  readonly search: string;
  /** A payment status; null for all of them. */
  readonly status: string | null;
  readonly sent: 'all' | 'unsent' | 'sent';
  readonly attentionOnly: boolean;
}

export const NO_FILTER: OrderFilter = { search: '', status: null, sent: 'all', attentionOnly: false };

/** Paid, and not on its way yet. */
export const TO_SEND: OrderFilter = { ...NO_FILTER, status: 'finished', sent: 'unsent' };

const PAID = 'finished';

/** Whether a buyer waits for the parcel. */
export const isToSend = (order: Pick<AdminOrder, 'payment_status' | 'shipped'>): boolean =>
  order.payment_status === PAID && !order.shipped;

export const isPaid = (order: Pick<AdminOrder, 'payment_status'>): boolean => order.payment_status === PAID;

export const needsAttention = (order: Pick<AdminOrder, 'needs_attention'>): boolean => order.needs_attention !== '';

/** What a search looks through, in lower case, one field a line. Orders that did not change are the same objects. */
const texts = new WeakMap<AdminOrder, string>();

function textOf(order: AdminOrder): string {
  const known = texts.get(order);
  if (known !== undefined) return known;
  const { id, payment_id, title, email, contact_name, tracking_number } = order;
  const text = [id, payment_id, title, email, contact_name, tracking_number].join('\n').toLowerCase();
  texts.set(order, text);
  return text;
}

/**
 * The orders that a filter shows, in their order. Those of `kept` stay whatever their parcel says: what was just switched must not slip
 * away under a finger.
 */
export function selectOrders(
  orders: readonly AdminOrder[],
  { search, status, sent, attentionOnly }: OrderFilter,
  kept: ReadonlySet<string>,
): readonly AdminOrder[] {
  const wanted = search.trim().toLowerCase();
  return orders.filter(
    (order) =>
      (status === null || order.payment_status === status) &&
      (sent === 'all' || order.shipped === (sent === 'sent') || kept.has(order.id)) &&
      (!attentionOnly || needsAttention(order)) &&
      (wanted === '' || textOf(order).includes(wanted)),
  );
}

/** How many orders there are of what an administrator looks for. */
export interface OrderCounts {
  readonly all: number;
  readonly toSend: number;
  readonly attention: number;
  /** Payment statuses that occur, by name. */
  readonly byStatus: readonly (readonly [status: string, count: number])[];
}

export function countOrders(orders: readonly AdminOrder[]): OrderCounts {
  const byStatus = new Map<string, number>();
  for (const { payment_status } of orders) byStatus.set(payment_status, (byStatus.get(payment_status) ?? 0) + 1);
  return {
    all: orders.length,
    toSend: orders.filter(isToSend).length,
    attention: orders.filter(needsAttention).length,
    byStatus: [...byStatus].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}
