import type { ShopKey } from '#contract/shops.ts';
import type { ProductWrite, ProductWritesService, WriteResult } from '../catalog/products/product-writes.service.ts';
import type { RowRules } from '../catalog/products/row-rules.ts';
import { queueDownloads } from '../images/downloads/image-download.repository.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** Checked rows of a file. */
export interface SavedRows {
  readonly products: Pick<ProductWritesService, 'saveProductsIn'>;
  readonly shop: ShopKey;
  readonly writes: readonly ProductWrite[];
  readonly rules: RowRules;
  /** The links to the images of each row. */
  readonly images: readonly (readonly string[])[];
  readonly now: () => number;
}

/** Saves the rows of a file, and queues the images of those that are not rejected, in one transaction. */
export async function saveRows(
  unit: WriteUnit,
  { products, shop, writes, rules, images, now }: SavedRows,
): Promise<WriteResult[]> {
  const results = await products.saveProductsIn(unit, shop, writes, rules);
  const wanted = results.flatMap((result, index) =>
    result.outcome === 'rejected' ? [] : [{ productId: result.id, links: images[index] ?? [] }],
  );
  await queueDownloads(unit.trx, shop, wanted, now());
  return results;
}
