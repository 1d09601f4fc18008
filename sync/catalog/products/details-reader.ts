import { detailsBlockOf, findDetails } from '#contract/blocks/details-block.ts';
import type { Details } from '#contract/blocks/details-block.ts';
import { matchesHash } from '../pull/block-integrity.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import { unpackDetails } from './unpack-details.ts';

/** Unpacked blocks in memory, about 1 MB each: a visitor tends to open products that were added together. */
const UNPACKED_BLOCKS = 2;

/** Finds a product's details in the packed blocks of a shop. */
export class DetailsReader {
  readonly #catalog: Pick<ShopCatalog, 'shop' | 'store'>;
  readonly #unpacked = new Map<string, Promise<string | undefined>>();

  constructor(catalog: Pick<ShopCatalog, 'shop' | 'store'>) {
    this.#catalog = catalog;
  }

  /** The details of the product at `seq`; undefined if the device has none, or only damaged ones. */
  async find(record: ShopRecord, id: number, seq: number, title: string): Promise<Details | undefined> {
    const range = detailsBlockOf(id);
    const entry = record.manifest.blocks.find((block) => block.kind === 'details' && block.range === range);
    if (!entry) return undefined;
    try {
      const text = await this.#unpack(entry.hash);
      const details = text === undefined ? undefined : findDetails(text, id, title);
      return details?.seq === seq ? details : undefined;
    } catch {
      this.#unpacked.delete(entry.hash);
      // A lost storage connection fails as well: only a block that does not match its hash is dropped, for the next pull to fetch.
      await this.#dropWhenDamaged(entry.hash).catch(() => undefined);
      return undefined;
    }
  }

  /** Only the leader may write: in other tabs the damage is found by the leader's daily check. */
  async #dropWhenDamaged(hash: string): Promise<void> {
    const bytes = await this.#find(hash);
    const isDamaged = bytes && !(await matchesHash(bytes, hash));
    const { shop } = this.#catalog;
    if (isDamaged) await (await this.#catalog.store()).write({ shop, base: 'any', dropBlocks: [hash] });
  }

  async #find(hash: string): Promise<ArrayBuffer | undefined> {
    const store = await this.#catalog.store();
    return (await store.findBlocks(this.#catalog.shop, [hash])).get(hash);
  }

  #unpack(hash: string): Promise<string | undefined> {
    const known = this.#unpacked.get(hash);
    if (known) return known;
    const text = this.#find(hash).then((bytes) => bytes && unpackDetails(bytes));
    this.#unpacked.set(hash, text);
    text.then(
      (found) => found === undefined && this.#unpacked.delete(hash),
      () => this.#unpacked.delete(hash),
    );
    const [oldest] = this.#unpacked.keys();
    if (this.#unpacked.size > UNPACKED_BLOCKS && oldest !== undefined) this.#unpacked.delete(oldest);
    return text;
  }
}
