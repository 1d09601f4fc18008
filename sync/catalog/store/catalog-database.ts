import { Dexie } from 'dexie';
import type { EntityTable, Table, Transaction } from 'dexie';
import type { ShopKey } from '#contract/shops.ts';
import type { MetaTable } from '../../database/meta-table.ts';
import { ownLayoutOnly } from '../../database/own-layout.ts';
import { CATALOG_DATABASE, CATALOG_LAYOUT, listUrlOf } from './catalog-store.ts';
import type { BlockRecord, OverlayRow, ShopRecord, ViewCounts } from './catalog-store.ts';

export interface CatalogDatabaseOptions {
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
  /** Called when a newer version of the app owns the database, or has taken it over. */
  readonly onOutdated?: () => void;
}

/** The catalogue on the device: a row for each list, keyed by its URL. Everything can be fetched again, so relaxed durability is enough. */
export class CatalogDatabase extends Dexie {
  lists!: EntityTable<ShopRecord, 'url'>;
  blocks!: Table<BlockRecord, [ShopKey, string]>;
  overlay!: Table<OverlayRow & { readonly shop: ShopKey }, [ShopKey, number]>;
  views!: EntityTable<ViewCounts & { readonly shop: ShopKey }, 'shop'>;
  /** `lead`: number of the newest leader. */
  meta!: MetaTable<{ lead: number }>;

  constructor(name = CATALOG_DATABASE, options: CatalogDatabaseOptions = {}) {
    const own = ownLayoutOnly(CATALOG_LAYOUT, options);
    super(name, { chromeTransactionDurability: 'relaxed', cache: 'disabled', ...own });
    this.version(CATALOG_LAYOUT)
      .stores({
        lists: 'url',
        blocks: '[shop+hash], [shop+kind]',
        overlay: '[shop+id], [shop+seq]',
        views: 'shop',
        meta: 'key',
        // Tables of layouts up to 2, which are deleted.
        shops: null,
        firstPages: null,
      })
      .upgrade(moveShops);
    this.on('ready', () => this.#requireTables(), true);
  }

  /** Rejects a damaged database that lacks tables, which Dexie would open. @throws NotFoundError */
  #requireTables(): void {
    const { objectStoreNames } = this.backendDB();
    const missing = this.tables.find(({ name }) => !objectStoreNames.contains(name));
    if (missing) throw new DOMException(`the database lacks ${missing.name}`, 'NotFoundError');
  }
}

/** Gives the records of older layouts their URLs and today's field names; blocks and rows stay, so that nothing is fetched again. */
async function moveShops(transaction: Transaction): Promise<void> {
  // The database has no tables if the browser died while creating it.
  if (!transaction.idbtrans.objectStoreNames.contains('shops')) return;
  type OldRecord = Omit<ShopRecord, 'quarantined'> & { readonly putAside: ShopRecord['quarantined'] };
  const shops: OldRecord[] = await transaction.table('shops').toArray();
  await transaction
    .table('lists')
    .bulkAdd(
      shops.map(({ putAside, ...record }) => ({ ...record, quarantined: putAside, url: listUrlOf(record.shop) })),
    );
}
