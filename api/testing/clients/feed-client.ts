import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { toCard } from '#contract/blocks/card.ts';
import type { ChangesPage } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';

/** The simplest correct client of the change feed: pulls over HTTP, holds all rows in memory and checks each digest. */
export class FeedClient {
  readonly products = new Map<number, Product>();
  epoch: string;
  cursor = 0;
  views = 0;
  pages = 0;
  refetches = 0;
  /** Largest body so far, in bytes. */
  largestBytes = 0;
  /** Proofs of the cursors, as the server sent them; sent back with the next pull. */
  #proofs: Readonly<Record<string, string>> = {};
  url: string;
  readonly #shop: ShopKey;

  constructor(url: string, shop: ShopKey, epoch: string) {
    this.url = url;
    this.#shop = shop;
    this.epoch = epoch;
  }

  /** Pulls until there are no more pages. @throws Error when the rows do not match the server's digest */
  async pull(limit = 500): Promise<void> {
    for (;;) {
      const proofs = new URLSearchParams(this.#proofs);
      const query = `epoch=${this.epoch}&since=${this.cursor}&views=${this.views}&limit=${limit}&${proofs}`;
      const response = await fetch(`${this.url}/api/sync/${this.#shop}/changes?${query}`);
      const text = await response.text();
      this.largestBytes = Math.max(this.largestBytes, text.length);
      if (response.status !== 200) throw new Error(`${response.status} ${text}`);
      const page = JSON.parse(text) as ChangesPage | { refetch: true; epoch: string };
      this.pages += 1;
      if ('refetch' in page) {
        this.#startOver(page.epoch);
        continue;
      }
      this.#apply(page);
      if (page.more) continue;
      this.#check(page);
      return;
    }
  }

  /** Deletes all rows, as a device does after a refetch reply. */
  #startOver(epoch: string): void {
    this.refetches += 1;
    if (epoch === this.epoch && this.cursor === 0) throw new Error('the server asks a client without rows to refetch');
    this.epoch = epoch;
    this.cursor = 0;
    this.views = 0;
    this.#proofs = {};
    this.products.clear();
  }

  #apply(page: ChangesPage): void {
    for (const product of (page.products ?? []) as Product[]) this.products.set(product.id, product);
    for (const [id] of page.deleted ?? []) this.products.delete(id);
    for (const [id, count] of page.views ?? []) {
      const product = this.products.get(id);
      if (product) this.products.set(id, { ...product, view_count: count });
    }
    if (page.seq < this.cursor) throw new Error(`the cursor went back from ${this.cursor} to ${page.seq}`);
    this.cursor = page.seq;
    this.views = page.viewsSeq;
    // The server leaves out a proof that has not changed.
    const { proof, viewsProof } = page;
    this.#proofs = { ...this.#proofs, ...(proof && { proof }), ...(viewsProof && { viewsProof }) };
  }

  #check(page: ChangesPage): void {
    const { offer } = getShop(this.#shop);
    let digest = 0;
    for (const product of this.products.values()) digest = addDigest(digest, digestCard(offer, toCard(offer, product)));
    if (this.products.size !== page.count || digest !== page.digest) {
      throw new Error(`${this.products.size} rows of digest ${digest}, the server has ${page.count} of ${page.digest}`);
    }
  }
}
