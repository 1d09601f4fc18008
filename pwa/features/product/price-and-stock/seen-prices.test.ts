import { describe, expect, it } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { addPrices, parseSeenPrices } from './seen-prices.ts';

const product = { shop: 'ayz', id: 7, life: 0 } as const;
const cents = (price: number): Cents => price as Cents;

describe('prices that this device has seen', () => {
  it('keep the first time, the highest and the lowest price of each offer', () => {
    let all = addPrices([], product, { good: cents(300), excellent: cents(0) }, 1);
    all = addPrices(all, product, { good: cents(250) }, 2);
    all = addPrices(all, product, { good: cents(280), excellent: cents(400) }, 3);
    expect(all).toEqual([
      {
        ...product,
        offers: {
          good: { firstAtMs: 1, highest: 300, lowest: 250, lowestAtMs: 2 },
          excellent: { firstAtMs: 3, highest: 400, lowest: 400, lowestAtMs: 3 },
        },
      },
    ]);
  });

  it('belong to one product, not to a later one with the same id; the last opened product is first', () => {
    const all = addPrices(
      addPrices([], product, { good: cents(1) }, 1),
      { ...product, life: 9 },
      { good: cents(2) },
      2,
    );
    expect(all.map(({ life, offers }) => [life, offers['good']?.lowest])).toEqual([
      [9, 2],
      [0, 1],
    ]);
  });

  it('survive a malformed entry, and drop it', () => {
    const good = { ...product, offers: { new: { firstAtMs: 1, highest: 2, lowest: 1, lowestAtMs: 1 } } };
    const text = JSON.stringify({
      version: 1,
      products: [{ ...good, id: -1 }, good, { ...good, offers: { new: 3 } }, 1],
    });
    expect(parseSeenPrices(text).value).toEqual([good]);
    for (const nothing of [null, '', '{', '[]', '{"version":1}']) expect(parseSeenPrices(nothing).value).toEqual([]);
  });
});
