import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { ProductWrite } from '../catalog/products/plan-product-write.ts';
import { generateProducts, inBatches, REAL_CATALOGUE_SIZE } from '../testing/generate-products.ts';

const BATCH_SIZE = 1_000;

/** Reads products from gzipped JSON lines, or generates them when the file does not exist, in batches. */
export async function* readProducts(
  file: string,
  generated: number = REAL_CATALOGUE_SIZE,
): AsyncGenerator<ProductWrite[]> {
  if (!existsSync(file)) {
    yield* inBatches(generateProducts(generated), BATCH_SIZE);
    return;
  }
  let batch: ProductWrite[] = [];
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const { external_id, ...fields } = JSON.parse(line) as Record<string, string>;
    if (batch.push({ ...(external_id !== undefined && { external_id }), fields }) < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
