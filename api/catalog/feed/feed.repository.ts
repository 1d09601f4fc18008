import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Queryable } from '../../storage/database.ts';
import { EPOCH_KEY } from '../../storage/history.repository.ts';
import { prepareQuery } from '../../storage/prepared-query.ts';
import type { Schema } from '../../storage/schema.ts';
import type { ProductTable } from '../../storage/schema/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';

/** Versions of a shop's data. */
export interface ShopVersion {
  readonly seq: number;
  /** A value that the commit of that number has stored with it; it tells the same number of two histories apart. */
  readonly nonce: string;
  /** Time of the change with that number, in ms. */
  readonly updatedAt: number;
  readonly viewsSeq: number;
  readonly viewsNonce: string;
  /** Number of products, and the sum of their digests, at `seq`. */
  readonly count: number;
  readonly digest: number;
  /** A client with a cursor below it must load a snapshot again. */
  readonly floor: number;
  /** Cursors and number of the newest manifest; 0 when there is none yet. */
  readonly snapshotSeq: number;
  readonly snapshotViewsSeq: number;
  readonly snapshotNumber: number;
  /** When it was stored, in ms. */
  readonly snapshotStoredAt: number;
  /** When its cards and details were built, in ms, and the layout of its blocks. */
  readonly snapshotAt: number;
  readonly snapshotLayout: number;
}

/** Returns the current versions of a shop, with those of its newest snapshot. @throws Error when the shop has no row */
export async function getShopVersion(db: Queryable, shop: ShopKey): Promise<ShopVersion> {
  const row = await selectVersion.first(db, { shop });
  if (!row) throw new Error(`no database row for shop ${shop}`);
  return toVersion(row);
}

/** The nonces that the history has at earlier numbers of a shop; null: the number was never given, or its nonce is no longer kept. */
export interface EarlierNonces {
  readonly nonce: string | null;
  readonly viewsNonce: string | null;
}

/** Returns the current versions of a shop, its epoch, and the nonces at earlier numbers, in one statement. @throws Error when the shop has no row */
export async function getShopState(
  db: Queryable,
  shop: ShopKey,
  before: Pick<ShopVersion, 'seq' | 'viewsSeq'> = { seq: 0, viewsSeq: 0 },
): Promise<{ readonly state: ShopVersion & { readonly epoch: string }; readonly earlier: EarlierNonces }> {
  const row = await selectState.first(db, { shop, seqBefore: before.seq, viewsSeqBefore: before.viewsSeq });
  if (!row) throw new Error(`no database row for shop ${shop}`);
  const { epoch, nonceBefore, viewsNonceBefore, ...version } = row;
  return {
    state: { ...toVersion(version), epoch },
    earlier: { nonce: nonceBefore, viewsNonce: viewsNonceBefore },
  };
}

type VersionRow = NonNullable<Awaited<ReturnType<typeof selectVersion.first>>>;

function toVersion(row: VersionRow): ShopVersion {
  const {
    views_seq,
    last_updated_at,
    snapshotSeq,
    snapshotViewsSeq,
    snapshotNumber,
    snapshotStoredAt,
    snapshotAt,
    snapshotLayout,
    ...counters
  } = row;
  return {
    ...counters,
    updatedAt: last_updated_at,
    viewsSeq: views_seq,
    snapshotSeq: snapshotSeq ?? 0,
    snapshotViewsSeq: snapshotViewsSeq ?? 0,
    snapshotNumber: snapshotNumber ?? 0,
    snapshotStoredAt: snapshotStoredAt ?? 0,
    snapshotAt: snapshotAt ?? 0,
    snapshotLayout: snapshotLayout ?? 0,
  };
}

/** The name of the counter that `viewsCounter` returns, for the shop of the row. */
const VIEWS_COUNTER = sql<string>`shop.key || ' views'`;

