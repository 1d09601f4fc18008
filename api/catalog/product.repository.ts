import { toCard } from '#contract/blocks/card.ts';
import { addDigest, digestCard, subtractDigest } from '#contract/blocks/digest.ts';
import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Schema, ShopTable } from '../storage/schema.ts';
import { planProductWrite } from './plan-product-write.ts';
import type { PlannedProduct, ProductWrite, Rejection, StoredProduct } from './plan-product-write.ts';
import { findStoredProducts, insertTombstones, removeProducts, upsertProducts } from './product-table.repository.ts';
import { toProduct } from './product-rows.ts';

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
  /** Time in ms; may step back, `updated_at` never does. */
  readonly now: () => number;
  /** Called after each commit that changed something, with the shop's new seq. */
  readonly onChange: (shop: ShopKey, seq: number) => Promise<void> | void;
}

/** The counters of a shop while a transaction holds them; every change takes the next number. */
interface Counters {
  readonly row: ShopTable;
  next(): { seq: number; updated_at: number };
  /** Puts one card's digest in the place of another's; undefined is no card. */
  replace(oldDigest: number | undefined, newDigest: number | undefined): void;
}

export function createProductRepository({ database, now, onChange }: ProductRepositoryOptions): ProductRepository {
  /** Runs a change under the shop's lock and stores its counters as the last statement. */
  const change = async <T>(
    shop: ShopKey,
    run: (trx: Transaction<Schema>, counters: Counters) => Promise<T>,
  ): Promise<T> => {
    const { result, seq, hasMoved } = await database.writer.transaction().execute(async (trx) => {
      const locked = await lockShop(trx, shop);
      const counters = createCounters({ ...locked }, now);
      const outcome = await run(trx, counters);
      const moved = counters.row.seq > locked.seq;
      if (moved) await storeCounters(trx, counters.row);
      return { result: outcome, seq: counters.row.seq, hasMoved: moved };
    });
    if (hasMoved) await onChange(shop, seq);
    return result;
  };

  return {
    saveProducts: (shop, writes) =>
      change(shop, async (trx, counters) => {
        const working = await loadWorkingSet(trx, shop, writes);
        const results = writes.map((write) => saveOne(shop, write, working, counters));
        await upsertProducts(trx, [...working.changed.values()]);
        return results;
      }),

    deleteProducts: (shop, ids) =>
      change(shop, async (trx, counters) => {
        const found = await findStoredProducts(trx, shop, { ids, externalIds: [] });
        const tombstones = found.map(({ row }) => {
          counters.replace(row.card_digest, undefined);
          const { seq, updated_at } = counters.next();
          return { shop, id: row.id, seq, deleted_at: updated_at };
        });
        await removeProducts(
          trx,
          shop,
          tombstones.map(({ id }) => id),
        );
        await insertTombstones(trx, tombstones);
        return tombstones.map(({ id }) => id);
      }),

    async countProducts(shop) {
      const row = await database.reader.selectFrom('shop').select('count').where('key', '=', shop).executeTakeFirst();
      return row?.count ?? 0;
    },
  };
}

/**
 * Takes the shop's row for this transaction. Writers of one shop take turns from here to their commit, so that numbers become visible
 * in their order and sums are never built on a stale row, on PostgreSQL as on SQLite.
 */
async function lockShop(trx: Transaction<Schema>, shop: ShopKey): Promise<ShopTable> {
  return trx
    .updateTable('shop')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('key', '=', shop)
    .returning(['key', 'seq', 'count', 'digest', 'floor', 'last_updated_at', 'views_seq'])
    .executeTakeFirstOrThrow();
}

async function storeCounters(trx: Transaction<Schema>, row: ShopTable): Promise<void> {
  await trx
    .updateTable('shop')
    .set({ seq: row.seq, count: row.count, digest: row.digest, last_updated_at: row.last_updated_at })
    .where('key', '=', row.key)
    .execute();
}

function createCounters(row: ShopTable, now: () => number): Counters {
  return {
    row,
    next() {
      row.seq += 1;
      row.last_updated_at = Math.max(now(), row.last_updated_at + 1);
      return { seq: row.seq, updated_at: row.last_updated_at };
    },
    replace(oldDigest, newDigest) {
      if (oldDigest !== undefined) {
        row.digest = subtractDigest(row.digest, oldDigest);
        row.count -= 1;
      }
      if (newDigest !== undefined) {
        row.digest = addDigest(row.digest, newDigest);
        row.count += 1;
      }
    },
  };
}

/** The products that a batch touches, as they stand after the writes so far. */
interface WorkingSet {
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

function saveOne(shop: ShopKey, write: ProductWrite, working: WorkingSet, counters: Counters): WriteResult {
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

  const stored = settle(shop, id, planned, existing, counters);
  if (existing?.row.external_id) working.byExternalId.delete(existing.row.external_id);
  if (stored.row.external_id !== null) working.byExternalId.set(stored.row.external_id, id);
  working.byId.set(id, stored);
  working.changed.set(id, stored);
  return { outcome: existing ? 'changed' : 'added', id };
}

/** Gives a planned product its number, its time and its digest. */
function settle(
  shop: ShopKey,
  id: number,
  planned: PlannedProduct,
  existing: StoredProduct | undefined,
  counters: Counters,
): StoredProduct {
  const { offer } = getShop(shop);
  const row = { ...planned.row, shop, id, ...counters.next(), card_digest: 0 };
  row.card_digest = digestCard(offer, toCard(offer, toProduct(offer, row, planned.conditions, 0)));
  counters.replace(existing?.row.card_digest, row.card_digest);
  return { row, conditions: planned.conditions };
}
