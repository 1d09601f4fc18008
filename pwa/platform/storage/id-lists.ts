import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { isShopKey, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createStoredValue } from './stored-value.ts';
import type { ParsedText } from './stored-value.ts';
import { isObject, isWhole, parseVersioned } from './parse-versioned.ts';

/** Incremented when the stored format changes. */
const VERSION = 1;

/** Storage keys of the lists. */
export type IdListsKey = 'wish-list' | 'recently-viewed' | 'compare';

type Lists = Readonly<Partial<Record<ShopKey, readonly number[]>>>;

/** A list of product ids per shop, newest first, stored on this device and shared by its tabs. */
export type IdLists = ReturnType<typeof createIdLists>;

/**
 * Creates lists of at most `maxIds` products a shop, stored under a key. Where storage is closed they last as long as the page.
 * @param damagedKey the key that a damaged text is copied to; without it, only the readable part of the lists remains
 */
export function createIdLists(key: IdListsKey, maxIds: number, damagedKey?: string) {
  const stored = createStoredValue<Lists>({
    key,
    ...(damagedKey !== undefined && { damagedKey }),
    parse: (text) => parseIdLists(text, maxIds),
    format: (lists) =>
      Object.values(lists).every((ids) => ids.length === 0) ? '' : JSON.stringify({ version: VERSION, ids: lists }),
  });
  let latest: Lists | undefined;
  let shown: Lists = {};
  /** Returns the lists, with the same arrays as before for the unchanged ones. */
  const lists = (): Lists => {
    const next = stored.get();
    if (next !== latest) {
      latest = next;
      shown = { ...next, ...keepEqual(next, shown) };
    }
    return shown;
  };
  const change = (shop: ShopKey, alter: (ids: readonly number[]) => readonly number[]): void =>
    stored.update((all) => ({ ...all, [shop]: alter(all[shop] ?? NO_IDS).slice(0, maxIds) }));

  return {
    ...stored,
    /** The same array until the list changes. */
    list: (shop: ShopKey): readonly number[] => lists()[shop] ?? NO_IDS,
    /** Adds a product at the front or moves it there; the list is cut at its end. */
    put: (shop: ShopKey, id: number): void => change(shop, (ids) => [id, ...ids.filter((other) => other !== id)]),
    remove: (shop: ShopKey, id: number): void => change(shop, (ids) => ids.filter((other) => other !== id)),
    clear: (shop: ShopKey): void => change(shop, () => NO_IDS),
  };
}

/** The known arrays of the unchanged lists. */
const keepEqual = (next: Lists, known: Lists): Lists =>
  Object.fromEntries(Object.entries(known).filter(([shop, ids]) => String(ids) === String(next[shop as ShopKey])));

const NO_IDS: readonly number[] = [];

/** Parses stored lists: ids of known shops, each once. Malformed text yields no lists. */
export function parseIdLists(text: string | null, maxIds: number): ParsedText<Lists> {
  const { fields, ...state } = parseVersioned(text, VERSION);
  if (!fields) return { value: {}, ...state };
  const { ids: byShop } = fields;
  if (!isObject(byShop)) return { value: {}, isDamaged: true };
  const lists: Partial<Record<ShopKey, readonly number[]>> = {};
  let isDamaged = Object.keys(byShop).some((shop) => !isShopKey(shop));
  for (const shop of SHOP_KEYS) {
    const given = byShop[shop];
    if (given === undefined) continue;
    const ids: unknown[] = Array.isArray(given) ? given : [];
    isDamaged ||= ids !== given || !ids.every(isProductId);
    lists[shop] = [...new Set(ids.filter(isProductId))].slice(0, maxIds);
  }
  return { value: lists, isDamaged };
}

const isProductId = (value: unknown): value is number => isWhole(value, 1, MAX_PRODUCT_ID);
