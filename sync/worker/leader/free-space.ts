import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore, ShopRecord } from '../../catalog/store/catalog-store.ts';

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
  const mayTakeOwn = kind === 'cards' || kind === 'column';
  const isOwn = (record: ShopRecord): number => Number(record.shop === shop);
  const records = (await store.listShops()).filter((record) => mayTakeOwn || !isOwn(record));
  for (const { shop: candidate, manifest } of records.toSorted((a, b) => isOwn(a) - isOwn(b))) {
    const stored = await store.listBlocks(candidate);
    const details = manifest.blocks.filter((block) => block.kind === 'details' && stored.has(block.hash));
    if (details.length === 0) continue;
    // No tab holds details in memory.
    await store.write({ shop: candidate, base: 'any', dropBlocks: details.map(({ hash }) => hash) });
    onEvict(candidate);
    return true;
  }
  return false;
}