const versionOf = (db: Queryable, value: { readonly shop: ShopKey }) => {
  const manifests = db
    .selectFrom('snapshot_manifest')
    .select(({ fn }) => [
      fn.max<number | null>('number').as('snapshotNumber'),
      fn.max<number | null>('snapshot_manifest.seq').as('snapshotSeq'),
      fn.max<number | null>('snapshot_manifest.views_seq').as('snapshotViewsSeq'),
      fn.max<number | null>('created_at').as('snapshotStoredAt'),
      fn.max<number | null>('products_at').as('snapshotAt'),
      fn.max<number | null>('layout').as('snapshotLayout'),
    ])
    .where('snapshot_manifest.shop', '=', value.shop)
    .as('newest');
  return db
    .selectFrom('shop')
    .innerJoin(manifests, (join) => join.onTrue())
    .innerJoin('history as products', (join) =>
      join.onRef('products.counter', '=', 'shop.key').onRef('products.seq', '=', 'shop.seq'),
    )
    .innerJoin('history as views', (join) =>
      join.on('views.counter', '=', VIEWS_COUNTER).onRef('views.seq', '=', 'shop.views_seq'),
    )
    .select(['products.nonce', 'views.nonce as viewsNonce'])
    .select(['shop.seq', 'shop.last_updated_at', 'shop.views_seq', 'shop.count', 'shop.digest', 'shop.floor'])
    .select([
      'newest.snapshotNumber',
      'newest.snapshotSeq',
      'newest.snapshotViewsSeq',
      'newest.snapshotStoredAt',
      'newest.snapshotAt',
      'newest.snapshotLayout',
    ])
    .where('shop.key', '=', value.shop);
};
const selectVersion = prepareQuery(versionOf);
const selectState = prepareQuery(
  (db, value: { readonly shop: ShopKey; readonly seqBefore: number; readonly viewsSeqBefore: number }) =>
    versionOf(db, value)
      .innerJoin('meta', (join) => join.on('meta.key', '=', EPOCH_KEY))
      .leftJoin('history as before', (join) =>
        join.onRef('before.counter', '=', 'shop.key').on('before.seq', '=', value.seqBefore),
      )
      .leftJoin('history as viewsBefore', (join) =>
        join.on('viewsBefore.counter', '=', VIEWS_COUNTER).on('viewsBefore.seq', '=', value.viewsSeqBefore),
      )
      .select(['meta.value as epoch', 'before.nonce as nonceBefore', 'viewsBefore.nonce as viewsNonceBefore']),
);

/** Lists products whose last change is after `seq`, in the order of change. */
export function listProductsAfter<Column extends keyof ProductTable>(
  trx: Transaction<Schema>,
  shop: ShopKey,
  seq: number,
  limit: number,
  columns: readonly Column[],
): Promise<Pick<ProductTable, Column>[]> {
  return trx
    .selectFrom('product')
    .select(columns as readonly (keyof ProductTable)[])
    .where('shop', '=', shop)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute() as Promise<Pick<ProductTable, Column>[]>;
}

/** Lists tombstones after `seq`, in the order of deletion. */
export function listTombstonesAfter(
  trx: Transaction<Schema>,
  shop: ShopKey,
  seq: number,
  limit: number,
): Promise<{ id: number; seq: number; deleted_at: number }[]> {
  return trx
    .selectFrom('tombstone')
    .select(['id', 'seq', 'deleted_at'])
    .where('shop', '=', shop)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Lists view counts whose last change is after `seq`, in the order of change. */
export function listViewsAfter(
  trx: Transaction<Schema>,
  shop: ShopKey,
  seq: number,
  limit: number,
): Promise<{ product_id: number; count: number; seq: number }[]> {
  return trx
    .selectFrom('product_view')
    .select(['product_id', 'count', 'seq'])
    .where('shop', '=', shop)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/**
 * Deletes tombstones from before a time and raises the shop's floor; returns how many were deleted. The floor never passes the newest
 * snapshot, because a device whose cursor is below the floor starts again from there.
 */
export async function purgeTombstones(
  trx: Transaction<Schema>,
  shop: ShopKey,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const { snapshotSeq } = await getShopVersion(trx, shop);
  const old = await trx
    .selectFrom('tombstone')
    .select(['id', 'seq'])
    .where('shop', '=', shop)
    .where('deleted_at', '<', beforeMs)
    .where('seq', '<=', snapshotSeq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const last = old.at(-1);
  if (!last) return 0;
  const ids = old.map(({ id }) => id);
  await trx.deleteFrom('product_view').where('shop', '=', shop).where('product_id', 'in', ids).execute();
  await trx.deleteFrom('tombstone').where('shop', '=', shop).where('id', 'in', ids).execute();
  await trx.updateTable('shop').set({ floor: last.seq }).where('key', '=', shop).execute();
  return old.length;
}
