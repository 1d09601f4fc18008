import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { MAX_CENTS } from '#contract/money.ts';
import type { Cents } from '#contract/money.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createEmitter } from '../observable.ts';
import { read, write } from './device-storage.ts';

/** Incremented when the stored format changes; offers of another version count as none. */
const VERSION = 1;
const KEY = 'saved-offers';

/** What a product on the wish list offered when it was saved. */
export interface SavedOffer {
  readonly life: number;
  /** 0 without a price. */
  readonly price: Cents;
  /** Whether it was available when it was last seen; false once it was sold out, until the shopper has seen it back. */
  readonly wasAvailable: boolean;
  /** Whether the shopper asked for notifications. */
  readonly isWatched: boolean;
}

export type SavedOffers = Readonly<Partial<Record<ShopKey, Readonly<Record<number, SavedOffer>>>>>;

const { emit, subscribe } = createEmitter();
let known: SavedOffers | undefined;

/** The offers that products of the wish list had when they were saved, by shop and id, on this device and shared by its tabs. */
export const savedOffers = {
  /** The same object until an offer changes. */
  get(): SavedOffers {
    if (known) return known;
    // Listens for as long as the page lives, so that no change of another tab is missed.
    addEventListener('storage', (event) => {
      if (event.key !== KEY && event.key !== null) return;
      known = parseSavedOffers(read(KEY));
      emit();
    });
    return (known = parseSavedOffers(read(KEY)));
  },
  /** Changes the offers of a shop as another tab may have left them a moment ago. */
  change(shop: ShopKey, alter: (offers: Readonly<Record<number, SavedOffer>>) => Record<number, SavedOffer>): void {
    const before = savedOffers.get();
    const stored = read(KEY);
    const latest = stored === null ? before : parseSavedOffers(stored);
    known = { ...latest, [shop]: alter(latest[shop] ?? {}) };
    const isEmpty = Object.values(known).every((offers) => Object.keys(offers).length === 0);
    write(KEY, isEmpty ? '' : JSON.stringify({ version: VERSION, offers: known }));
    emit();
  },
  subscribe,
};

/** Parses stored offers; what is malformed is left out, and is saved again with the present offer. */
export function parseSavedOffers(text: string | null): SavedOffers {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return {};
  }
  if (!isObject(stored) || stored['version'] !== VERSION || !isObject(stored['offers'])) return {};
  const byShop = stored['offers'];
  return Object.fromEntries(
    SHOP_KEYS.flatMap((shop) => {
      const offers = byShop[shop];
      if (!isObject(offers)) return [];
      return [
        [shop, Object.fromEntries(Object.entries(offers).filter(([id, offer]) => isId(id) && isSavedOffer(offer)))],
      ];
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isWhole = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

const isId = (text: string): boolean => /^[1-9]\d*$/.test(text) && isWhole(Number(text), MAX_PRODUCT_ID);

const isSavedOffer = (value: unknown): value is SavedOffer =>
  isObject(value) &&
  isWhole(value['life'], Number.MAX_SAFE_INTEGER) &&
  isWhole(value['price'], MAX_CENTS) &&
  typeof value['wasAvailable'] === 'boolean' &&
  typeof value['isWatched'] === 'boolean';
