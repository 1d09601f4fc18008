import type { BlockEntry } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore } from '../catalog/store/catalog-store.ts';

export interface FreeSpaceRequest {
  readonly store: CatalogStore;
  /** The shop that needs room, and what for. */
  readonly shop: ShopKey;
  readonly kind: BlockEntry['kind'];
  /** Drops pictures and what is kept for first screens; false when there is none of both. */
  readonly dropCaches: () => Promise<boolean>;
  /** Told which shop lost its details, so that they are not fetched again at once. */
  readonly onEvict: (shop: ShopKey) => void;
}

/**
 * Drops what a shopper misses least: pictures, then details of other shops, and for cards also the shop's own details. False when there is
 * nothing left to drop. What a user wrote is in another database and is never touched.
 */
export async function freeSpace({ store, shop, kind, dropCaches, onEvict }: FreeSpaceRequest): Promise<boolean> {
  if (await dropCaches()) return true;
  const others = (await store.listShops()).filter((other) => other !== shop);
  for (const candidate of kind === 'cards' ? [...others, shop] : others) {
    const record = await store.findShop(candidate);
    const stored = await store.listBlocks(candidate);
    const details = (record?.manifest.blocks ?? []).filter(
      (block) => block.kind === 'details' && stored.has(block.hash),
    );
    if (details.length === 0) continue;
    await store.deleteBlocks(
      candidate,
      details.map((block) => block.hash),
    );
    onEvict(candidate);
    return true;
  }
  return false;
}
