import { toCents } from '#contract/money/money.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { MonthFacts } from '../../api/admin-api.ts';

/** The data of an order that figures are computed from. It contains nothing about the buyer. */
export interface OrderFact {
  /** When it was placed, in ms. */
  readonly placedAtMs: number;
  readonly cents: number;
  readonly productId: number;
  readonly quantity: number;
  readonly isShipped: boolean;
  /** As the order's `payment_status`. */
  readonly status: string;
}

const DAY_MS = 86_400_000;

/** The UTC day of an order, such as `2026-11-23`: the server writes times in UTC. */
export const utcDayOf = ({ created_at }: Pick<AdminOrder, 'created_at'>): string => created_at.slice(0, 10);
export const utcMonthOf = (day: string): string => day.slice(0, 7);

export const toFact = (order: AdminOrder): OrderFact => ({
  placedAtMs: Date.parse(order.created_at),
  cents: toCents(order.total_amount) ?? 0,
  productId: order.product_id,
  quantity: order.quantity,
  isShipped: order.shipped,
  status: order.payment_status,
});

export function packFacts(month: string, facts: readonly OrderFact[]): MonthFacts {
  const statuses = [...new Set(facts.map(({ status }) => status))];
  const placeOf = new Map(statuses.map((status, place) => [status, place]));
  return {
    month,
    placedAt: Float64Array.from(facts, ({ placedAtMs }) => placedAtMs),
    cents: Float64Array.from(facts, ({ cents }) => cents),
    productIds: Uint32Array.from(facts, ({ productId }) => productId),
    quantities: Uint16Array.from(facts, ({ quantity }) => quantity),
    shipped: Uint8Array.from(facts, ({ isShipped }) => Number(isShipped)),
    statusOf: Uint16Array.from(facts, ({ status }) => placeOf.get(status) ?? 0),
    statuses,
  };
}

/** Returns a month's facts with those of one UTC day replaced. */
export function replaceDay(known: MonthFacts | undefined, day: string, facts: readonly OrderFact[]): MonthFacts {
  const startMs = Date.parse(day);
  const kept: OrderFact[] = [];
  forEachFact(known ? [known] : [], (fact) => {
    if (fact.placedAtMs < startMs || fact.placedAtMs >= startMs + DAY_MS) kept.push({ ...fact });
  });
  return packFacts(utcMonthOf(day), [...kept, ...facts]);
}

/** Visits the facts of all months. Each visit gets the same object: creating 100,000 objects would take longer than the sums. */
export function forEachFact(months: readonly MonthFacts[], visit: (fact: OrderFact) => void): void {
  const fact = { placedAtMs: 0, cents: 0, productId: 0, quantity: 0, isShipped: false, status: '' };
  for (const { placedAt, cents, productIds, quantities, shipped, statusOf, statuses } of months)
    for (let at = 0; at < placedAt.length; at += 1) {
      fact.placedAtMs = placedAt[at] as number;
      fact.cents = cents[at] as number;
      fact.productId = productIds[at] as number;
      fact.quantity = quantities[at] as number;
      fact.isShipped = shipped[at] === 1;
      fact.status = statuses[statusOf[at] as number] ?? '';
      visit(fact);
    }
}
