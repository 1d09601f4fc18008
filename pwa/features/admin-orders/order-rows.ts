import type { AdminOrder } from '#contract/orders/order.ts';
import { formatDay, formatLongDay } from '#pwa/messages/format-day.ts';
import { needsAttention } from './select-orders.ts';

/** A row of the list. */
export type OrderRow =
  | { readonly kind: 'attention'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly day: string; readonly name: string }
  | { readonly kind: 'order'; readonly key: string; readonly order: AdminOrder };

/** Returns orders as rows: first those that need attention, then the others by day. `orders`: newest first. */
export function planOrderRows(orders: readonly AdminOrder[]): readonly OrderRow[] {
  const rows: OrderRow[] = [];
  const urgent = orders.filter(needsAttention);
  if (urgent.length > 0) rows.push({ kind: 'attention', key: 'attention' });
  rows.push(...urgent.map(toRow));
  let last: string | undefined;
  for (const order of orders) {
    if (needsAttention(order)) continue;
    const day = formatDay(order.created_at);
    if (day !== last) rows.push({ kind: 'day', key: day, day, name: formatLongDay(order.created_at) });
    rows.push(toRow(order));
    last = day;
  }
  return rows;
}

const toRow = (order: AdminOrder): OrderRow => ({ kind: 'order', key: order.id, order });
