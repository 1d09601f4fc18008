import { Dexie } from 'dexie';
import type { EntityTable, Table } from 'dexie';
import type { ShopKey } from '#contract/shops.ts';
import type { OverlayRow, ShopRecord, ViewCounts } from '../catalog/store/catalog-store.ts';
import type { BlockRecord } from '../catalog/store/read-shop.ts';
import { CATALOG_LAYOUT } from '../database/catalog-layout.ts';
import { CATALOG_TABLES } from '../database/catalog-tables.ts';

/** The catalogue’s database as versions up to 0.2 created it, and for tests to look into. */
export class DexieCatalog extends Dexie {
  shops!: EntityTable<ShopRecord & { shop: ShopKey }, 'shop'>;
  blocks!: Table<BlockRecord, [ShopKey, string]>;
  overlay!: Table<OverlayRow & { shop: ShopKey }, [ShopKey, number]>;
  views!: EntityTable<ViewCounts & { shop: ShopKey }, 'shop'>;
  /** `lead`: number of the newest leader. */
  meta!: Table<{ key: string; value: number }, string>;

  constructor(name: string, idb?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    super(name, { chromeTransactionDurability: 'relaxed', cache: 'disabled', ...idb });
    this.version(CATALOG_LAYOUT).stores(CATALOG_TABLES);
  }
}
