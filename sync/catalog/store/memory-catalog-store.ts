import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import { assertWhole, isSameSnapshot, isSameState, StaleRecordError } from './catalog-store.ts';
import type {
  ArrivedBlock,
  CatalogStore,
  OverlayRow,
  RecordWrite,
  ShopRecord,
  StoredShop,
  ViewCounts,
} from './catalog-store.ts';

interface ShopData {
  record: ShopRecord | undefined;
  views: ViewCounts | undefined;
  readonly blocks: Map<string, { kind: BlockKind; bytes: ArrayBuffer }>;
  readonly overlay: Map<number, OverlayRow>;
}

/** A catalogue that lives until the tab closes: for browsers without a working IndexedDB, such as some private windows. */
export class MemoryCatalogStore implements CatalogStore {
  readonly kind = 'memory';
  readonly #shops = new Map<ShopKey, ShopData>();

  /** Does nothing: no other tab sees this store. */
  async claimLead(): Promise<void> {}

  async listShops(): Promise<ShopKey[]> {
    return [...this.#shops].filter(([, data]) => data.record).map(([shop]) => shop);
  }

  async findShop(shop: ShopKey): Promise<ShopRecord | undefined> {
    return this.#shops.get(shop)?.record;
  }

  async loadShop(shop: ShopKey): Promise<StoredShop | undefined> {
    const { record, blocks, views } = this.#data(shop);
    if (!record) return undefined;
    const cards = [...blocks]
      .filter(([, block]) => block.kind === 'cards')
      .map(([hash, { bytes }]) => [hash, bytes] as const);
    return { record, cards: new Map(cards), overlay: await this.listOverlay(shop, record.manifest.seq), views };
  }

  async listBlocks(shop: ShopKey): Promise<Set<string>> {
    return new Set(this.#data(shop).blocks.keys());
  }

  async findBlock(shop: ShopKey, hash: string): Promise<ArrayBuffer | undefined> {
    return this.#data(shop).blocks.get(hash)?.bytes;
  }

  async findBlocks(shop: ShopKey, hashes: readonly string[]): Promise<ReadonlyMap<string, ArrayBuffer>> {
    const { blocks } = this.#data(shop);
    const found = new Map<string, ArrayBuffer>();
    for (const hash of hashes) {
      const block = blocks.get(hash);
      if (block) found.set(hash, block.bytes);
    }
    return found;
  }

  async putBlocks(shop: ShopKey, base: ShopRecord | undefined, blocks: readonly ArrivedBlock[]): Promise<void> {
    const data = this.#data(shop);
    if (!isSameSnapshot(data.record, base)) throw new StaleRecordError();
    for (const { hash, kind, bytes } of blocks) data.blocks.set(hash, { kind, bytes });
  }

  async deleteDetails(shop: ShopKey, hashes: readonly string[]): Promise<void> {
    const { blocks } = this.#data(shop);
    for (const hash of hashes) if (blocks.get(hash)?.kind === 'details') blocks.delete(hash);
  }

  async dropBlocks(write: RecordWrite, hashes: readonly string[]): Promise<void> {
    const data = this.#change(write);
    for (const hash of hashes) data.blocks.delete(hash);
    data.record = write.next;
  }

  async listOverlay(shop: ShopKey, afterSeq: number): Promise<OverlayRow[]> {
    return [...this.#data(shop).overlay.values()].filter((row) => row.seq > afterSeq).sort((a, b) => a.seq - b.seq);
  }

  async findOverlay(shop: ShopKey, id: number): Promise<OverlayRow | undefined> {
    return this.#data(shop).overlay.get(id);
  }

  async countOverlay(shop: ShopKey): Promise<number> {
    return this.#data(shop).overlay.size;
  }

  async findViews(shop: ShopKey): Promise<ViewCounts | undefined> {
    return this.#data(shop).views;
  }

  async applyChanges(write: RecordWrite, rows: readonly OverlayRow[], views?: ViewCounts): Promise<void> {
    const data = this.#change(write);
    for (const row of rows) data.overlay.set(row.id, row);
    if (views) data.views = views;
    data.record = write.next;
  }

  async adoptSnapshot(write: RecordWrite, dropOverlayUpTo: number, views?: ViewCounts): Promise<void> {
    const data = this.#change(write);
    assertWhole(write.next, new Set(data.blocks.keys()));
    const needed = new Set(listBlocks(write.next.manifest).map((block) => block.hash));
    for (const hash of data.blocks.keys()) if (!needed.has(hash)) data.blocks.delete(hash);
    for (const row of data.overlay.values()) if (row.seq <= dropOverlayUpTo) data.overlay.delete(row.id);
    if (views) data.views = views;
    data.record = write.next;
  }

  async saveRecord(write: RecordWrite): Promise<void> {
    this.#change(write).record = write.next;
  }

  close(): void {
    this.#shops.clear();
  }

  /** The data of a shop for a write that is based on its stored record. */
  #change({ base, next }: RecordWrite): ShopData {
    const data = this.#data(next.shop);
    if (!isSameState(data.record, base)) throw new StaleRecordError();
    return data;
  }

  #data(shop: ShopKey): ShopData {
    const known = this.#shops.get(shop);
    if (known) return known;
    const data: ShopData = { record: undefined, views: undefined, blocks: new Map(), overlay: new Map() };
    this.#shops.set(shop, data);
    return data;
  }
}
