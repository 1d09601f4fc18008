import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { read, write } from './device-storage.ts';

/** Rises when the stored form changes; another version's lists count as empty. */
const VERSION = 1;

/** The lists that there are, by their key in the storage. */
export type IdListsKey = 'wish-list' | 'recently-viewed';

type Lists = Readonly<Partial<Record<ShopKey, readonly number[]>>>;

/** A list of product ids per shop, the newest first: kept on this device and the same in all of its tabs. */
export interface IdLists {
  /** The same array until the list changes. */
  list(shop: ShopKey): readonly number[];
  /** Puts a product in front, where it may stand already; what is too much goes at the end. */
  put(shop: ShopKey, id: number): void;
  remove(shop: ShopKey, id: number): void;
  clear(shop: ShopKey): void;
  subscribe(listener: () => void): () => void;
}

/** Lists of at most `maxIds` products a shop, stored under a key. Where storage is closed they last as long as the page. */
export function createIdLists(key: IdListsKey, maxIds: number): IdLists {
  const listeners = new Set<() => void>();
  let known: Lists | undefined;

  const show = (next: Lists): void => {
    known = { ...next, ...keepEqual(next, known) };
    for (const listener of listeners) listener();
  };
  const load = (): Lists => {
    if (known) return known;
    // For as long as the page lives: a change in another tab is never missed, whoever looks at the lists here.
    addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) show(parseIdLists(read(key), maxIds));
    });
    return (known = parseIdLists(read(key), maxIds));
  };
  const change = (shop: ShopKey, alter: (ids: readonly number[]) => readonly number[]): void => {
    const before = load();
    const stored = read(key);
    // What another tab wrote a moment ago is not lost.
    const latest = stored === null ? before : parseIdLists(stored, maxIds);
    const next = { ...latest, [shop]: alter(latest[shop] ?? []).slice(0, maxIds) };
    const isEmpty = Object.values(next).every((ids) => ids.length === 0);
    write(key, isEmpty ? '' : JSON.stringify({ version: VERSION, ids: next }));
    show(next);
  };

  return {
    list: (shop) => load()[shop] ?? NO_IDS,
    put: (shop, id) => change(shop, (ids) => [id, ...ids.filter((other) => other !== id)]),
    remove: (shop, id) => change(shop, (ids) => ids.filter((other) => other !== id)),
    clear: (shop) => change(shop, () => NO_IDS),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The known arrays of the lists that are as they were. */
const keepEqual = (next: Lists, known: Lists = {}): Lists =>
  Object.fromEntries(Object.entries(known).filter(([shop, ids]) => String(ids) === String(next[shop as ShopKey])));

const NO_IDS: readonly number[] = [];

/** What was stored, as far as it can be trusted: ids of known shops, each once. Damaged text is no list. */
export function parseIdLists(text: string | null, maxIds: number): Lists {
  const lists: Partial<Record<ShopKey, readonly number[]>> = {};
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return lists;
  }
  if (!isObject(stored) || stored['version'] !== VERSION || !isObject(stored['ids'])) return lists;
  for (const shop of SHOP_KEYS) {
    const ids: unknown = stored['ids'][shop];
    if (Array.isArray(ids)) lists[shop] = [...new Set(ids.filter(isProductId))].slice(0, maxIds);
  }
  return lists;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isProductId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_PRODUCT_ID;
