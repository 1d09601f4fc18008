import { forEachFact } from '#sync/admin/store/order-facts.ts';
import type { MonthFacts } from '#sync/api/admin-api.ts';
import { findDay, listDays, listDaysBefore } from './period.ts';
import type { Period } from './period.ts';

/** Sums over orders. */
export interface OrderSums {
  /** Orders placed. */
  orders: number;
  /** The paid orders among them, with their units and sales. */
  paid: number;
  units: number;
  salesCents: number;
}

/** The orders of a calendar day. */
export interface DaySums extends OrderSums {
  /** When the day begins, in ms. */
  readonly startMs: number;
}

/** The orders with one payment status. */
export interface StatusSums {
  readonly status: string;
  readonly orders: number;
  readonly cents: number;
}

export interface OrderSummary {
  readonly days: readonly DaySums[];
  readonly total: OrderSums;
  /** Sums of as many days before the period; null when the period begins with the first order. */
  readonly before: OrderSums | null;
  /** The most frequent status first. */
  readonly statuses: readonly StatusSums[];
  /** Number of orders of all time that are paid and not sent. */
  readonly toSend: number;
  /** Ids of products with a paid order of any time, in ascending order. */
  readonly soldIds: readonly number[];
  /** Number of orders of all time. */
  readonly orders: number;
}

const PAID = 'finished';

/**
 * Sums orders by calendar day of this device's time zone and by payment status. Sales are the totals of paid orders. They count on
 * the day on which the order was placed, which is also its day in the list of orders.
 */
export function summariseOrders(facts: readonly MonthFacts[], period: Period, nowMs: number): OrderSummary {
  const range = listDays(period, nowMs, findFirst(facts));
  const rangeBefore = listDaysBefore(range);
  const days = range.starts.map((startMs) => ({ startMs, ...noSums() }));
  const total = noSums();
  const before = noSums();
  const statuses = new Map<string, { orders: number; cents: number }>();
  const sold = new Set<number>();
  let [orders, toSend] = [0, 0];
  forEachFact(facts, ({ placedAtMs, cents, productId, quantity, isShipped, status }) => {
    const isPaid = status === PAID;
    orders += 1;
    if (isPaid) sold.add(productId);
    if (isPaid && !isShipped) toSend += 1;
    const day = days[findDay(range, placedAtMs)];
    if (day) {
      for (const sums of [day, total]) add(sums, isPaid, quantity, cents);
      const known = statuses.get(status) ?? { orders: 0, cents: 0 };
      statuses.set(status, { orders: known.orders + 1, cents: known.cents + cents });
    } else if (findDay(rangeBefore, placedAtMs) !== -1) add(before, isPaid, quantity, cents);
  });
  return {
    days,
    total,
    before: period === 'all' ? null : before,
    statuses: [...statuses]
      .map(([status, sums]) => ({ status, ...sums }))
      .toSorted((a, b) => b.orders - a.orders || (a.status < b.status ? -1 : 1)),
    toSend,
    soldIds: [...sold].toSorted((a, b) => a - b),
    orders,
  };
}

const noSums = (): OrderSums => ({ orders: 0, paid: 0, units: 0, salesCents: 0 });

function add(sums: OrderSums, isPaid: boolean, quantity: number, cents: number): void {
  sums.orders += 1;
  if (!isPaid) return;
  sums.paid += 1;
  sums.units += quantity;
  sums.salesCents += cents;
}

function findFirst(facts: readonly MonthFacts[]): number | undefined {
  let first = Number.POSITIVE_INFINITY;
  forEachFact(facts, ({ placedAtMs }) => {
    if (placedAtMs < first) first = placedAtMs;
  });
  return Number.isFinite(first) ? first : undefined;
}
