import type { Transaction } from 'kysely';
import { listEditorImages } from '#contract/products/admin-product.ts';
import type { FieldChange } from '#contract/products/admin-product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import type { ImageClaims } from './image-claims.ts';
import type { Database } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { addFreedUnits } from '../../stock/freed-units.ts';
import { recordCount } from '../../stock/record-count.ts';
import { withCleanDescription, planProductWrite } from './plan-product-write.ts';
import type { ProductWrite, StoredProduct, Rejection } from './plan-product-write.ts';
import {
  findStoredProducts,
  insertTombstones,
  removeProducts,
  storeProducts,
  findLastId,
} from './product.repository.ts';
import { endLives, findEndedLife, FIRST_LIFE, findEndedLives } from './life.repository.ts';
import { changeShop, stampProduct } from './shop-counters.ts';
import type { ShopCounters } from './shop-counters.ts';
import { findInTrash, insertIntoTrash, removeFromTrash } from './trash.repository.ts';
import { listChanges, RowGuard } from './row-rules.ts';
import type { RowRules } from './row-rules.ts';
import { resetViews } from './view.repository.ts';
import type { Schema } from '../../storage/schema.ts';

export type { ProductWrite } from './plan-product-write.ts';

/**
 * Writes products, and keeps image claims and the stock ledger in step with them. Elsewhere only orders change products, and only their
 * stock.
 */
export interface ProductWritesService {
  /**
   * Adds and changes products in one transaction; a rejected write does not prevent the others. Results are in the order of the writes. `rules`:
   * given when the writes are rows of a file.
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
  /** Restores products from the trash with their images; returns the ids of those that the trash held. */
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
      const names = new Map<number, { readonly external_id: string }>();
      for (const [id, { external_id, identity = '', fields: deleted, ...summary }] of trashed) {
        // Before the save, which would take the restored product for another one with the same id.
        await removeFromTrash(trx, shop, id);
        const life = (await findEndedLife(trx, shop, id)) ?? FIRST_LIFE;
        const fields = await addFreedUnits(trx, { shop, product_id: id, life }, deleted);
        const { imagecount, placeholder, condition_images = '' } = summary;
        const images = { imagecount, placeholder, condition_images };
        restored.push({ id, life, identity, fields, images });
        if (external_id !== null) names.set(id, { external_id });
      }
      const named = restored.map((each) => ({ ...each, ...names.get(each.id) }));
      const saved = await save(unit, shop, named);
      // Another product may have taken the external id.
      const nameless = restored.filter((_, index) => saved[index]?.outcome === 'rejected');
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

/** The result of one write. */
export type WriteResult =
  | {
      readonly outcome: 'added' | 'changed' | 'unchanged';
      readonly id: number;
      /** When a row of a file changes a product: the product's former title, and what differs. */
      readonly title?: string;
      readonly changes?: readonly FieldChange[];
    }
  | Rejection;

/** The products that a batch touches, with the writes so far applied. */
interface WorkingSet {
  /** As stored before the batch. */
  readonly loaded: readonly StoredProduct[];
  /** Ids of deleted products in the trash: a product that takes such an id replaces the deleted one for good. */
  readonly inTrash: ReadonlySet<number>;
  /** Ids of added products that other products have had before. */
  readonly reused: readonly number[];
  readonly changed: ReadonlyMap<number, StoredProduct>;
  /** `index`: the place of the write in the batch. */
  save(write: ProductWrite, counters: ShopCounters, index: number): WriteResult;
}

/** Loads what a batch of writes touches. The transaction must hold the shop's lock. */
async function loadWorkingSet(
  trx: Transaction<Schema>,
  shop: ShopKey,
  writes: readonly ProductWrite[],
  rules?: RowRules,
): Promise<WorkingSet> {
  const { offer } = getShop(shop);
  const guard = rules && new RowGuard(rules);
  const ids = writes.flatMap(({ id }) => (Number.isSafeInteger(id) ? [id as number] : []));
  const loaded = await findStoredProducts(trx, shop, {
    ids,
    externalIds: writes.flatMap(({ external_id }) => (external_id === undefined ? [] : [external_id])),
  });
  const trash = await findInTrash(trx, shop, ids);
  const endedLives = await findEndedLives(trx, shop, ids);
  const byId = new Map(loaded.map((product) => [product.row.id, product]));
  const byExternalId = new Map(
    loaded.flatMap(({ row }) => (row.external_id === null ? [] : [[row.external_id, row.id] as const])),
  );
  const changed = new Map<number, StoredProduct>();
  const reused: number[] = [];
  const highestId = await findLastId(trx, shop);
  let lastId = highestId;

  const nextFreeId = (): number | undefined => {
    if (lastId >= MAX_PRODUCT_ID) return undefined;
    lastId += 1;
    return lastId;
  };

  return {
    loaded,
    inTrash: new Set(trash.keys()),
    reused,
    changed,
    save(write, counters, index) {
      const idOfExternalId = write.external_id === undefined ? undefined : byExternalId.get(write.external_id);
      if (idOfExternalId !== undefined && write.id !== undefined && write.id !== idOfExternalId) {
        return {
          outcome: 'rejected',
          code: 'external-id-taken',
          field: 'external_id',
          reason: `external_id belongs to product ${idOfExternalId}`,
        };
      }
      const knownId = idOfExternalId ?? write.id;
      const existing = knownId === undefined ? undefined : byId.get(knownId);
      const repeat = existing && guard?.rejectRepeat(existing.row.id);
      if (repeat) return repeat;
      const isReused = !existing && knownId !== undefined && knownId <= highestId;
      // Caches may hold images of an earlier product with this id; none of their versions is above the shop's sequence number.
      const planned = planProductWrite(offer, existing, write, isReused ? counters.seq : 0);
      if (planned === 'unchanged') {
        const id = existing?.row.id ?? 0;
        guard?.claim(id, index);
        return { outcome: 'unchanged', id };
      }
      if ('outcome' in planned) return planned;
      const wrongId = existing && idOfExternalId === undefined ? guard?.rejectId(write, existing) : undefined;
      if (wrongId) return wrongId;
      const id = knownId ?? nextFreeId();
      if (id === undefined) {
        return {
          outcome: 'rejected',
          code: 'no-free-id',
          field: 'id',
          reason: 'id must be given: the highest one is in use',
        };
      }

      const newLife = endedLives.has(id) ? counters.seq + 1 : FIRST_LIFE;
      const life = existing?.row.life ?? write.life ?? newLife;
      const identity = existing?.row.identity ?? write.identity ?? '';
      const row = { ...planned.row, shop, id, life, identity };
      const stored = stampProduct(shop, { ...planned, row }, existing, counters);
      if (existing?.row.external_id) byExternalId.delete(existing.row.external_id);
      if (stored.row.external_id !== null) byExternalId.set(stored.row.external_id, id);
      byId.set(id, stored);
      // Ids given in this batch may lie above all stored ones.
      lastId = Math.max(lastId, id);
      changed.set(id, stored);
      if (!existing && life === newLife && life > FIRST_LIFE) reused.push(id);
      guard?.claim(id, index);
      if (!existing) return { outcome: 'added', id };
      if (!guard) return { outcome: 'changed', id };
      return { outcome: 'changed', id, title: existing.row.title, changes: listChanges(offer, existing, planned) };
    },
  };
}
