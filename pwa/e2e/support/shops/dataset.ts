import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AffiliateFields } from '#contract/products/product.ts';
import type { ProductWrite } from '#api/catalog/products/product-writes.service.ts';
import { generateProducts } from '#api/testing/generate-products.ts';

/** A real catalogue of PC parts, where available: gzipped JSON lines with the import's fields. */
const REAL_FILE = resolve(import.meta.dirname, '../../../../../shared/data/pc-parts-affiliate.jsonl.gz');
export const FULL_ROWS = 66_778;

export interface Dataset {
  readonly name: string;
  readonly rows: readonly ProductWrite[];
}

/** Returns the real catalogue's file, undefined when it is not available. */
export function findRealFile(): string | undefined {
  const file = process.env['CATALOGUE_FILE'] ?? REAL_FILE;
  return existsSync(file) ? file : undefined;
}

/** Reads the real catalogue, or generates one of the same size and shape. A `limit` below the size takes every n-th row of the real one. */
export function readDataset(limit = FULL_ROWS): Dataset {
  const file = findRealFile();
  if (file === undefined) return { name: `generated, ${limit} rows`, rows: [...generateProducts(limit)] };
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const step = Math.max(1, Math.floor(lines.length / limit));
  const rows = lines
    .filter((_line, place) => place % step === 0)
    .slice(0, limit)
    .map((line): ProductWrite => {
      const { external_id, ...fields } = JSON.parse(line) as AffiliateFields & { external_id: string };
      return { external_id, fields };
    });
  return { name: `real PC parts, ${rows.length} rows`, rows };
}

/** Repeats rows under new titles until there are `count`: a catalogue of the same shape, but larger. */
export function repeatRows(rows: readonly ProductWrite[], count: number): ProductWrite[] {
  return Array.from({ length: count }, (_, place) => {
    const row = rows[place % rows.length] as ProductWrite;
    const copy = Math.floor(place / rows.length);
    if (copy === 0) return row;
    const title = `${row.fields.title ?? ''} ${copy}`;
    return { ...row, external_id: `${row.external_id ?? place}-${copy}`, fields: { ...row.fields, title } };
  });
}
