import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createProductWritesService } from '#api/catalog/products/product-writes.service.ts';
import type { ProductWritesService } from '#api/catalog/products/product-writes.service.ts';
import { createImageClaims } from '#api/images/image-claims.service.ts';
import { migrate } from '#api/storage/migrate.ts';
import { openSqliteDatabase } from '#api/storage/sqlite-database.ts';
import { createWrite } from '#api/storage/write-unit.ts';

/** Where imported products go. */
export interface ImportTarget {
  readonly products: ProductWritesService;
  close(): Promise<void>;
}

/** Opens the server's own database. A running server notices the commits. */
export async function openTarget(databaseFile: string): Promise<ImportTarget> {
  const database = openSqliteDatabase(databaseFile);
  await migrate(database.writer);
  const write = createWrite(database, () => undefined);
  const products = createProductWritesService({ database, write, imageClaims: createImageClaims(), now: Date.now });
  return { products, close: () => database.close() };
}

/** Opens a temporary copy of the database, deleted on close: a dry run has the same results as the real one. */
export async function openDryRunTarget(databaseFile: string): Promise<ImportTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-dry-run-'));
  const copy = join(folder, 'copy.sqlite');
  try {
    if (existsSync(databaseFile)) await copyDatabase(databaseFile, copy);
    const target = await openTarget(copy);
    return {
      products: target.products,
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

/** Copies the committed data while others may write. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new BetterSqlite3(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(to);
  } finally {
    source.close();
  }
}
