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

/** What a product on the wish list offered when it was saved. */
export interface SavedOffer {
  readonly life: number;
  /** 0 without a price. */
  readonly price: Cents;
  /** Whether the product has always been available since it was saved; stays false when a sold-out product is back in stock. */
  readonly wasAvailable: boolean;
  /** Whether the shopper asked for notifications. */
  readonly isWatched: boolean;
}

export type SavedOffers = Readonly<Partial<Record<ShopKey, Readonly<Record<number, SavedOffer>>>>>;

type ShopOffers = Readonly<Record<number, SavedOffer>>;

const stored = createStoredValue<SavedOffers>({
  key: 'saved-offers',
  damagedKey: 'saved-offers-damaged',
  parse: parseSavedOffers,
  format: (offers) =>
    Object.values(offers).every((ofShop) => Object.keys(ofShop).length === 0)
      ? ''
      : JSON.stringify({ version: VERSION, offers }),
});

/** What the products of the wish lists offered when they were saved, by shop and id. Stored on this device and shared by its tabs. */
export const savedOffers = {
  ...stored,
  /** Changes the offers of a shop. */
  change: (shop: ShopKey, alter: (offers: ShopOffers) => ShopOffers): void =>
    stored.update((offers) => ({ ...offers, [shop]: alter(offers[shop] ?? {}) })),
};

/** Parses stored offers; what is malformed is left out. */
export function parseSavedOffers(text: string | null): ParsedText<SavedOffers> {
  const { fields, ...state } = parseVersioned(text, VERSION);
  if (!fields) return { value: {}, ...state };
  const { offers: byShop } = fields;
  if (!isObject(byShop)) return { value: {}, isDamaged: true };
  let isDamaged = false;
  const value: Partial<Record<ShopKey, ShopOffers>> = {};
  for (const [shop, given] of Object.entries(byShop)) {
    const all = Object.entries(isObject(given) ? given : {});
    const whole = all.filter(([id, offer]) => isId(id) && isSavedOffer(offer));
    isDamaged ||= !isShopKey(shop) || !isObject(given) || whole.length < all.length;
    if (isShopKey(shop) && isObject(given)) value[shop] = Object.fromEntries(whole) as ShopOffers;
  }
  return { value, isDamaged };
}

const isId = (text: string): boolean => /^[1-9]\d*$/.test(text) && isWhole(Number(text), 1, MAX_PRODUCT_ID);

const isSavedOffer = (value: unknown): value is SavedOffer =>
  isObject(value) &&
  isWhole(value['life'], 0, Number.MAX_SAFE_INTEGER) &&
  isWhole(value['price'], 0, MAX_CENTS) &&
  typeof value['wasAvailable'] === 'boolean' &&
  typeof value['isWatched'] === 'boolean';
