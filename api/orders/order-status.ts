import { isOrderStatus, PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';
import type { OrderRow } from './order.repository.ts';

/** The effect of a status change on the stock. */
export type StockEffect = 'none' | 'sell' | 'sellLate' | 'release' | 'takeBack';

/** The columns of an order that its status rules read. */
export type StatusView = Pick<OrderRow, 'status' | 'stock_state' | 'shipped'>;

export interface StatusPlan {
  readonly status: string;
  readonly stock: StockEffect;
}

/**
 * A status only rises in rank, so duplicate, late or reordered notices lead to the same final status. A payment outranks every other final
 * status: it may arrive after an order failed or expired, and can only be refunded.
 */
const RANKS = {
  creating: 0,
  waiting: 1,
  part_received: 2,
  confirming: 3,
  confirmed: 4,
  sending: 5,
  expired: 7,
  failed: 8,
  partially_paid: 9,
  paid_late: 10,
  finished: 11,
  refunded: 12,
} as const satisfies Record<OrderStatus, number>;

/** A status that only the provider knows may follow any pending status, but never replaces a final one. */
const FOREIGN_RANK = 6;

const rankOf = (status: string): number => (isOrderStatus(status) ? RANKS[status] : FOREIGN_RANK);

/**
 * How long an order holds its units: not at all, until its invoice ends, until its reservation and the grace period have ended, or while its
 * payment is pending.
 */
export type Hold = 'none' | 'invoice' | 'reservation' | 'pending';

/**
 * A payment of less than this share of the price holds no units: cents must not keep units from other buyers. A buyer who
 * underpays by mistake, because of a fee or a wrong rate, still pays more than a tenth.
 */
const MIN_HOLDING_SHARE = 0.1;
/** A payment of this share may be the whole one, less the fee of a wallet. */
const WHOLE_SHARE = 0.95;

const PAYMENT_STARTED: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

/** Statuses of a payment that is known to be partial. */
export const IN_PART: ReadonlySet<string> = new Set(['part_received', 'partially_paid']);

/** Returns how long an order holds its units. `paidShare`: the paid share of the price, from 0 to 1; null when the provider has not reported it. */
export function holdOf(status: string, paidShare: number | null): Hold {
  if (!PAYMENT_STARTED.has(status)) return 'reservation';
  if (paidShare !== null && paidShare < MIN_HOLDING_SHARE) return 'none';
  return IN_PART.has(status) || (paidShare !== null && paidShare < WHOLE_SHARE) ? 'invoice' : 'pending';
}

/** Plans the effect of a status that the provider, the expiry job or the buyer reports; undefined when nothing changes. */
export function planStatus(
  order: StatusView,
  reported: string,
  paidShare: number | null = null,
): StatusPlan | undefined {
  const isNewForeign = rankOf(reported) === FOREIGN_RANK && rankOf(order.status) === FOREIGN_RANK;
  if (reported === order.status) return undefined;
  if (rankOf(reported) <= rankOf(order.status) && !isNewForeign) return undefined;
  return { status: reported, stock: planStock(order, reported, holdOf(reported, paidShare)) };
}

function planStock({ stock_state: state, shipped }: StatusView, reported: string, hold: Hold): StockEffect {
  switch (reported) {
    case 'finished':
      return state === 'held' ? 'sell' : state === 'free' ? 'sellLate' : 'none';
    case 'expired':
    case 'failed':
      return state === 'held' ? 'release' : 'none';
    case 'refunded':
      // Shipped units are not in stock again until a return is booked.
      if (state === 'sold') return shipped === 1 ? 'none' : 'takeBack';
      return state === 'held' ? 'release' : 'none';
    default:
      return state === 'held' && hold === 'none' ? 'release' : 'none';
  }
}

/** The stock state of an order after each effect. */
export const STOCK_AFTER = {
  sell: 'sold',
  sellLate: 'sold',
  release: 'free',
  takeBack: 'free',
} as const satisfies Record<Exclude<StockEffect, 'none'>, OrderRow['stock_state']>;
