import type { FieldChange } from '#contract/products/admin-product.ts';
import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import type { Queryable } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { planProductWrite } from './plan-product-write.ts';
import type { ProductWrite, Rejection, StoredProduct } from './plan-product-write.ts';
import { findStoredProducts } from './product.repository.ts';
import { stampProduct } from './shop-counters.ts';
import type { ShopCounters } from './shop-counters.ts';
import { findEndedLives, FIRST_LIFE } from './life.repository.ts';
import { listChanges, RowGuard } from './row-rules.ts';
import type { RowRules } from './row-rules.ts';
import { findInTrash } from './trash.repository.ts';

/** The result of one write. */
export type WriteResult =
  | {
      readonly outcome: 'added' | 'changed' | 'unchanged';
      readonly id: number;
      /** Of a product that a row of a file changes: its title before, and what differs. */
      readonly title?: string;
      readonly changes?: readonly FieldChange[];
    }
  | Rejection;

/** The products that a batch touches, with the writes so far applied. */
export interface WorkingSet {
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
export async function loadWorkingSet(
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

/** Returns the highest id that is or was in use: the id of a deleted product is never assigned automatically. */
export async function findLastId(db: Queryable, shop: ShopKey): Promise<number> {
  const tables = await Promise.all(
    (['product', 'ended_life'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.max('id').as('id'))
        .where('shop', '=', shop)
        .executeTakeFirst(),
    ),
  );
  return Math.max(0, ...tables.map((row) => row?.id ?? 0));
}
