import { useSyncExternalStore } from 'react';
import { MAX_COMPARED_PRODUCTS } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createIdLists } from '#pwa/platform/storage/id-lists.ts';

/** The products that this device compares, one comparison per shop. */
export const storedComparison = createIdLists('compare', MAX_COMPARED_PRODUCTS);

/** Returns the products of a shop's comparison in the order in which they were chosen, live. */
export const useStoredComparison = (shop: ShopKey): readonly number[] =>
  useSyncExternalStore(storedComparison.subscribe, () => storedComparison.list(shop)).toReversed();

/** Whether a shop's comparison has no room for another product. */
export const isFull = (ids: readonly number[]): boolean => ids.length >= MAX_COMPARED_PRODUCTS;

/** Adds a product to its shop's comparison or removes it. A full comparison stays as it is. */
export function toggleCompared(shop: ShopKey, id: number): void {
  const ids = storedComparison.list(shop);
  if (ids.includes(id)) storedComparison.remove(shop, id);
  else if (!isFull(ids)) storedComparison.put(shop, id);
}

/** Removes a product from its shop's comparison. */
export const removeCompared = (shop: ShopKey, id: number): void => storedComparison.remove(shop, id);

/** Replaces a shop's comparison. */
export function storeComparison(shop: ShopKey, ids: readonly number[]): void {
  storedComparison.clear(shop);
  for (const id of ids) storedComparison.put(shop, id);
}
