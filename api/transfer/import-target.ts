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

/** The shop's own database. A server that runs beside sees the commits by itself. */
export async function openTarget(databaseFile: string): Promise<ImportTarget> {
  const database = openSqliteDatabase(databaseFile);
  await migrate(database.writer);
  const write = createWrite(database, () => undefined);
  const products = createProductWritesService({ database, write, imageClaims: createImageClaims(), now: Date.now });
  return { products, close: () => database.close() };
}

/** A copy of the database as it is now, thrown away at the end: a dry run meets exactly what the real one would. */
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

/** Copies what is committed, while others write. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new BetterSqlite3(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(to);
  } finally {
    source.close();
  }
}
