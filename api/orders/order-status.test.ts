import { describe, expect, it } from 'vitest';
import { planStatus, STOCK_AFTER } from './order-status.ts';
import type { StatusView } from './order-status.ts';

/** Everything that a provider may say, with a word of its own. */
const WORDS = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'spending',
  'partially_paid',
  'finished',
  'failed',
  'expired',
  'refunded',
] as const;
type Word = (typeof WORDS)[number];

const MAX_LENGTH = 5;

function* sequences(length: number): Generator<Word[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const rest of sequences(length - 1)) for (const word of WORDS) yield [...rest, word];
}

/** One unit of a product, which a rival takes when it is given back, if there is one. */
interface Shelf {
  order: StatusView;
  available: number;
  reserved: number;
  sold: number;
  takenByRival: number;
  needsAttention: boolean;
}

function hear(shelf: Shelf, word: string, hasRival: boolean): void {
  const plan = planStatus(shelf.order, word);
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

/** Where the orderly run ends: money outranks other ends, an end outranks what is on its way. */
const ENDS: readonly Word[] = ['refunded', 'finished', 'partially_paid', 'failed', 'expired', 'spending'];
const ON_ITS_WAY: readonly Word[] = ['sending', 'confirmed', 'confirming', 'waiting'];
const endOf = (words: readonly Word[]): Word =>
  [...ENDS, ...ON_ITS_WAY].find((word) => words.includes(word)) ?? 'waiting';

const hearAll = (words: readonly Word[], hasRival: boolean): Shelf => {
  const order = { status: 'creating', stock_state: 'held', shipped: 0 } as const;
  const shelf: Shelf = { order, available: 0, reserved: 1, sold: 0, takenByRival: 0, needsAttention: false };
  for (const word of words) {
    hear(shelf, word, hasRival);
    const { available, reserved, sold, takenByRival } = shelf;
    if (Math.min(available, reserved, sold) < 0 || available + reserved + sold + takenByRival !== 1) {
      throw new Error(`The unit is lost or doubled by ${words.join(', ')}`);
    }
  }
  return shelf;
};

describe.each([true, false])('whatever notices come, in whatever order and however often (a rival: %s)', (hasRival) => {
  it(`an order ends where the orderly run ends, and its unit is in one place (up to length ${MAX_LENGTH})`, () => {
    let count = 0;
    const wrong: string[] = [];
    for (let length = 1; length <= MAX_LENGTH; length += 1) {
      for (const words of sequences(length)) {
        count += 1;
        const { order, needsAttention, sold } = hearAll(words, hasRival);
        const isRight =
          order.status === endOf(words) &&
          (order.status !== 'finished' || (sold === 1) !== needsAttention) &&
          (!['expired', 'failed'].includes(order.status) || order.stock_state === 'free') &&
          (hasRival || !needsAttention);
        if (!isRight) wrong.push(words.join(' '));
      }
    }
    expect(count).toBe(111_110);
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
    ['late money without stock is counted once', at('finished', 'free'), 'finished'],
    ['the way never goes back', at('sending'), 'confirming'],
    ['a word of the provider hides no end', at('expired', 'free'), 'spending'],
    ['nothing follows a refund', at('refunded', 'free'), 'finished'],
  ])('%s', (_title, order, word) => expect(planStatus(order, word)).toBeUndefined());

  it.each([
    ['late money takes its stock anew', at('expired', 'free'), 'finished', 'sellLate'],
    ['also after a failure', at('failed', 'free'), 'finished', 'sellLate'],
    ['what was missing may still come', at('partially_paid'), 'finished', 'sell'],
    ['a partial payment keeps its stock', at('waiting'), 'partially_paid', 'none'],
    ['a word of the provider is shown and moves nothing', at('waiting'), 'spending', 'none'],
    ['so is the next one', at('spending'), 'cancelled', 'none'],
    ['what was not sent comes back with the refund', at('finished', 'sold'), 'refunded', 'takeBack'],
    ['what was sent does not', at('finished', 'sold', 1), 'refunded', 'none'],
  ])('%s', (_title, order, status, stock) => expect(planStatus(order, status)).toEqual({ status, stock }));
});
