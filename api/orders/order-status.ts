import { isOrderStatus } from '#contract/order-status.ts';
import type { OrderStatus } from '#contract/order-status.ts';
import type { OrderRow } from './order.repository.ts';

/** What a change of an order's status does to the stock. */
export type StockEffect = 'none' | 'sell' | 'sellLate' | 'release' | 'takeBack';

/** An order as far as its status rules look at it. */
export type StatusView = Pick<OrderRow, 'status' | 'stock_state' | 'shipped'>;

export interface StatusPlan {
  readonly status: string;
  readonly stock: StockEffect;
}

/**
 * Statuses only rise, so notices that come twice, late or out of order end where the orderly run ends. Money outranks every other end: it
 * may still come after an order failed or expired, and can only be paid back.
 */
const RANKS = {
  creating: 0,
  waiting: 1,
  confirming: 2,
  confirmed: 3,
  sending: 4,
  expired: 6,
  failed: 7,
  partially_paid: 8,
  finished: 9,
  refunded: 10,
} as const satisfies Record<OrderStatus, number>;

/** A provider's own word may follow anything that is on its way, and never hides an end. */
const FOREIGN_RANK = 5;

const rankOf = (status: string): number => (isOrderStatus(status) ? RANKS[status] : FOREIGN_RANK);

/** What follows when a provider, the sweeper or the buyer says that an order stands so; undefined when nothing does. */
export function planStatus(order: StatusView, reported: string): StatusPlan | undefined {
  const isNewWord = rankOf(reported) === FOREIGN_RANK && rankOf(order.status) === FOREIGN_RANK;
  if (reported === order.status) return undefined;
  if (rankOf(reported) <= rankOf(order.status) && !isNewWord) return undefined;
  return { status: reported, stock: planStock(order, reported) };
}

function planStock({ stock_state: state, shipped }: StatusView, reported: string): StockEffect {
  switch (reported) {
    case 'finished':
      return state === 'held' ? 'sell' : state === 'free' ? 'sellLate' : 'none';
    case 'expired':
    case 'failed':
      return state === 'held' ? 'release' : 'none';
    case 'refunded':
      // What was sent does not come back by itself.
      if (state === 'sold') return shipped === 1 ? 'none' : 'takeBack';
      return state === 'held' ? 'release' : 'none';
    default:
      return 'none';
  }
}

/** What the stock is to the order once the effect is done. */
export const STOCK_AFTER = {
  sell: 'sold',
  sellLate: 'sold',
  release: 'free',
  takeBack: 'free',
} as const satisfies Record<Exclude<StockEffect, 'none'>, OrderRow['stock_state']>;
