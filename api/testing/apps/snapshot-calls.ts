import { createHash } from 'node:crypto';
import type { Manifest } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import { generateProducts, inBatches } from '../generate-products.ts';
import type { TestApp } from './test-app.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Calls that tests of snapshots make to the app of the current test. */
export function createSnapshotCalls(app: () => TestApp) {
  return {
    async readManifest(shop: ShopKey) {
      const response = await fetch(`${app().url}/api/sync/${shop}/manifest`);
      return { response, manifest: (await response.json()) as Manifest };
    },
    async fetchBlock(hash: string) {
      // Node's fetch asks for brotli over https only.
      const response = await fetch(`${app().url}/api/sync/blocks/${hash}`, { headers: { 'accept-encoding': 'br' } });
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
    },
    build: () => app().server.snapshots.build(['pc']),
    /** Saves products of the PC shop. */
    async fill(count: number) {
      for (const batch of inBatches(generateProducts(count), 1_000)) {
        await app().context.products.saveProducts('pc', batch);
      }
    },
  };
}
