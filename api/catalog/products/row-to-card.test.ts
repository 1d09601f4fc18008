import { expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import { mapMarketplaces } from '#contract/products/marketplaces.ts';
import { createRandom } from '../../testing/random.ts';
import { toProduct } from './product-rows.ts';
import type { ConditionOffer, ProductRow } from './product-rows.ts';
import { rowToCard } from './row-to-card.ts';

const random = createRandom(7);
const pick = (end: number): number => Math.floor(random() * end);

const createRow = (id: number): ProductRow => ({
  id,
  life: pick(2) * pick(1e6),
  identity: '',
  seq: pick(1e6),
  updated_at: pick(1e12),
  title: `Product ${id} <&>`,
  main_category: 'Photo',
  category: 'Cameras',
  price_cents: pick(1_000_000_000),
  typical_price_cents: pick(1_000_000_000),
  rate: pick(6),
  availability: pick(2) === 0 ? 'YES' : 'NO',
  link: `https://shop.invalid/${id}`,
  store: 'Store',
  ...mapMarketplaces(() => ''),
  barcode: '',
  imagecount: pick(10),
  image_version: pick(3),
  placeholder: 'AAAA',
  condition_images: '',
  description: '<p>Text</p>',
});
/** Some conditions of a product; those that are left out have no row. */
const createConditions = (): ConditionOffer[] =>
  CONDITIONS.filter(() => random() < 0.7).map(({ key }) => ({
    condition: key,
    price_cents: pick(1_000_000_000),
    quantity: pick(100),
  }));

it.each(['affiliate', 'openBox'] as const)('a card of a row equals the card of its product: %s', (offer) => {
  for (let id = 1; id <= 200; id += 1) {
    const row = createRow(id);
    const conditions = createConditions();
    const card = rowToCard(offer, row, conditions);
    expect(JSON.stringify(card)).toBe(JSON.stringify(toCard(offer, toProduct(offer, row, conditions, 3))));
  }
});
