import type { ShopKey } from '#contract/shops.ts';
import type { ImageClaims } from './image-claims.ts';
import type { Database } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { recordCount } from '../../stock/record-count.ts';
import { withCleanDescription } from './plan-product-write.ts';
import type { ProductWrite, StoredProduct } from './plan-product-write.ts';
import { findStoredProducts, insertTombstones, removeProducts, upsertProducts } from './product.repository.ts';
import { changeShop } from './shop-counters.ts';
import { findInTrash, insertIntoTrash, removeFromTrash } from './trash.repository.ts';
import { loadWorkingSet } from './working-set.ts';
import type { WriteResult } from './working-set.ts';

export type { ProductWrite } from './plan-product-write.ts';
export type { WriteResult } from './working-set.ts';

/** The one way in which products change, with the pictures that their descriptions show. */
export interface ProductWritesService {
  /** Adds and changes products in one transaction; refused ones do not hold back the others. Results stand in the order of the writes. */
  saveProducts(shop: ShopKey, writes: readonly ProductWrite[]): Promise<WriteResult[]>;
  /** The same within the caller's transaction. */
  saveProductsIn(unit: WriteUnit, shop: ShopKey, writes: readonly ProductWrite[]): Promise<WriteResult[]>;
  /** Deletes products in one transaction and leaves tombstones; gives the ids that existed. They can be brought back for a while. */
  deleteProducts(shop: ShopKey, ids: readonly number[]): Promise<number[]>;
  /** The same within the caller's transaction. */
  deleteProductsIn(unit: WriteUnit, shop: ShopKey, ids: readonly number[]): Promise<number[]>;
  /** Brings a deleted product back with its pictures; false when there is nothing to bring back. */
  restoreProductIn(unit: WriteUnit, shop: ShopKey, id: number): Promise<boolean>;
  /** Gives up what was kept of a deleted product, if there is anything: nobody can bring it back. */
  forgetDeletedIn(unit: WriteUnit, shop: ShopKey, id: number): Promise<void>;
  countProducts(shop: ShopKey): Promise<number>;
}

export interface ProductWritesServiceOptions {
  readonly database: Database;
  readonly write: Write;
  readonly imageClaims: ImageClaims;
  /** Time in ms; may step back, `updated_at` never does. */
  readonly now: () => number;
}

export function createProductWritesService(options: ProductWritesServiceOptions): ProductWritesService {
  const { database, write, imageClaims, now } = options;

  const forget = async (unit: WriteUnit, shop: ShopKey, id: number): Promise<void> => {
    await removeFromTrash(unit.trx, shop, id);
    await imageClaims.release(unit, shop, id);
  };

  const save = (unit: WriteUnit, shop: ShopKey, writes: readonly ProductWrite[]): Promise<WriteResult[]> =>
    changeShop(unit, shop, now, async (counters) => {
      const { trx } = unit;
      const working = await loadWorkingSet(trx, shop, writes);
      const results = writes.map((one) => working.save(one, counters));
      const before = working.loaded.filter(({ row }) => working.changed.has(row.id));
      const after = [...working.changed.values()];
      for (const { row } of after) if (working.inTrash.has(row.id)) await forget(unit, shop, row.id);
      for (const id of working.reused) await imageClaims.clear(unit, shop, id);
      await upsertProducts(trx, after);
      await recordCount(trx, { shop, before, after, at: now() });
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
      if (row.description === (formerly.get(row.id) ?? '')) continue;
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
      await insertIntoTrash(trx, shop, found, at);
      await recordCount(trx, { shop, before: found, after: [], at });
      return deletedIds;
    });

  return {
    saveProducts(shop, writes) {
      const clean = writes.map((one) => ({ ...one, fields: withCleanDescription(one.fields) }));
      return write((unit) => save(unit, shop, clean));
    },
    saveProductsIn: save,
    deleteProducts: (shop, ids) => write((unit) => remove(unit, shop, ids)),
    deleteProductsIn: remove,

    async restoreProductIn(unit, shop, id) {
      const kept = (await findInTrash(unit.trx, shop, [id])).get(id);
      if (!kept) return false;
      // Before the product is there again: it is not another one that takes the id.
      await removeFromTrash(unit.trx, shop, id);
      const { external_id, fields, imagecount, placeholder } = kept;
      const images = { imagecount, placeholder };
      const [named] = await save(unit, shop, [{ id, ...(external_id !== null && { external_id }), fields, images }]);
      if (named?.outcome !== 'rejected') return true;
      // Another product may have the name by now.
      const [nameless] = await save(unit, shop, [{ id, fields, images }]);
      if (nameless?.outcome === 'rejected')
        throw new Error(`What was deleted is not valid any more: ${nameless.reason}`);
      return true;
    },

    async forgetDeletedIn(unit, shop, id) {
      if ((await findInTrash(unit.trx, shop, [id])).has(id)) await forget(unit, shop, id);
    },

    async countProducts(shop) {
      const row = await database.reader.selectFrom('shop').select('count').where('key', '=', shop).executeTakeFirst();
      return row?.count ?? 0;
    },
  };
}
