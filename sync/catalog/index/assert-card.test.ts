import { expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { assertCard } from './assert-card.ts';

const card = toCard('affiliate', sampleAffiliate({ id: 1 }));

it.each([
  ['seq is not a whole number', { seq: 1.5 }],
  ['price_cents is not a whole number', { price_cents: 2 ** 32 }],
  ['title is not one line of text', { title: 'two\nlines' }],
  ['category is not one line of text', { category: undefined }],
])('[CAT10] rejects a card whose %s', (message, change) => {
  expect(() => assertCard('affiliate', card)).not.toThrow();
  expect(() => assertCard('affiliate', { ...card, ...change } as typeof card)).toThrow(message);
});
