import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';

/** The catalogue of one shop as a browser has stored it. */
export interface StoredCatalogue {
  readonly cursor: number;
  readonly manifest: Manifest;
  /** The SHA-256 of each stored block, computed from its bytes, by the hash under which the block is stored. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly overlayRows: number;
}

/** Reads a shop straight from the catalogue database of a page's origin; undefined when it is not stored. */
export async function readStoredCatalogue(page: Page, shop: string): Promise<StoredCatalogue | undefined> {
  const stored = await page.evaluate(async (key) => {
    const settle = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    // Opening a missing database would create it.
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'hexlime-catalog');
    if (!isThere) return undefined;
    const database = await settle(indexedDB.open('hexlime-catalog'));
    const transaction = database.transaction(['lists', 'blocks', 'overlay']);
    const record = (await settle(
      transaction.objectStore('lists').get(key === 'default' ? '/api/products' : `/api/products?shop=${key}`),
    )) as { cursor: number; manifest: unknown } | undefined;
    const blocks = (await settle(transaction.objectStore('blocks').getAll())) as {
      shop: string;
      hash: string;
      bytes: ArrayBuffer;
    }[];
    const overlay = (await settle(transaction.objectStore('overlay').getAll())) as { shop: string }[];
    database.close();
    const encode = (bytes: ArrayBuffer): string => {
      let text = '';
      for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
      return btoa(text);
    };
    return {
      record,
      overlayRows: overlay.filter((row) => row.shop === key).length,
      blocks: blocks.filter((block) => block.shop === key).map(({ hash, bytes }) => ({ hash, base64: encode(bytes) })),
    };
  }, shop);
  if (!stored?.record) return undefined;
  const digest = (base64: string): string => createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
  return {
    cursor: stored.record.cursor,
    manifest: stored.record.manifest as Manifest,
    hashes: new Map(stored.blocks.map(({ hash, base64 }) => [hash, digest(base64)])),
    overlayRows: stored.overlayRows,
  };
}

/** Returns whether a browser has every block of a shop's snapshot, so that none is still being fetched. */
export async function hasWholeCatalogue(page: Page, shop: string): Promise<boolean> {
  const stored = await readStoredCatalogue(page, shop);
  return stored !== undefined && listBlocks(stored.manifest).every(({ hash }) => stored.hashes.has(hash));
}

/** Deletes a shop's blocks of a kind behind the app's back, as a broken disk does; returns how many there were. */
export function deleteStoredBlocks(page: Page, shop: string, kind: BlockKind): Promise<number> {
  return page.evaluate(
    async ([ofShop, ofKind]) => {
      const opening = indexedDB.open('hexlime-catalog');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const database = opening.result;
      const transaction = database.transaction('blocks', 'readwrite');
      const finding = transaction.objectStore('blocks').index('[shop+kind]').getAllKeys([ofShop, ofKind]);
      finding.addEventListener('success', () => {
        for (const key of finding.result) transaction.objectStore('blocks').delete(key);
      });
      await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      database.close();
      return finding.result.length;
    },
    [shop, kind] as const,
  );
}
