import type { Order } from '#contract/orders/order.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';

const MINUTE_MS = 60_000;
/** Statuses in which the buyer can pay before the reservation ends. */
const WAITING: ReadonlySet<string> = new Set(['waiting', 'part_received']);

/** Describes what an unpaid order waits for; undefined when it waits for nothing. */
export function describeWait(order: Pick<Order, 'payment_status' | 'expires_at'>, nowMs: number): string | undefined {
  if (order.payment_status === 'creating') return orderMessages.preparing;
  return WAITING.has(order.payment_status) ? describeTimeLeft(order, nowMs) : undefined;
}

/** Describes how long an order's item stays reserved; undefined when there is no time limit. */
export function describeTimeLeft({ expires_at }: Pick<Order, 'expires_at'>, nowMs: number): string | undefined {
  if (expires_at === null) return undefined;
  const leftMs = Date.parse(expires_at) - nowMs;
  if (leftMs <= 0) return orderMessages.holdEnds;
  return orderMessages.held(Math.ceil(leftMs / MINUTE_MS));
}
