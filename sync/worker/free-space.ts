import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore } from '../catalog/store/catalog-store.ts';

export interface FreeSpaceRequest {
  readonly store: CatalogStore;
  /** The shop that needs space, and for which kind of block. */
  readonly shop: ShopKey;
  readonly kind: BlockKind;
  /** Drops images and first screens; returns false if there were none of either. */
  readonly dropCaches: () => Promise<boolean>;
  /** Called with the shop that lost its details, so that they are not fetched again at once. */
  readonly onEvict: (shop: ShopKey) => void;
}

/**
 * Evicts what a shopper misses least: images and first screens, then details of other shops, and for cards and their columns the shop's
 * own details as well. Returns false if there is nothing left to evict. What a user wrote is in another database and is never evicted.
 */
export async function freeSpace({ store, shop, kind, dropCaches, onEvict }: FreeSpaceRequest): Promise<boolean> {
  if (await dropCaches()) return true;
  const others = (await store.listShops()).filter((other) => other !== shop);
  for (const candidate of kind === 'cards' || kind === 'column' ? [...others, shop] : others) {
    const record = await store.findShop(candidate);
    const stored = await store.listBlocks(candidate);
    const details = (record?.manifest.blocks ?? []).filter(
      (block) => block.kind === 'details' && stored.has(block.hash),
    );
    if (details.length === 0) continue;
    await store.deleteDetails(
      candidate,
      details.map((block) => block.hash),
    );
    onEvict(candidate);
    return true;
  }
  return false;
}
