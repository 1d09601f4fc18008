import { Dexie } from 'dexie';
import type { EntityTable, Table } from 'dexie';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { OverlayRow, ShopRecord, ViewCounts } from '../catalog/store/catalog-store.ts';
import type { FirstPagesRecord } from '../catalog/store/first-pages.ts';
import { CATALOG_LAYOUT } from './catalog-layout.ts';
import { CATALOG_TABLES } from './catalog-tables.ts';

interface BlockRecord {
  shop: ShopKey;
  hash: string;
  kind: BlockKind;
  /** As received, unparsed: IndexedDB's cost is per record, not per byte. */
  bytes: ArrayBuffer;
}

/**
 * The catalogue on the device. Everything in it can be fetched again, so its transactions are of relaxed durability and a new layout may
 * drop its tables.
 */
export class CatalogDatabase extends Dexie {
  shops!: EntityTable<ShopRecord & { shop: ShopKey }, 'shop'>;
  blocks!: Table<BlockRecord, [ShopKey, string]>;
  overlay!: Table<OverlayRow & { shop: ShopKey }, [ShopKey, number]>;
  views!: EntityTable<ViewCounts & { shop: ShopKey }, 'shop'>;
  firstPages!: Table<FirstPagesRecord, [ShopKey, string]>;
  /** `lead`: number of the newest leader. */
  meta!: Table<{ key: string; value: number }, string>;

  constructor(name: string, idb?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    super(name, { chromeTransactionDurability: 'relaxed', cache: 'disabled', ...idb });
    this.version(CATALOG_LAYOUT).stores(CATALOG_TABLES);
  }
}
