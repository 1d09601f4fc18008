import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';

/** Whether bytes match a block's name, their SHA-256 in hexadecimal. Insecure pages cannot check it, only the digest over all products. */
export async function matchesHash(bytes: ArrayBuffer, hash: string): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === hash;
}

/** Compares every stored block of a shop with its name. Deletes damaged ones and returns their hashes. */
export async function dropDamagedBlocks(store: CatalogStore, shop: ShopKey, record: ShopRecord): Promise<string[]> {
  const damaged: string[] = [];
  for (const { hash } of record.manifest.blocks) {
    const bytes = await store.findBlock(shop, hash);
    if (bytes && !(await matchesHash(bytes, hash))) damaged.push(hash);
  }
  if (damaged.length > 0) await store.deleteBlocks(shop, damaged);
  return damaged;
}
