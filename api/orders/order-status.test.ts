import { describe, expect, it } from 'vitest';
import { holdOf, planStatus, STOCK_AFTER } from './order-status.ts';
import type { StatusView } from './order-status.ts';
import { HAVE_ALL_RUNS } from '../testing/hostile/fuzz.ts';

/** Every status that a provider may report, including one that only the provider knows: `spending`. */
const STATUSES = [
  'waiting',
  'part_received',
  'confirming',
  'confirmed',
  'sending',
  'spending',
  'partially_paid',
  'paid_late',
  'finished',
  'failed',
  'expired',
  'refunded',
] as const;
type Status = (typeof STATUSES)[number];

const [MAX_LENGTH, SEQUENCES] = HAVE_ALL_RUNS ? [5, 271_452] : [4, 22_620];

function* sequences(length: number): Generator<Status[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const rest of sequences(length - 1)) for (const status of STATUSES) yield [...rest, status];
}

/** One unit of a product, which a rival buyer, if any, takes once it is released. */
interface Shelf {
  order: StatusView;
  available: number;
  reserved: number;
  sold: number;
  takenByRival: number;
  needsAttention: boolean;
}

function applyStatus(shelf: Shelf, status: string, hasRival: boolean): void {
  const plan = planStatus(shelf.order, status);
  if (!plan) return;
  let { stock_state } = shelf.order;
  if (plan.stock === 'sellLate' && shelf.available === 0) {
    shelf.needsAttention = true;
  } else if (plan.stock !== 'none') {
    const before = stock_state;
    stock_state = STOCK_AFTER[plan.stock];
    const count = { held: 'reserved', sold: 'sold', free: 'available' } as const;
    shelf[count[before]] -= 1;
    shelf[count[stock_state]] += 1;
  }
  shelf.order = { ...shelf.order, status: plan.status, stock_state };
  if (hasRival && shelf.available === 1) {
    shelf.available -= 1;
    shelf.takenByRival += 1;
  }
}

/** The final status of a sequence: a payment outranks other final statuses, a final status outranks a pending one. */
const FINAL: readonly Status[] = [
  'refunded',
  'finished',
  'paid_late',
  'partially_paid',
  'failed',
  'expired',
  'spending',
];
const PENDING: readonly Status[] = ['sending', 'confirmed', 'confirming', 'part_received', 'waiting'];
const finalOf = (statuses: readonly Status[]): Status =>
  [...FINAL, ...PENDING].find((status) => statuses.includes(status)) ?? 'waiting';

const applyAll = (statuses: readonly Status[], hasRival: boolean): Shelf => {
  const order = { status: 'creating', stock_state: 'held', shipped: 0 } as const;
  const shelf: Shelf = { order, available: 0, reserved: 1, sold: 0, takenByRival: 0, needsAttention: false };
  for (const status of statuses) {
    applyStatus(shelf, status, hasRival);
    const { available, reserved, sold, takenByRival } = shelf;
    if (Math.min(available, reserved, sold) < 0 || available + reserved + sold + takenByRival !== 1) {
      throw new Error(`unit lost or doubled by ${statuses.join(', ')}`);
    }
  }
  return shelf;
};

describe.each([true, false])('notices in any order and number (rival buyer: %s)', (hasRival) => {
  it(`[MONEY2] lead to the same final status and keep the unit in one state (up to length ${MAX_LENGTH})`, () => {
    let count = 0;
    const wrong: string[] = [];
    for (let length = 1; length <= MAX_LENGTH; length += 1) {
      for (const statuses of sequences(length)) {
        count += 1;
        const { order, needsAttention, sold } = applyAll(statuses, hasRival);
        const isRight =
          order.status === finalOf(statuses) &&
          (order.status !== 'finished' || (sold === 1) !== needsAttention) &&
          (!['expired', 'failed'].includes(order.status) || order.stock_state === 'free') &&
          (hasRival || !needsAttention);
        if (!isRight) wrong.push(statuses.join(' '));
      }
    }
    expect(count).toBe(SEQUENCES);
    expect(wrong).toEqual([]);
  });
});

describe('a status', () => {
  const at = (status: string, stock_state: StatusView['stock_state'] = 'held', shipped = 0): StatusView => ({
    status,
    stock_state,
    shipped,
  });

  it.each([
    ['a late expiry does not undo a payment', at('finished', 'sold'), 'expired'],
    ['a repeated payment changes nothing', at('finished', 'sold'), 'finished'],
    ['a late payment without stock is counted once', at('finished', 'free'), 'finished'],
    ['a status never goes back', at('sending'), 'confirming'],
    ['a provider’s own status replaces no final one', at('expired', 'free'), 'spending'],
    ['nothing follows a refund', at('refunded', 'free'), 'finished'],
  ])('%s', (_title, order, status) => expect(planStatus(order, status)).toBeUndefined());

  it.each([
    ['a late payment takes stock again', at('expired', 'free'), 'finished', 'sellLate'],
    ['a payment after a failure takes stock again', at('failed', 'free'), 'finished', 'sellLate'],
    ['a partial payment may be completed', at('partially_paid'), 'finished', 'sell'],
    ['a partial payment keeps its stock', at('waiting'), 'partially_paid', 'none'],
    ['a provider’s own status is shown and moves no stock', at('waiting'), 'spending', 'none'],
    ['another status of the provider’s own is shown as well', at('spending'), 'cancelled', 'none'],
    ['a refund returns unsent units', at('finished', 'sold'), 'refunded', 'takeBack'],
    ['a refund returns no sent units', at('finished', 'sold', 1), 'refunded', 'none'],
  ])('%s', (_title, order, status, stock) => expect(planStatus(order, status)).toEqual({ status, stock }));

  it.each([
    ['waiting', null, 'reservation'],
    ['spending', 0.5, 'reservation'],
    ['confirming', null, 'pending'],
    ['confirming', 1, 'pending'],
    ['sending', 0.96, 'pending'],
    ['sending', 0.94, 'invoice'],
    ['part_received', null, 'invoice'],
    ['part_received', 1, 'invoice'],
    ['part_received', 0.099, 'none'],
    ['paid_late', null, 'pending'],
    ['partially_paid', null, 'invoice'],
    ['partially_paid', 0.99, 'invoice'],
    ['partially_paid', 0.1, 'invoice'],
    ['partially_paid', 0.099, 'none'],
    ['confirming', 0, 'none'],
  ])('[STOCK7] %s with a paid share of %s holds units by the rule: %s', (status, paidShare, hold) => {
    expect(holdOf(status, paidShare)).toBe(hold);
    const stock = hold === 'none' ? 'release' : 'none';
    expect(planStatus(at('creating'), status, paidShare)).toEqual({ status, stock });
    expect(planStatus(at('creating', 'free'), status, paidShare)).toEqual({ status, stock: 'none' });
  });
});
