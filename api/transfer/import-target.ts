import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createProductWritesService } from '#api/catalog/products/product-writes.service.ts';
import type { ProductWrite, WriteResult } from '#api/catalog/products/product-writes.service.ts';
import type { RowRules } from '#api/catalog/products/row-rules.ts';
import { createImageClaims } from '#api/images/image-claims.service.ts';
import { migrate } from '#api/storage/migrate.ts';
import { createWrite } from '#api/storage/create-write.ts';
import type { DatabaseSource } from '#api/storage/database-source.ts';
import { copyTable, listTables } from '#api/storage/tables.ts';
import { openDatabase, openReader } from '#api/storage/open-database.ts';
import type { Schema } from '#api/storage/schema.ts';
import type { ShopKey } from '#contract/shops.ts';
import { openSqliteDatabase } from '#api/storage/sqlite/sqlite-database.ts';
import { importRedirects } from '#api/redirects/import-redirects.service.ts';
import type { RedirectImport } from '#api/redirects/import-redirects.service.ts';
import type { ImportResult } from '#contract/products/admin-product.ts';
import { saveRows } from './save-rows.ts';

/** Where imported products go. */
export interface ImportTarget {
  /** Saves rows of a file, with the links to the images of each, in one transaction. */
  save(
    shop: ShopKey,
    writes: readonly ProductWrite[],
    rules: RowRules,
    images: readonly (readonly string[])[],
  ): Promise<readonly WriteResult[]>;
  /** Imports rows of a list of old addresses, in one transaction. */
  saveRedirects(shop: ShopKey, rows: RedirectImport['rows']): Promise<readonly ImportResult[]>;
  close(): Promise<void>;
}

/** Opens the server's own database. A running server notices the commits. */
export async function openTarget(source: DatabaseSource): Promise<ImportTarget> {
  const database = await openDatabase(source);
  await migrate(database.writer);
  const write = await createWrite(database, () => undefined);
  const products = createProductWritesService({ database, write, imageClaims: createImageClaims(), now: Date.now });
  return {
    save: (shop, writes, rules, images) =>
      write((unit) => saveRows(unit, { products, shop, writes, rules, images, now: Date.now })),
    saveRedirects: (shop, rows) => write((unit) => importRedirects(unit, { shop, rows, isDryRun: false })),
    close: () => database.close(),
  };
}

/** Opens a temporary copy of the database, deleted on close, so that a dry run has the same results as a real import. */
export async function openDryRunTarget(source: DatabaseSource): Promise<ImportTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-dry-run-'));
  const copy = join(folder, 'copy.sqlite');
  try {
    if (source.engine === 'postgres') await copyCatalogue(source, copy);
    else if (existsSync(source.file)) await copyDatabase(source.file, copy);
    const target = await openTarget({ engine: 'sqlite', file: copy });
    return {
      save: target.save,
      saveRedirects: target.saveRedirects,
      async close() {
        await target.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Tables that an import reads or writes. */
const CATALOGUE: ReadonlySet<string> = new Set<keyof Schema>([
  'shop',
  'product',
  'product_condition',
  'tombstone',
  'product_view',
  'ended_life',
  'deleted_product',
  'stock_move',
  'product_picture',
  'image_download',
  'redirect',
]);

/** Copies the catalogue of a PostgreSQL database, in its state at one moment, into a new SQLite file. */
async function copyCatalogue(source: DatabaseSource, file: string): Promise<void> {
  const target = openSqliteDatabase(file);
  const reader = await openReader(source);
  try {
    await migrate(target.writer);
    const tables = (await listTables(target.reader)).filter(({ name }) => CATALOGUE.has(name));
    await reader.transaction().execute(async (trx) => {
      for (const table of tables) await copyTable(trx, target, table);
    });
  } finally {
    await reader.destroy();
    await target.close();
  }
}

/** Copies the committed data while others may write. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new BetterSqlite3(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(to);
  } finally {
    source.close();
  }
}
