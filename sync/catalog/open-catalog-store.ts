import { CatalogDatabase } from '../database/catalog-database.ts';
import type { CatalogStore } from './catalog-store.ts';
import { DexieCatalogStore } from './dexie-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';

/** An open that neither succeeds nor fails, as behind a tab that does not let go, is given up after this. */
const OPEN_TIMEOUT_MS = 3_000;

const DATABASE_NAME = 'hexlime-catalog';

export interface OpenStoreOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
  /** Another tab with a newer version wants to change the layout: this one has let go of the database. */
  readonly onOutdated: () => void;
}

/**
 * The device's catalogue; in memory where IndexedDB is missing or cannot be opened. A database that is damaged is deleted and made anew:
 * everything in it can be fetched again.
 */
export async function openCatalogStore(options: OpenStoreOptions): Promise<CatalogStore> {
  const idb = options.indexedDB ?? globalThis.indexedDB;
  const keyRange = options.IDBKeyRange ?? globalThis.IDBKeyRange;
  if (!idb) return new MemoryCatalogStore();
  const name = options.name ?? DATABASE_NAME;
  const database = new CatalogDatabase(name, { indexedDB: idb, IDBKeyRange: keyRange });
  database.on('versionchange', () => {
    database.close();
    options.onOutdated();
  });
  const first = await settleWithin(database.open(), OPEN_TIMEOUT_MS);
  if (first.isOk) return new DexieCatalogStore(database);
  // A newer layout belongs to a newer version of the app in another tab; only damage may be deleted.
  const isDamaged =
    first.error instanceof Error &&
    /^(UnknownError|OpenFailedError|InvalidStateError|NotFoundError)$/.test(first.error.name);
  if (isDamaged && (await settleWithin(database.delete(), OPEN_TIMEOUT_MS)).isOk) {
    if ((await settleWithin(database.open(), OPEN_TIMEOUT_MS)).isOk) return new DexieCatalogStore(database);
  }
  database.close();
  return new MemoryCatalogStore();
}

async function settleWithin(
  work: PromiseLike<unknown>,
  timeoutMs: number,
): Promise<{ isOk: boolean; error?: unknown }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<{ isOk: boolean }>((resolve) => {
    timer = setTimeout(() => resolve({ isOk: false }), timeoutMs);
  });
  const outcome = Promise.resolve(work).then(
    () => ({ isOk: true }),
    (error: unknown) => ({ isOk: false, error }),
  );
  const first = await Promise.race([outcome, timeout]);
  clearTimeout(timer);
  return first;
}
