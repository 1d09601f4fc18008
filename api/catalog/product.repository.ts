import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { Write } from '../storage/write-unit.ts';
import { recordCount } from '../stock/record-count.ts';
import { planProductWrite } from './plan-product-write.ts';
import type { ProductWrite, Rejection, StoredProduct } from './plan-product-write.ts';
import { findStoredProducts, insertTombstones, removeProducts, upsertProducts } from './product-table.repository.ts';
import { changeShop, stampProduct } from './shop-counters.ts';
import type { ShopCounters } from './shop-counters.ts';

export type { ProductWrite } from './plan-product-write.ts';

/** What became of one write. */
export type WriteResult = { readonly outcome: 'added' | 'changed' | 'unchanged'; readonly id: number } | Rejection;

/** The one way in which products change. */
export interface ProductRepository {
  /** Adds and changes products in one transaction; refused ones do not hold back the others. Results stand in the order of the writes. */
  saveProducts(shop: ShopKey, writes: readonly ProductWrite[]): Promise<WriteResult[]>;
  /** Deletes products in one transaction and leaves tombstones; gives the ids that existed. */
  deleteProducts(shop: ShopKey, ids: readonly number[]): Promise<number[]>;
  countProducts(shop: ShopKey): Promise<number>;
}

export interface ProductRepositoryOptions {
  readonly database: Database;
  readonly write: Write;
  /** Time in ms; may step back, `updated_at` never does. */
  readonly now: () => number;
}

export function createProductRepository({ database, write, now }: ProductRepositoryOptions): ProductRepository {
  return {
    saveProducts: (shop, writes) =>
      write((unit) =>
        changeShop(unit, shop, now, async (counters) => {
          const { trx } = unit;
          const working = await loadWorkingSet(trx, shop, writes);
          const results = writes.map((one) => saveOne(shop, one, working, counters));
          const before = working.loaded.filter(({ row }) => working.changed.has(row.id));
          const after = [...working.changed.values()];
          await upsertProducts(trx, after);
          await recordCount(trx, { shop, before, after, at: now() });
          return results;
        }),
      ),

    deleteProducts: (shop, ids) =>
      write((unit) =>
        changeShop(unit, shop, now, async (counters) => {
          const { trx } = unit;
          const found = await findStoredProducts(trx, shop, { ids, externalIds: [] });
          const tombstones = found.map(({ row }) => {
            counters.replace(row.card_digest, undefined);
            const { seq, updated_at } = counters.next();
            return { shop, id: row.id, seq, deleted_at: updated_at };
          });
          const deletedIds = tombstones.map(({ id }) => id);
          await removeProducts(trx, shop, deletedIds);
          await insertTombstones(trx, tombstones);
          await recordCount(trx, { shop, before: found, after: [], at: now() });
          return deletedIds;
        }),
      ),

    async countProducts(shop) {
      const row = await database.reader.selectFrom('shop').select('count').where('key', '=', shop).executeTakeFirst();
      return row?.count ?? 0;
    },
  };
}

/** The products that a batch touches, as they stand after the writes so far. */
interface WorkingSet {
  /** As the database had them. */
  readonly loaded: readonly StoredProduct[];
  readonly byId: Map<number, StoredProduct>;
  readonly byExternalId: Map<string, number>;
  readonly changed: Map<number, StoredProduct>;
  takeFreeId(): number | undefined;
}

async function loadWorkingSet(
  trx: Transaction<Schema>,
  shop: ShopKey,
  writes: readonly ProductWrite[],
): Promise<WorkingSet> {
  const found = await findStoredProducts(trx, shop, {
    ids: writes.flatMap(({ id }) => (Number.isSafeInteger(id) ? [id as number] : [])),
    externalIds: writes.flatMap(({ external_id }) => (external_id === undefined ? [] : [external_id])),
  });
  const byId = new Map(found.map((product) => [product.row.id, product]));
  let lastId = await findLastId(trx, shop);
  return {
    loaded: found,
    byId,
    byExternalId: new Map(found.flatMap(({ row }) => (row.external_id === null ? [] : [[row.external_id, row.id]]))),
    changed: new Map(),
    takeFreeId() {
      // Ids given in this batch may lie above all stored ones.
      for (const id of byId.keys()) if (id > lastId) lastId = id;
      if (lastId >= MAX_PRODUCT_ID) return undefined;
      lastId += 1;
      return lastId;
    },
  };
}

/** The highest id that is or was in use: an id of a deleted product is not given to another by itself. */
async function findLastId(trx: Transaction<Schema>, shop: ShopKey): Promise<number> {
  const tables = await Promise.all(
    (['product', 'tombstone'] as const).map((table) =>
      trx
        .selectFrom(table)
        .select((eb) => eb.fn.max('id').as('id'))
        .where('shop', '=', shop)
        .executeTakeFirst(),
    ),
  );
  return Math.max(0, ...tables.map((row) => row?.id ?? 0));
}

function saveOne(shop: ShopKey, write: ProductWrite, working: WorkingSet, counters: ShopCounters): WriteResult {
  const { offer } = getShop(shop);
  const idOfName = write.external_id === undefined ? undefined : working.byExternalId.get(write.external_id);
  if (idOfName !== undefined && write.id !== undefined && write.id !== idOfName) {
    return {
      outcome: 'rejected',
      code: 'external-id-taken',
      field: 'external_id',
      reason: `external_id belongs to product ${idOfName}`,
    };
  }
  const knownId = idOfName ?? write.id;
  const existing = knownId === undefined ? undefined : working.byId.get(knownId);
  const planned = planProductWrite(offer, existing, write);
  if (planned === 'unchanged') return { outcome: 'unchanged', id: existing?.row.id ?? 0 };
  if ('outcome' in planned) return planned;
  const id = knownId ?? working.takeFreeId();
  if (id === undefined)
    return {
      outcome: 'rejected',
      code: 'no-free-id',
      field: 'id',
      reason: 'id must be given: the highest one is in use',
    };

  const stored = stampProduct(shop, { ...planned, row: { ...planned.row, shop, id } }, existing, counters);
  if (existing?.row.external_id) working.byExternalId.delete(existing.row.external_id);
  if (stored.row.external_id !== null) working.byExternalId.set(stored.row.external_id, id);
  working.byId.set(id, stored);
  working.changed.set(id, stored);
  return { outcome: existing ? 'changed' : 'added', id };
}
