import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import { Violation } from '../plans/step.ts';
import type { World } from '../world/world.ts';

/** The fields of an order that the money rules use. */
export interface OrderState {
  readonly id: string;
  readonly sub: string;
  readonly status: string;
  readonly stock_state: string;
  readonly quantity: number;
  readonly needs_attention: string;
}

type Counts = Readonly<Record<'available' | 'reserved' | 'sold', number>>;

/** States in which money has arrived. */
const MONEY = ['partially_paid', 'paid_late', 'finished'] as const;

/** States that may follow a state, directly or not; no other transition may ever be observed. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  creating: ['waiting', ...PAYMENT_STARTED_STATUSES, 'failed', 'expired', 'refunded'],
  waiting: [...PAYMENT_STARTED_STATUSES, 'failed', 'expired', 'refunded'],
  part_received: ['confirming', 'confirmed', 'sending', ...MONEY, 'failed', 'expired', 'refunded'],
  confirming: ['confirmed', 'sending', ...MONEY, 'failed', 'expired', 'refunded'],
  confirmed: ['sending', ...MONEY, 'failed', 'expired', 'refunded'],
  sending: [...MONEY, 'failed', 'expired', 'refunded'],
  expired: ['failed', ...MONEY, 'refunded'],
  failed: [...MONEY, 'refunded'],
  partially_paid: ['paid_late', 'finished', 'refunded'],
  paid_late: ['finished', 'refunded'],
  finished: ['refunded'],
  refunded: [],
};

const ENDED: ReadonlySet<string> = new Set(['expired', 'failed']);

/** Reads all committed orders. */
export const readOrders = (world: World): OrderState[] =>
  world.rows('select id, sub, status, stock_state, quantity, needs_attention from purchase');

/** Checks that each order moved only to allowed states since `before` (orders by id). */
export function checkStatusTransitions(before: ReadonlyMap<string, OrderState>, orders: readonly OrderState[]): void {
  for (const { id, status, stock_state } of orders) {
    const earlier = before.get(id);
    if (!earlier) continue;
    if (earlier.status !== status && !WAYS[earlier.status]?.includes(status)) {
      throw new Violation('order statuses follow the rules', `${id} went from ${earlier.status} to ${status}`);
    }
    // A repeated notice about a finished order must not change its stock state.
    if (earlier.status === 'finished' && status === 'finished' && earlier.stock_state !== stock_state) {
      throw new Violation(
        'notices count once',
        `the stock of ${id} went from ${earlier.stock_state} to ${stock_state}`,
      );
    }
  }
}

/**
 * Checks that every stocked unit is available, held or sold, by counters and ledger alike, and that every order moves stock of its own
 * product's life. Lives that have ended have no counters; their units are conserved all the same.
 */
export function checkStock(world: World): void {
  const conditions = world.rows<Counts & { name: string }>(
    `select product.shop || ' ' || id || '.' || life || ' ' || condition as name, quantity as available, reserved, sold
     from product_condition join product on product.shop = product_condition.shop and product.id = product_id`,
  );
  const sums = world.rows<Counts & { name: string; put: number }>(
    `select shop || ' ' || product_id || '.' || life || ' ' || condition as name, sum(available) as available,
       sum(reserved) as reserved, sum(sold) as sold, sum(case kind when 'set' then available + sold else 0 end) as put
     from stock_move group by 1`,
  );
  const byName = new Map(sums.map((sum) => [sum.name, sum]));
  for (const { name, ...counts } of conditions) {
    const sum = byName.get(name) ?? { available: 0, reserved: 0, sold: 0 };
    for (const part of ['available', 'reserved', 'sold'] as const) {
      if (counts[part] !== sum[part]) {
        throw new Violation('stock is conserved', `${name}: ${counts[part]} ${part}, by its moves ${sum[part]}`);
      }
    }
  }
  for (const { name, put, available, reserved, sold } of sums) {
    const units = available + reserved + sold;
    if (units !== put) throw new Violation('stock is conserved', `${name}: ${units} of ${put} units exist`);
    if (Math.min(available, reserved, sold) < 0) {
      throw new Violation('stock is conserved', `${name}: ${available} available, ${reserved} reserved, ${sold} sold`);
    }
  }
  const [stray] = world.rows<{ id: string }>(
    `select purchase.id from purchase join stock_move on order_id = purchase.id
     where stock_move.product_id <> purchase.product_id or stock_move.life <> purchase.life`,
  );
  if (stray) throw new Violation('stock is conserved', `${stray.id} moves the stock of another product`);
}

