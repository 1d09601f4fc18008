import { isDamageError } from '../../database/damage-error.ts';
import { DatabaseHandle } from '../../database/database-handle.ts';
import { CatalogDatabase } from './catalog-database.ts';
import { CATALOG_DATABASE } from './catalog-layout.ts';
import type { CatalogStore } from './catalog-store.ts';
import { DexieCatalogStore } from './dexie-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';

export interface OpenStoreOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
  /** Another tab with a newer version changes the layout, or has done so: this tab has closed the database. */
  readonly onOutdated: () => void;
}

/**
 * Opens the device's catalogue; in memory where IndexedDB is missing or cannot be opened. A damaged database is deleted and recreated:
 * everything in it can be fetched again.
 */
export async function openCatalogStore({
  name = CATALOG_DATABASE,
  onOutdated,
  ...idb
}: OpenStoreOptions): Promise<CatalogStore> {
  if (!(idb.indexedDB ?? globalThis.indexedDB)) return new MemoryCatalogStore();
  const create = (): CatalogDatabase => new CatalogDatabase(name, { ...idb, onOutdated });
  const handle = new DatabaseHandle(create, { onOutdated, isRecreated: true });
  const open = (): Promise<CatalogStore> => handle.run(async () => new DexieCatalogStore(handle));
  try {
    return await open().catch(async (error: unknown) => {
      if (!isDamageError(error)) throw error;
      await handle.recreate();
      return open();
    });
  } catch {
    handle.close();
    return new MemoryCatalogStore();
  }
}
