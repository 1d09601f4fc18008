import { listEditorImages } from '#contract/products/admin-product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ImageClaims } from './image-claims.ts';
import type { Database } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { addFreedUnits } from '../../stock/freed-units.ts';
import { recordCount } from '../../stock/record-count.ts';
import { withCleanDescription } from './plan-product-write.ts';
import type { ProductWrite, StoredProduct } from './plan-product-write.ts';
import { findStoredProducts, insertTombstones, removeProducts, storeProducts } from './product.repository.ts';
import { endLives, findEndedLife, FIRST_LIFE } from './life.repository.ts';
import { changeShop } from './shop-counters.ts';
import { findInTrash, insertIntoTrash, removeFromTrash } from './trash.repository.ts';
import type { RowRules } from './row-rules.ts';
import { loadWorkingSet } from './working-set.ts';
import type { WriteResult } from './working-set.ts';
import { resetViews } from './view.repository.ts';

export type { ProductWrite } from './plan-product-write.ts';
export type { WriteResult } from './working-set.ts';

/** The only write path of products; it keeps image claims and the stock ledger in step with them. */
export interface ProductWritesService {
  /**
   * Adds and changes products in one transaction; a rejected write does not prevent the others. Results are in the order of the writes. `rules`: the
   * writes are rows of a file.
   */
  saveProducts(shop: ShopKey, writes: readonly ProductWrite[], rules?: RowRules): Promise<WriteResult[]>;
  /** The same within the caller's transaction. */
  saveProductsIn(
    unit: WriteUnit,
    shop: ShopKey,
    writes: readonly ProductWrite[],
    rules?: RowRules,
  ): Promise<WriteResult[]>;
  /** Deletes products in one transaction, with tombstones, and moves them to the trash; returns the ids that existed. */
  deleteProducts(shop: ShopKey, ids: readonly number[]): Promise<number[]>;
  /** The same within the caller's transaction. */
  deleteProductsIn(unit: WriteUnit, shop: ShopKey, ids: readonly number[]): Promise<number[]>;
  /** Restores products from the trash with their images; returns the ids of those that the trash holds. */
  restoreProductsIn(unit: WriteUnit, shop: ShopKey, ids: readonly number[]): Promise<number[]>;
  /** Purges a deleted product from the trash, if it is there: it can no longer be restored. */
  purgeDeletedIn(unit: WriteUnit, shop: ShopKey, id: number): Promise<void>;
  countProducts(shop: ShopKey): Promise<number>;
}

export interface ProductWritesServiceOptions {
  readonly database: Database;
  readonly write: Write;
  readonly imageClaims: ImageClaims;
  /** Time in ms; may step back, `updated_at` never does. */
  readonly now: () => number;
}

const showsEditorImages = (description: string): boolean => listEditorImages(description).length > 0;

export function createProductWritesService(options: ProductWritesServiceOptions): ProductWritesService {
  const { database, write, imageClaims, now } = options;

  const purge = async (unit: WriteUnit, shop: ShopKey, id: number): Promise<void> => {
    await removeFromTrash(unit.trx, shop, id);
    await imageClaims.release(unit, shop, id);
  };

  const save: ProductWritesService['saveProductsIn'] = (unit, shop, writes, rules) =>
    changeShop(unit, shop, now, async (counters) => {
      const { trx } = unit;
      const working = await loadWorkingSet(trx, shop, writes, rules);
      const results = writes.map((one, index) => working.save(one, counters, index));
      const before = working.loaded.filter(({ row }) => working.changed.has(row.id));
      const after = [...working.changed.values()];
      for (const { row } of after) if (working.inTrash.has(row.id)) await purge(unit, shop, row.id);
      await storeProducts(trx, after, new Set(before.map(({ row }) => row.id)));
      await recordCount(trx, { shop, before, after, at: now() });
      await resetViews(trx, shop, working.reused);
      await claimForDescriptions(unit, before, after);
      return results;
    });

  const claimForDescriptions = async (
    unit: WriteUnit,
    before: readonly StoredProduct[],
    after: readonly StoredProduct[],
  ): Promise<void> => {
    const formerly = new Map(before.map(({ row }) => [row.id, row.description]));
    for (const { row } of after) {
      const former = formerly.get(row.id) ?? '';
      if (row.description === former || (!showsEditorImages(row.description) && !showsEditorImages(former))) continue;
      await imageClaims.claimEditorImages(unit, row.shop, row.id, row.description);
    }
  };

  const remove = (unit: WriteUnit, shop: ShopKey, ids: readonly number[]): Promise<number[]> =>
    changeShop(unit, shop, now, async (counters) => {
      const { trx } = unit;
      const found = await findStoredProducts(trx, shop, { ids, externalIds: [] });
      const tombstones = found.map(({ row }) => {
        counters.replace(row.card_digest, undefined);
        const { seq, updated_at } = counters.next();
        return { shop, id: row.id, seq, deleted_at: updated_at };
      });
      const deletedIds = tombstones.map(({ id }) => id);
      const at = now();
      await removeProducts(trx, shop, deletedIds);
      await insertTombstones(trx, tombstones);
      await endLives(
        trx,
        found.map(({ row: { id, life } }) => ({ shop, id, life })),
      );
      await insertIntoTrash(trx, shop, found, at);
      await recordCount(trx, { shop, before: found, after: [], at });
      return deletedIds;
    });

  return {
    saveProducts(shop, writes, rules) {
      const clean = writes.map((one) => ({ ...one, fields: withCleanDescription(one.fields) }));
      return write((unit) => save(unit, shop, clean, rules));
    },
    saveProductsIn: save,
    deleteProducts: (shop, ids) => write((unit) => remove(unit, shop, ids)),
    deleteProductsIn: remove,

    async restoreProductsIn(unit, shop, ids) {
      const { trx } = unit;
      const trashed = await findInTrash(trx, shop, ids);
      const restored: (ProductWrite & { readonly id: number })[] = [];
      for (const [id, { external_id, imagecount, placeholder, identity = '', fields: deleted }] of trashed) {
        // Before the save, which would take the restored product for another one with the same id.
        await removeFromTrash(trx, shop, id);
        const life = (await findEndedLife(trx, shop, id)) ?? FIRST_LIFE;
        const fields = await addFreedUnits(trx, { shop, product_id: id, life }, deleted);
        const images = { imagecount, placeholder };
        restored.push({ id, life, identity, fields, images, ...(external_id !== null && { external_id }) });
      }
      const saved = await save(unit, shop, restored);
      // Another product may have taken the external id.
      const nameless = restored
        .filter((_, index) => saved[index]?.outcome === 'rejected')
        .map(({ external_id: _, ...rest }) => rest);
      for (const result of nameless.length > 0 ? await save(unit, shop, nameless) : []) {
        if (result.outcome === 'rejected')
          throw new Error(`a deleted product of ${shop} is no longer valid: ${result.reason}`);
      }
      return restored.map(({ id }) => id);
    },

    async purgeDeletedIn(unit, shop, id) {
      if ((await findInTrash(unit.trx, shop, [id])).has(id)) await purge(unit, shop, id);
    },

    async countProducts(shop) {
      const row = await database.reader.selectFrom('shop').select('count').where('key', '=', shop).executeTakeFirst();
      return row?.count ?? 0;
    },
  };
}