/** Checks that each order's stock state agrees with the ledger. */
export function checkReservations(world: World, orders: readonly OrderState[]): void {
  const sums = world.rows<Omit<Counts, 'available'> & { id: string }>(
    'select order_id as id, sum(reserved) as reserved, sum(sold) as sold from stock_move where order_id <> ? group by 1',
    '',
  );
  const byOrder = new Map(sums.map((sum) => [sum.id, sum]));
  for (const { id, status, stock_state, quantity } of orders) {
    if (ENDED.has(status) && stock_state !== 'free') {
      throw new Violation('reservations match the ledger', `${id} is ${status}, and its stock is ${stock_state}`);
    }
    const { reserved, sold } = byOrder.get(id) ?? { reserved: 0, sold: 0 };
    const held = stock_state === 'held' ? quantity : 0;
    const bought = stock_state === 'sold' ? quantity : 0;
    if (reserved !== held || sold !== bought) {
      const claim = `${id} over ${quantity} is ${stock_state}, holds ${reserved} and has bought ${sold}`;
      throw new Violation('reservations match the ledger', claim);
    }
  }
}

/** Checks that no address has more orders than purchases. A repeated unfinished purchase has the same address and is counted once. */
export function checkOnePerPurchase(world: World, purchases: ReadonlyMap<string, number>): void {
  const orders = world.rows<{ address: string; count: number }>(
    'select address, count(*) as count from purchase group by address',
  );
  const doubled = orders.find(({ address, count }) => count > (purchases.get(address) ?? 0));
  if (doubled) {
    const claim = `${doubled.count} orders to ${doubled.address}, where ${purchases.get(doubled.address) ?? 0} were made`;
    throw new Violation('one order per purchase', claim);
  }
}

/** Checks that only orders that their buyer deleted are hidden. */
export function checkHidden(world: World, deleted: ReadonlySet<string>): void {
  const hidden = world
    .rows<{ payment_id: string }>('select payment_id from purchase where hidden_at is not null')
    .find(({ payment_id }) => !deleted.has(payment_id));
  if (hidden) throw new Violation('orders stay', `${hidden.payment_id} is hidden, and no tap deleted it`);
}

/** The server watches orders for this time. A later payment whose notice a restored server has lost must be found by the operator. */
const WATCHED_MS = 7 * 86_400_000;

/** Checks that an order is finished exactly when it is paid, and then either has its units sold or needs attention. */
export function checkPaid(world: World): void {
  const rows = world.rows<OrderState & { paid: string; created_at: number }>(
    `select purchase.id, purchase.sub, purchase.status, stock_state, quantity, needs_attention, purchase.created_at,
       demo_invoice.status as paid
     from demo_invoice join purchase on purchase.id = demo_invoice.order_id`,
  );
  for (const { id, status, stock_state, needs_attention, paid, created_at } of rows) {
    if (world.taps.history > 0 && status === 'expired' && world.still.now() - created_at > WATCHED_MS) continue;
    const isSettled = status === 'finished' && (stock_state === 'sold') === (needs_attention === '');
    if (paid === 'finished' ? !isSettled : status === 'finished') {
      throw new Violation(
        'paid is finished',
        `${id} is ${status} and ${stock_state} (${needs_attention}), paid: ${paid}`,
      );
    }
  }
}
