import { describe, expect, it } from 'vitest';
import type { Card } from '#contract/blocks/card.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import { summarizeOffer } from './summarize-offer.ts';

const affiliate = (price_cents: number, availability: 'YES' | 'NO', link = 'https://shop.example'): Card =>
  ({ price_cents, availability, link }) as Card;
/** `offers`: cents and units by condition. */
const openBox = (offers: Readonly<Record<string, readonly [number, number]>>): Card =>
  Object.fromEntries(
    CONDITIONS.flatMap(({ key }) => [
      [`${key}_price_cents`, offers[key]?.[0] ?? 0],
      [`${key}_quantity`, offers[key]?.[1] ?? 0],
    ]),
  ) as unknown as Card;

describe('the summary of an offer', () => {
  it('of an affiliate product has its price and availability', () => {
    expect(summarizeOffer('affiliate', affiliate(19_99, 'YES'))).toMatchObject({ price: '$19.99', isSoldOut: false });
    expect(summarizeOffer('affiliate', affiliate(0, 'NO'))).toMatchObject({
      price: 'Price on AMAZON',
      stock: 'Out of Stock',
      isSoldOut: true,
    });
    expect(summarizeOffer('affiliate', affiliate(0, 'YES', '')).price).toBe('Price not available');
  });

  it('of an open-box product has the conditions in stock and their price range', () => {
    expect(
      summarizeOffer('openBox', openBox({ excellent: [90_00, 0], good: [60_00, 2], acceptable: [40_00, 1] })),
    ).toEqual({
      price: '$40 – $60',
      stock: '3 - in stock',
      isSoldOut: false,
      conditions: ['good', 'acceptable'],
    });
  });

  it('of a sold-out open-box product has its last prices', () => {
    expect(summarizeOffer('openBox', openBox({ good: [60_00, 0] }))).toMatchObject({ price: '$60', isSoldOut: true });
    expect(summarizeOffer('openBox', openBox({})).price).toBe('Price not available');
  });
});
