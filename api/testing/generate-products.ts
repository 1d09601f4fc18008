import type { AffiliateFields } from '#contract/products/product.ts';
import type { ProductWrite } from '../catalog/products/plan-product-write.ts';
import { createRandom } from './random.ts';

/** The size of the real catalogue of PC parts. */
export const REAL_CATALOGUE_SIZE = 66_778;

/** Main category, category and its share of the catalogue, in thousandths. */
const SHELVES = [
  ['Components', 'Memory', 203],
  ['Components', 'Video Card', 100],
  ['Components', 'Case', 99],
  ['Components', 'Internal Hard Drive', 97],
  ['Components', 'Motherboard', 75],
  ['Components', 'Power Supply', 51],
  ['Components', 'CPU Cooler', 43],
  ['Components', 'CPU', 21],
  ['Components', 'Optical Drive', 4],
  ['Components', 'Thermal Paste', 4],
  ['Peripherals', 'Monitor', 76],
  ['Peripherals', 'Keyboard', 65],
  ['Peripherals', 'Headphones', 44],
  ['Peripherals', 'Mouse', 43],
  ['Peripherals', 'Speakers', 6],
  ['Cooling', 'Case Fan', 42],
  ['Storage', 'UPS', 11],
  ['Storage', 'External Hard Drive', 10],
  ['Networking', 'Wireless Network Card', 6],
] as const;

const MAKERS = ['Acme', 'Borealis', 'Corvid', 'Dynamo', 'Ember', 'Fjord', 'Gannet', 'Halcyon', 'Ibex', 'Juniper'];
const SERIES = ['Pro', 'Ultra', 'Lite', 'Max', 'Core', 'Edge', 'Nova', 'Prime', 'Studio', 'Zero'];

/** Generates affiliate products like the real catalogue's in categories, text lengths and missing prices. */
export function* generateProducts(count: number = REAL_CATALOGUE_SIZE, seed = 1): Generator<ProductWrite> {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  for (let number = 1; number <= count; number++) {
    const [mainCategory, category] = pickShelf(random());
    const title = `${pick(MAKERS)} ${pick(SERIES)} ${100 + below(9_000)} ${category}`;
    const cents = random() < 0.25 ? 500 + below(90_000) : 0;
    const fields: AffiliateFields = {
      title,
      main_category: mainCategory,
      category,
      price: toDollars(cents),
      typical_price: cents > 0 && random() < 0.5 ? toDollars(cents + below(5_000)) : '0',
      rate: below(6),
      availability: cents > 0 ? 'YES' : 'NO',
      link: `https://www.example.com/s?k=${encodeURIComponent(title)}`,
      description: `<h2>${title}</h2><ul><li><b>weight</b>: ${below(5_000)} g</li><li><b>warranty</b>: ${1 + below(5)} years</li><li><b>colour</b>: ${pick(['black', 'white', 'silver'])}</li></ul>`,
      barcode: '',
    };
    yield { external_id: `part-${number}`, fields };
  }
}

const TOTAL_SHARE = SHELVES.reduce((sum, [, , share]) => sum + share, 0);

function pickShelf(random: number): readonly [mainCategory: string, category: string] {
  let rest = random * TOTAL_SHARE;
  for (const [mainCategory, category, share] of SHELVES) {
    rest -= share;
    if (rest < 0) return [mainCategory, category];
  }
  return [SHELVES[0][0], SHELVES[0][1]];
}

const toDollars = (cents: number): string => (cents / 100).toFixed(2).replace(/\.?0+$/, '');

/** Splits values into batches of at most `size`. */
export function* inBatches<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
