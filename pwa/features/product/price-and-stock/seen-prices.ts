import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { MAX_CENTS } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { isShopKey } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { isObject, isWhole, parseVersioned } from '#pwa/platform/storage/parse-versioned.ts';
import { createStoredValue } from '#pwa/platform/storage/stored-value.ts';
import type { ParsedText } from '#pwa/platform/storage/stored-value.ts';

/** Incremented when the stored format changes. */
const VERSION = 1;
/** The number of products, those opened last, whose prices are kept. They take 40 KB, read and written in 0.5 ms on a desktop. */
const MAX_PRODUCTS = 100;

/** The prices at which this device has seen one offer; times in ms. */
export interface SeenPrice {
  readonly firstAtMs: number;
  readonly highest: Cents;
  readonly lowest: Cents;
  /** When the lowest price was last seen. */
  readonly lowestAtMs: number;
}

/** The offers of a product, by condition; `new` for an affiliate product. */
type SeenOffers = Readonly<Record<string, SeenPrice>>;

interface SeenProduct {
  readonly shop: ShopKey;
  readonly id: number;
  readonly life: number;
  readonly offers: SeenOffers;
}

const stored = createStoredValue<readonly SeenProduct[]>({
  key: 'seen-prices',
  parse: parseSeenPrices,
  format: (products) => (products.length === 0 ? '' : JSON.stringify({ version: VERSION, products })),
});

/** The prices of opened products as this device has seen them, the last opened first. */
export const seenPrices = {
  subscribe: stored.subscribe,
  /** Returns a product's offers, the same object until the stored prices are updated; undefined before the product was opened. */
  find: (shop: ShopKey, id: number, life: number): SeenOffers | undefined =>
    stored.get().find((seen) => isSame(seen, { shop, id, life }))?.offers,
  /** Records the prices of an opened product; 0 means that there is no price. */
  see: (product: Omit<SeenProduct, 'offers'>, prices: Readonly<Record<string, Cents>>, nowMs: number): void =>
    stored.update((all) => addPrices(all, product, prices, nowMs)),
};

const isSame = (a: Omit<SeenProduct, 'offers'>, b: Omit<SeenProduct, 'offers'>): boolean =>
  a.shop === b.shop && a.id === b.id && a.life === b.life;

/** Returns the products after adding the current prices of one of them, which becomes the first. */
export function addPrices(
  all: readonly SeenProduct[],
  product: Omit<SeenProduct, 'offers'>,
  prices: Readonly<Record<string, Cents>>,
  nowMs: number,
): readonly SeenProduct[] {
  const known = all.find((seen) => isSame(seen, product));
  const added = Object.entries(prices).flatMap(([offer, price]) =>
    price > 0 ? [[offer, addPrice(known?.offers[offer], price, nowMs)] as const] : [],
  );
  const seen = { ...product, offers: { ...known?.offers, ...Object.fromEntries(added) } };
  return [seen, ...all.filter((other) => other !== known)].slice(0, MAX_PRODUCTS);
}

function addPrice(known: SeenPrice | undefined, price: Cents, nowMs: number): SeenPrice {
  if (!known) return { firstAtMs: nowMs, highest: price, lowest: price, lowestAtMs: nowMs };
  const isLowest = price <= known.lowest;
  return {
    firstAtMs: known.firstAtMs,
    highest: Math.max(known.highest, price) as Cents,
    lowest: isLowest ? price : known.lowest,
    lowestAtMs: isLowest ? nowMs : known.lowestAtMs,
  };
}

/** Parses stored prices; what is malformed is left out. */
export function parseSeenPrices(text: string | null): ParsedText<readonly SeenProduct[]> {
  const { fields, ...state } = parseVersioned(text, VERSION);
  const products = fields?.['products'];
  return { value: Array.isArray(products) ? products.filter(isSeenProduct).slice(0, MAX_PRODUCTS) : [], ...state };
}

const isSeenProduct = (value: unknown): value is SeenProduct =>
  isObject(value) &&
  typeof value['shop'] === 'string' &&
  isShopKey(value['shop']) &&
  isWhole(value['id'], 1, MAX_PRODUCT_ID) &&
  isWhole(value['life'], 0, Number.MAX_SAFE_INTEGER) &&
  isObject(value['offers']) &&
  Object.values(value['offers']).every(isSeenPrice);

const isSeenPrice = (value: unknown): value is SeenPrice =>
  isObject(value) &&
  isWhole(value['firstAtMs'], 0, Number.MAX_SAFE_INTEGER) &&
  isWhole(value['lowestAtMs'], 0, Number.MAX_SAFE_INTEGER) &&
  isWhole(value['lowest'], 1, MAX_CENTS) &&
  isWhole(value['highest'], 1, MAX_CENTS);
