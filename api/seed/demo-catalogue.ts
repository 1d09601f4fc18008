import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { toDemoProduct } from './demo-product.ts';
import type { CatalogueRow, DemoProduct } from './demo-product.ts';

/** Files with one product a line and `|` between the cells; an empty category is that of the line before. */
const CATALOGUE_FILES = {
  default: 'referral.psv',
  ayz: 'open-box.psv',
  pc: 'pc-builds.psv',
  smart: 'smart-home.psv',
} as const satisfies Record<ShopKey, string>;

/** Reads the demo products of a shop, always in the same order. */
export async function readDemoCatalogue(shop: ShopKey): Promise<DemoProduct[]> {
  const text = await readFile(new URL(`./catalogue/${CATALOGUE_FILES[shop]}`, import.meta.url), 'utf8');
  const rows: CatalogueRow[] = parse(text, { columns: true, delimiter: '|', quote: null, skip_empty_lines: true });
  let categories = { main_category: '', category: '' };
  return rows.map((row) => {
    categories = {
      main_category: row['main_category'] || categories.main_category,
      category: row['category'] || categories.category,
    };
    return toDemoProduct(getShop(shop).offer, { ...row, ...categories });
  });
}
