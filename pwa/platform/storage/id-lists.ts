import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createEmitter } from '../observable.ts';
import { read, write } from './device-storage.ts';

/** Incremented when the stored format changes; lists of another version count as empty. */
const VERSION = 1;

/** Storage keys of the lists. */
export type IdListsKey = 'wish-list' | 'recently-viewed' | 'compare';

type Lists = Readonly<Partial<Record<ShopKey, readonly number[]>>>;

/** A list of product ids per shop, newest first, stored on this device and shared by its tabs. */
export interface IdLists {
  /** The same array until the list changes. */
  list(shop: ShopKey): readonly number[];
  /** Adds a product at the front or moves it there; the list is cut at its end. */
  put(shop: ShopKey, id: number): void;
  remove(shop: ShopKey, id: number): void;
  clear(shop: ShopKey): void;
  subscribe(listener: () => void): () => void;
}

/** Creates lists of at most `maxIds` products a shop, stored under a key. Where storage is closed they last as long as the page. */
export function createIdLists(key: IdListsKey, maxIds: number): IdLists {
  const { emit, subscribe } = createEmitter();
  let known: Lists | undefined;

  const show = (next: Lists): void => {
    known = { ...next, ...keepEqual(next, known) };
    emit();
  };
  const load = (): Lists => {
    if (known) return known;
    // Listens for as long as the page lives, so that no change of another tab is missed.
    addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) show(parseIdLists(read(key), maxIds));
    });
    return (known = parseIdLists(read(key), maxIds));
  };
  const change = (shop: ShopKey, alter: (ids: readonly number[]) => readonly number[]): void => {
    const before = load();
    const stored = read(key);
    // Storage may hold what another tab wrote a moment ago.
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
    subscribe,
  };
}

/** The known arrays of the unchanged lists. */
const keepEqual = (next: Lists, known: Lists = {}): Lists =>
  Object.fromEntries(Object.entries(known).filter(([shop, ids]) => String(ids) === String(next[shop as ShopKey])));

const NO_IDS: readonly number[] = [];

/** Parses stored lists: ids of known shops, each once. Malformed text yields no lists. */
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
