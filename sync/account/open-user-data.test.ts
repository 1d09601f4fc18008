import { describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import type { OutboxRecord } from '../api/outbox-record.ts';
import { createOutboxRecord } from '../api/outbox-record.ts';
import { add, put, remove } from '../testing/account-device.ts';
import { overlayCart } from './open-user-data.ts';

const line = (product_id: number, quantity: number) =>
  ({ product_id, condition: 'good', quantity, price: '7', title: `T${product_id}`, price_seen: '7' }) as CartLine;

let number = 0;
const operation = (mutation: Mutation, more: Partial<OutboxRecord> = {}): OutboxRecord => ({
  ...createOutboxRecord({ id: `${number}`, atMs: 0 }, mutation, null),
  number: ++number,
  ...more,
});

const show = (lines: readonly CartLine[], operations: readonly OutboxRecord[]): string[] =>
  overlayCart(lines, operations).map(
    ({ product_id, quantity, isWaiting }) => `${product_id}:${quantity}${isWaiting ? '…' : ''}`,
  );

describe('[OUT3] the cart as shown', () => {
  it('[LIFE1] keeps the lines of a product apart from those of a later product with the same id', () => {
    const seen = (mutation: Mutation, life: number): OutboxRecord =>
      operation({ ...mutation, args: { ...mutation.args, life } } as Mutation);
    const ended = line(1, 5);
    const shown = overlayCart([ended, line(2, 1)], [seen(put(1, 9), 40), seen(remove(1), 40), seen(add(1, 2), 40)]);
    expect(shown.map(({ product_id, life, quantity }) => [product_id, life, quantity])).toEqual([
      [2, undefined, 1],
      [1, 40, 2],
    ]);
    const lives = [{ ...line(1, 2), life: 40 }];
    expect(show(lives, [seen(put(1, 9), 0), seen(remove(1), 0)])).toEqual(['1:2']);
    expect(show(lives, [operation(put(1, 9))])).toEqual(['1:9…']);
  });

  it.each<[string, readonly CartLine[], readonly Mutation[], readonly string[]]>([
    ['is the confirmed one while nothing is pending', [line(1, 2), line(2, 1)], [], ['1:2', '2:1']],
    [
      'has pending operations on top, in their order',
      [line(1, 2), line(2, 1), line(3, 1)],
      [add(1, 3), put(2, 9), remove(3), add(4, 2), put(4, 1)],
      ['1:5…', '2:9…', '4:1…'],
    ],
    [
      'ends with a line that was removed and added again',
      [line(1, 2), line(2, 1)],
      [remove(1), add(1)],
      ['2:1', '1:1…'],
    ],
    ['never exceeds the maximum quantity of a line', [line(1, 98)], [add(1, 5)], ['1:99…']],
    ['ignores a quantity for a missing line', [], [put(1, 2)], []],
  ])('%s', (_title, lines, mutations, shown) => {
    const operations = mutations.map((mutation) => operation(mutation));
    expect(show(lines, operations)).toEqual(shown);
  });

  it('omits rejected operations', () => {
    expect(show([line(1, 2)], [operation(add(1, 1), { state: 'rejected' })])).toEqual(['1:2']);
  });

  it('shows a new line with what the page knew of the product, if anything', () => {
    const { quantity: _, price_seen: _seen, added_at: _added, ...known } = line(1, 1);
    const [shown, bare] = overlayCart([], [operation(add(1, 2), { line: known }), operation(add(2, 3))]);
    expect(shown).toMatchObject({ title: 'T1', quantity: 2, price: '7', price_seen: '5', isWaiting: true });
    expect(bare).toMatchObject({ product_id: 2, title: '', quantity: 3, price: '5' });
  });
});
