import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import { assertBase, assertWhole, isSameSnapshot, pickNewer, toStoredShop } from './catalog-store.ts';
import type {
  BlockRecord,
  CatalogChange,
  CatalogStore,
  OverlayRow,
  ShopRecord,
  StoredShop,
  ViewCounts,
} from './catalog-store.ts';

interface ShopData {
  readonly record?: ShopRecord | undefined;
  readonly views?: ViewCounts | undefined;
  readonly blocks: ReadonlyMap<string, BlockRecord>;
  readonly overlay: ReadonlyMap<number, OverlayRow>;
}

const EMPTY: ShopData = { blocks: new Map(), overlay: new Map() };

/** Holds shops in memory until the tab closes: all of them where IndexedDB does not work, or those that do not fit on the device. */
export class MemoryCatalogStore implements CatalogStore {
  readonly kind = 'memory';
  readonly #shops = new Map<ShopKey, ShopData>();

  /** Copies a shop that is about to move here, without its details: only those have to be fetched again. */
  async copyFrom(store: CatalogStore, shop: ShopKey): Promise<void> {
    const stored = await store.loadShop(shop);
    if (!stored) return;
    const { record, overlay: rows, views } = stored;
    const named = listBlocks(record.manifest).filter(({ kind }) => kind !== 'details');
    const found = await store.findBlocks(
      shop,
      named.map(({ hash }) => hash),
    );
    const blocks = named.flatMap(({ hash, kind }) => {
      const bytes = found.get(hash);
      return bytes ? [{ hash, kind, bytes }] : [];
    });
    await this.write({ shop, base: 'any', next: record, rows, views, blocks });
  }

  /** Does nothing: no other tab sees this store. */
  async claimLead(): Promise<void> {}

  async listShops(): Promise<readonly ShopRecord[]> {
    return [...this.#shops.values()].flatMap(({ record }) => record ?? []);
  }

  async loadShop(shop: ShopKey, since?: ShopRecord): Promise<StoredShop | undefined> {
    const { record, blocks, overlay, views } = this.#get(shop);
    if (!record) return undefined;
    const rows = [...overlay.values()].toSorted((a, b) => a.seq - b.seq);
    if (!since)
      return toStoredShop(
        record,
        [...blocks.values()].filter(({ kind }) => kind === 'cards'),
        rows,
        views,
      );
    if (!isSameSnapshot(record, since)) return toStoredShop(record, [], [], undefined);
    return toStoredShop(record, [], rows, record.viewsCursor === since.viewsCursor ? undefined : views, since.cursor);
  }

  async findRow(shop: ShopKey, id: number): Promise<OverlayRow | undefined> {
    return this.#get(shop).overlay.get(id);
  }

  async listBlocks(shop: ShopKey): Promise<Set<string>> {
    return new Set(this.#get(shop).blocks.keys());
  }

  async findBlocks(shop: ShopKey, hashes: readonly string[]): Promise<ReadonlyMap<string, ArrayBuffer>> {
    const { blocks } = this.#get(shop);
    const found = hashes.flatMap((hash) => blocks.get(hash) ?? []);
    return new Map(found.map(({ hash, bytes }) => [hash, bytes]));
  }

  async write(change: CatalogChange): Promise<void> {
    const { shop, next, dropRowsUpTo } = change;
    const data = this.#get(shop);
    assertBase(change, data.record);
    const blocks = new Map(data.blocks);
    const overlay = new Map(data.overlay);
    for (const block of change.blocks ?? []) blocks.set(block.hash, { ...block, shop });
    for (const hash of change.dropBlocks ?? []) blocks.delete(hash);
    for (const row of pickNewer(change.rows ?? [], overlay.values())) overlay.set(row.id, row);
    if (next && dropRowsUpTo !== undefined) {
      assertWhole(next, new Set(blocks.keys()), change.missing);
      const needed = new Set(listBlocks(next.manifest).map(({ hash }) => hash));
      for (const hash of blocks.keys()) if (!needed.has(hash)) blocks.delete(hash);
      for (const row of overlay.values()) if (row.seq <= dropRowsUpTo) overlay.delete(row.id);
    }
    this.#shops.set(shop, { record: next ?? data.record, views: change.views ?? data.views, blocks, overlay });
  }

  close(): void {
    this.#shops.clear();
  }

  #get(shop: ShopKey): ShopData {
    return this.#shops.get(shop) ?? EMPTY;
  }
}
