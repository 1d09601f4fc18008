import type { AdminOrder } from '#contract/order.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { needsAttention } from './select-orders.ts';

/** What stands in the list, one under the other. */
export type OrderRow =
  | { readonly kind: 'attention'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'order'; readonly key: string; readonly order: AdminOrder };

/** Orders as rows: first those that a person must look at, then the others under their days. `orders`: the newest first. */
export function planOrderRows(orders: readonly AdminOrder[]): readonly OrderRow[] {
  const rows: OrderRow[] = [];
  const urgent = orders.filter(needsAttention);
  if (urgent.length > 0) rows.push({ kind: 'attention', key: 'attention' });
  rows.push(...urgent.map(toRow));
  let last: string | undefined;
  for (const order of orders) {
    if (needsAttention(order)) continue;
    const day = formatDay(order.created_at);
    if (day !== last) rows.push({ kind: 'day', key: day, day });
    rows.push(toRow(order));
    last = day;
  }
  return rows;
}

const toRow = (order: AdminOrder): OrderRow => ({ kind: 'order', key: order.id, order });
