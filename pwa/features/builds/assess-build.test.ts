import { expect, test } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { BuildPart } from './parse-builds.ts';
import { assessBuild } from './assess-build.ts';

const server = { view_count: 0, imagecount: 0, image_version: 0, placeholder: '', updated_at: '', seq: 1 };
const card = (shop: ShopKey, id: number, fields: Record<string, string>): Card => {
  const { offer } = getShop(shop);
  return toCard(offer, {
    ...PRODUCT_DEFAULTS[offer],
    title: `P${id}`,
    category: 'Memory',
    ...server,
    id,
    ...fields,
  } as never);
};
const part = (shop: ShopKey, id: number, quantity = 1, slot = ''): BuildPart => ({
  shop,
  id,
  quantity,
  slot,
  title: 'Old',
});

test('totals count every unit at the current price; a missing typical price adds nothing to its total', () => {
  const parts = [part('pc', 1), part('pc', 2, 3)];
  const assess = (price: string) =>
    assessBuild(parts, {
      pc: {
        cards: [card('pc', 1, { price, typical_price: '120' }), card('pc', 2, { price: '10.5' })],
        isComplete: true,
      },
    });
  expect(assess('100')).toMatchObject({ total: 13_150, typicalTotal: 12_000, problems: 0, unpriced: 0 });
  expect(assess('79.99')).toMatchObject({ total: 11_149, typicalTotal: 12_000 });
  expect(assess('0')).toMatchObject({ total: 3_150, unpriced: 1 });
});

test('a part has a problem when it is sold out, deleted, not on the device, or has too few units in stock', () => {
  const parts = [part('pc', 1), part('ayz', 1, 3), part('ayz', 2), part('pc', 9), part('smart', 1)];
  const assessed = assessBuild(parts, {
    pc: { cards: [card('pc', 1, { price: '5', availability: 'NO' })], isComplete: true },
    ayz: {
      cards: [
        card('ayz', 1, { good_condition_price: '8', good_condition_available_quantity: '2' }),
        card('ayz', 2, { good_condition_price: '8', good_condition_available_quantity: '1' }),
      ],
      isComplete: true,
    },
    smart: { cards: [], isComplete: false },
  });
  expect(assessed.parts.map(({ problem }) => problem)).toEqual(['sold-out', 'fewer', undefined, 'deleted', 'not-here']);
  expect(assessed.parts.map(({ stock }) => stock)).toEqual([undefined, 2, 1, undefined, undefined]);
  // A deleted part keeps its name and adds nothing.
  expect(assessed.parts[3]).toMatchObject({ title: 'Old', price: 0 });
  expect(assessed).toMatchObject({ problems: 4, total: 500 + 3 * 800 + 800 });
});

test('a used part costs what its cheapest condition in stock costs', () => {
  const prices = { excellent_condition_price: '30', good_condition_price: '20', acceptable_condition_price: '10' };
  const total = (stock: Record<string, string>): number =>
    assessBuild([part('ayz', 1)], { ayz: { cards: [card('ayz', 1, { ...prices, ...stock })], isComplete: true } })
      .total;
  expect(total({ excellent_condition_available_quantity: '1', good_condition_available_quantity: '1' })).toBe(2_000);
  expect(total({ excellent_condition_available_quantity: '1' })).toBe(3_000);
  expect(total({})).toBe(1_000);
});

test('a part is in the slot of its current category, a used one in the slot for which it was chosen', () => {
  const assessed = assessBuild([part('pc', 1, 1, 'Storage'), part('ayz', 2, 1, 'Storage')], {
    pc: { cards: [card('pc', 1, {})], isComplete: true },
    ayz: { cards: [card('ayz', 2, { category: 'Computers' })], isComplete: true },
  });
  expect(assessed.parts.map(({ slot }) => slot)).toEqual(['Memory', 'Storage']);
});
