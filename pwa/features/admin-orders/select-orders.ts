import { orderName } from '#contract/orders/order-name.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { forEachFact } from '#sync/admin/store/order-facts.ts';
import type { MonthFacts } from '#sync/api/admin-api.ts';
import { createTextSearch, toSearchable } from '#contract/text/text-search.ts';
import type { SearchableText } from '#contract/text/text-search.ts';

/** Filter of the order list. */
export interface OrderFilter {
  readonly search: string;
  /** A payment status; null for all of them. */
  readonly status: string | null;
  readonly sent: 'all' | 'unsent' | 'sent';
  readonly attentionOnly: boolean;
  /** First and last day, by the calendar of this device, on which an order was placed, such as `2026-11-23`; null for any. */
  readonly from: string | null;
  readonly until: string | null;
}

export const NO_FILTER: OrderFilter = {
  search: '',
  status: null,
  sent: 'all',
  attentionOnly: false,
  from: null,
  until: null,
};

/** Orders that are paid and not sent. */
export const TO_SEND: OrderFilter = { ...NO_FILTER, status: 'finished', sent: 'unsent' };

const PAID = 'finished';

/** Returns whether an order is paid and not sent. */
export const isToSend = (order: Pick<AdminOrder, 'payment_status' | 'shipped'>): boolean =>
  order.payment_status === PAID && !order.shipped;

/** Counts, in the facts of all months, the orders that are paid and not sent. The bar of every screen shows the number. */
export function countToSend(facts: readonly MonthFacts[]): number {
  let count = 0;
  forEachFact(facts, ({ status, isShipped }) => {
    if (status === PAID && !isShipped) count += 1;
  });
  return count;
}

export const isPaid = (order: Pick<AdminOrder, 'payment_status'>): boolean => order.payment_status === PAID;

export const needsAttention = (order: Pick<AdminOrder, 'needs_attention'>): boolean => order.needs_attention !== '';

/** Searchable texts, one field per line. Unchanged orders keep their identity, so the object is the key. */
const searchTexts = new WeakMap<AdminOrder, SearchableText>();

function textOf(order: AdminOrder): SearchableText {
  const known = searchTexts.get(order);
  if (known !== undefined) return known;
  const { id, payment_id, title, email, contact_name, tracking_number } = order;
  const text = toSearchable([orderName(order), id, payment_id, title, email, contact_name, tracking_number].join('\n'));
  searchTexts.set(order, text);
  return text;
}

/**
 * Returns the orders that match a filter, in the given sequence. An order of `retainedIds` matches any shipment status, so that it does not
 * disappear from the list right after the administrator has marked it as sent or unsent.
 */
export function selectOrders(
  orders: readonly AdminOrder[],
  { search, status, sent, attentionOnly, from, until }: OrderFilter,
  retainedIds: ReadonlySet<string>,
): readonly AdminOrder[] {
  const isSearched = search.trim() === '' ? undefined : createTextSearch(search);
  const fromMs = from === null ? Number.NEGATIVE_INFINITY : startOfDay(from);
  const untilMs = until === null ? Number.POSITIVE_INFINITY : startOfDay(until, 1);
  return orders.filter(
    (order) =>
      (status === null || order.payment_status === status) &&
      (sent === 'all' || order.shipped === (sent === 'sent') || retainedIds.has(order.id)) &&
      (!attentionOnly || needsAttention(order)) &&
      isWithin(order, fromMs, untilMs) &&
      (isSearched?.(textOf(order)) ?? true),
  );
}

/** Returns the beginning of the calendar day that is `after` days after `day`, in this device's time zone, in ms. */
function startOfDay(day: string, after = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).getTime();
}

function isWithin({ created_at }: AdminOrder, fromMs: number, untilMs: number): boolean {
  if (!Number.isFinite(fromMs) && !Number.isFinite(untilMs)) return true;
  const placedAtMs = Date.parse(created_at);
  return placedAtMs >= fromMs && placedAtMs < untilMs;
}

/** Numbers of orders that the filters show. */
export interface OrderCounts {
  readonly all: number;
  readonly toSend: number;
  readonly attention: number;
  /** The payment statuses that occur, sorted by name. */
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
