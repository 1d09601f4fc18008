import type { AffiliateCard } from '#contract/blocks/card.ts';
import { getShop, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SameProduct } from '../../api/engine-api.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { createPriceReader } from '../index/sort-values.ts';
import { findLongestPieces, toModelKey, toModelText } from './model-key.ts';
import { createOfferFilters } from '../query/offer-filters.ts';
import { listTitles } from '../query/select-rows.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { BarcodeSearch } from './barcode-search.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';

/** The parts of a tab that the search uses. */
export interface SameProductsOptions {
  readonly barcodes: BarcodeSearch;
  readonly getCatalog: (shop: ShopKey) => Promise<ShopCatalog>;
}

/** The product for which the same one is searched. */
interface SameProductQuery {
  readonly id: number;
  /** In its stored form; empty without one. */
  readonly barcode: string;
}

/** A product that can be bought, in a shop's index. */
interface Offer {
  readonly shop: ShopKey;
  readonly index: ColumnIndex;
  readonly row: number;
  readonly price: number;
}

/**
 * Finds the same product in the shops of the other offer kind (new for a used one, used for a new one): the cheapest that can be bought and
 * is surely the same. A product is surely the same if it is the only one of its shop with the barcode. If its shop has no such product, its
 * title must be the only one of its shop that names the model, and the own shop must have no second product of that model.
 * @throws Error when the storage fails
 */
export async function findSameProduct(
  own: ShopCatalog,
  { id, barcode }: SameProductQuery,
  { barcodes, getCatalog }: SameProductsOptions,
): Promise<SameProduct | undefined> {
  const card = own.card(id);
  if (!card) return undefined;
  let best: Offer | undefined;
  for (const shop of SHOP_KEYS) {
    if (getShop(shop).offer === own.offer) continue;
    const catalog = await getCatalog(shop);
    const row = await findRow(own, catalog, { title: card.title, barcode, barcodes });
    const { index } = catalog;
    if (row === undefined || !index) continue;
    const price = createPriceReader(index)(row);
    const isInStock = createOfferFilters(index, { ...EMPTY_BROWSE_STATE, inStock: true }).passes(row);
    // An affiliate product with an empty link cannot be bought; a link that the device does not have yet is assumed to exist.
    const isOffered = (index.getCard(row) as unknown as AffiliateCard).link !== '';
    if (price > 0 && isInStock && isOffered && (!best || price < best.price)) best = { shop, index, row, price };
  }
  return best && { shop: best.shop, card: best.index.getCard(best.row) };
}

interface Wanted {
  readonly title: string;
  readonly barcode: string;
  readonly barcodes: BarcodeSearch;
}

async function findRow(
  own: ShopCatalog,
  other: ShopCatalog,
  { title, barcode, barcodes }: Wanted,
): Promise<number | undefined> {
  if (barcode !== '') {
    const { ids } = await barcodes.find(other, barcode);
    if (ids.length > 0) return ids.length === 1 ? other.index?.findRow(ids[0] as number) : undefined;
  }
  const key = toModelKey(title);
  if (key === undefined) return undefined;
  await prepareTitles(other);
  const rows = listModel(other.index, title, key);
  if (rows.length !== 1) return undefined;
  await prepareTitles(own);
  return listModel(own.index, title, key).length === 1 ? rows[0] : undefined;
}

/** Prepares the titles of a shop for searches, and lets other queries run in between. */
async function prepareTitles(catalog: ShopCatalog): Promise<void> {
  while (catalog.warm()) await new Promise((resolve) => setTimeout(resolve));
}

/** Lists the rows whose titles name the same model as a title; `key` is the title's model key. */
function listModel(index: ColumnIndex | undefined, title: string, key: string): number[] {
  const [word, number] = findLongestPieces(title);
  // The title's only number is part of a sign such as "㎡", so no product is surely the same.
  if (!index || number === '') return [];
  return listTitles(index, number).filter((row) => {
    if (index.isDead[row] === 1) return false;
    const other = index.getTitle(row);
    // Making a key takes 5 times as long as looking for a word.
    return toModelText(other).includes(word) && toModelKey(other) === key;
  });
}
