import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore, ShopRecord } from './catalog-store.ts';

/** SHA-256 of bytes in hexadecimal: the name that a block must have. */
export async function hashBytes(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares every stored block of a shop with its name. Returns the hashes of those that are damaged, which are deleted. */
export async function dropDamagedBlocks(store: CatalogStore, shop: ShopKey, record: ShopRecord): Promise<string[]> {
  const damaged: string[] = [];
  for (const { hash } of record.manifest.blocks) {
    const bytes = await store.findBlock(shop, hash);
    if (bytes && (await hashBytes(bytes)) !== hash) damaged.push(hash);
  }
  if (damaged.length > 0) await store.deleteBlocks(shop, damaged);
  return damaged;
}
