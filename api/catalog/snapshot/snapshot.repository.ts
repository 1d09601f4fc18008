import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import { chunksOf } from '../../storage/chunks-of.ts';
import { EPOCH_KEY } from '../../storage/history.repository.ts';
import type { Queryable } from '../../storage/database.ts';
import { findMeta } from '../../storage/meta.repository.ts';
import type { Schema } from '../../storage/schema.ts';
import type { SnapshotBlockTable } from '../../storage/schema/catalog.ts';
import type { CategoryCount } from '../reads/catalog.repository.ts';
import type { CardsUnit } from './plan-cards-blocks.ts';
import type { BuiltManifest } from './built-manifest.ts';
import { SNAPSHOT_LAYOUT } from './find-renewal.ts';
import type { BuiltBlock, BuiltSnapshot } from './snapshot-build.ts';
import { PRODUCT_ROW_COLUMNS } from '../products/product-rows.ts';
import type { ProductRow } from '../products/product-rows.ts';
import { CARD_ROW_COLUMNS } from '../products/row-to-card.ts';
import type { CardRow } from '../products/row-to-card.ts';

/** A stored manifest; `body` is its JSON text, to which proofs are added when it is sent. */
export interface StoredManifest {
  readonly number: number;
  readonly seq: number;
  readonly views_seq: number;
  readonly body: string;
}

/** Lists the rows of a unit, with the columns that cards need. */
export function listUnitRows(trx: Queryable, shop: ShopKey, unit: CardsUnit): Promise<CardRow[]> {
  let query = trx
    .selectFrom('product')
    .select(CARD_ROW_COLUMNS)
    .where('shop', '=', shop)
    .where('main_category', '=', unit.main_category)
    .where('category', '=', unit.category);
  if (unit.ids) query = query.where('id', '>=', unit.ids[0]).where('id', '<=', unit.ids[1]);
  return query.execute();
}

/** Counts the products of a category by ranges of `rangeIds` ids. */
export function countByIdRange(
  trx: Queryable,
  shop: ShopKey,
  { main_category, category }: CategoryCount,
  rangeIds: number,
): Promise<{ range: number; rows: number }[]> {
  const range = sql<number>`id / ${sql.lit(rangeIds)}`;
  return trx
    .selectFrom('product')
    .select((eb) => [range.as('range'), eb.fn.countAll<number>().as('rows')])
    .where('shop', '=', shop)
    .where('main_category', '=', main_category)
    .where('category', '=', category)
    .groupBy(range)
    .orderBy(range)
    .execute();
}

/** Lists whole products with ids from `first` to `last`, by id. */
export function listRowsByIds(trx: Queryable, shop: ShopKey, first: number, last: number): Promise<ProductRow[]> {
  return trx
    .selectFrom('product')
    .select(PRODUCT_ROW_COLUMNS)
    .where('shop', '=', shop)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .execute();
}

/** Returns the lowest id in use from `first` on. */
export async function findNextId(trx: Queryable, shop: ShopKey, first: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('product')
    .select('id')
    .where('shop', '=', shop)
    .where('id', '>=', first)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Lists the view counts of existing products, by id. */
export function listViewCounts(trx: Queryable, shop: ShopKey): Promise<{ id: number; count: number }[]> {
  return trx
    .selectFrom('product_view')
    .innerJoin('product', (join) =>
      join.onRef('product.shop', '=', 'product_view.shop').onRef('product.id', '=', 'product_view.product_id'),
    )
    .select(['product.id', 'product_view.count'])
    .where('product_view.shop', '=', shop)
    .orderBy('product.id')
    .execute();
}

/** Returns the hash and size of the stored block that was built from a source, whether its bytes are in its row or in the bucket. */
export async function findBlockOfSource(
  trx: Queryable,
  sourceHash: string,
): Promise<{ hash: string; size: number } | undefined> {
  const inRow = await trx
    .selectFrom('snapshot_block')
    .select((eb) => ['hash', eb.fn<number>('length', ['bytes']).as('size')])
    .where('source_hash', '=', sourceHash)
    .executeTakeFirst();
  if (inRow) return inRow;
  return trx
    .selectFrom('bucket_block')
    .select(['hash', 'size'])
    .where('source_hash', '=', sourceHash)
    .executeTakeFirst();
}

/** Returns a block whose bytes are in its row, by its public hash. */
export function findBlock(
  db: Queryable,
  hash: string,
): Promise<Pick<SnapshotBlockTable, 'bytes' | 'brotli'> | undefined> {
  return db.selectFrom('snapshot_block').select(['bytes', 'brotli']).where('hash', '=', hash).executeTakeFirst();
}

/** Finds a block of the newest snapshots that was compressed quickly at `sinceMs` or earlier and has not been refined yet. */
export async function findQuickBlock(db: Queryable, sinceMs: number): Promise<string | undefined> {
  const listOf = (table: 'snapshot_block' | 'bucket_block') =>
    db
      .selectFrom(table)
      .select('hash')
      .where('quick_since', 'is not', null)
      .where('quick_since', '<=', sinceMs)
      .orderBy('quick_since')
      .execute();
  const quick = [...(await listOf('snapshot_block')), ...(await listOf('bucket_block'))];
  if (quick.length === 0) return undefined;
  const newest = await db
    .selectFrom('snapshot_manifest as manifest')
    .select('body')
    .where('number', '=', (eb) =>
      eb
        .selectFrom('snapshot_manifest as other')
        .select(({ fn }) => fn.max('other.number').as('number'))
        .whereRef('other.shop', '=', 'manifest.shop'),
    )
    .execute();
  const named = new Set(newest.flatMap(({ body }) => listHashes(body)));
  return quick.find(({ hash }) => named.has(hash))?.hash;
}

/** Replaces the compressed form of a block by the best possible one. */
export async function storeRefinedBlock(db: Queryable, hash: string, brotli: Uint8Array): Promise<void> {
  await db.updateTable('snapshot_block').set({ brotli, quick_since: null }).where('hash', '=', hash).execute();
}

/** Lists the hashes of all blocks that the text of a manifest names. */
const listHashes = (body: string): string[] => listBlocks(JSON.parse(body) as Manifest).map(({ hash }) => hash);

/** Returns the newest manifest of a shop. */
export function findManifest(db: Queryable, shop: ShopKey): Promise<StoredManifest | undefined> {
  return db
    .selectFrom('snapshot_manifest')
    .select(['number', 'seq', 'views_seq', 'body'])
    .where('shop', '=', shop)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A stored snapshot that the next one may continue. */
export interface StoredPlan {
  readonly manifest: BuiltManifest;
  /** Units of each cards block, in the manifest's order. */
  readonly plan: CardsUnit[][];
}

/** Returns the newest snapshot of a shop; undefined when there is none, or when it has another layout or lacks a block. */
export async function findStoredPlan(trx: Queryable, shop: ShopKey): Promise<StoredPlan | undefined> {
  const row = await trx
    .selectFrom('snapshot_manifest')
    .select(['layout', 'plan', 'body'])
    .where('shop', '=', shop)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.plan === null || row.layout !== SNAPSHOT_LAYOUT) return undefined;
  const { epoch: _, ...manifest } = JSON.parse(row.body) as Manifest;
  if (await findMissingBlock(trx, manifest)) return undefined;
  return { manifest, plan: JSON.parse(row.plan) as CardsUnit[][] };
}

/** A product that changed after a snapshot, with its current categories; or only the id of a deleted one. */
export interface ChangedRow extends Partial<Pick<CardsUnit, 'main_category' | 'category'>> {
  readonly id: number;
}

/** Lists what changed after `seq`, by the index on that number. */
export async function listChangedRows(trx: Queryable, shop: ShopKey, seq: number): Promise<ChangedRow[]> {
  const changed = await trx
    .selectFrom('product')
    .select(['id', 'main_category', 'category'])
    .where('shop', '=', shop)
    .where('seq', '>', seq)
    .execute();
  const deleted = await trx
    .selectFrom('tombstone')
    .select('id')
    .where('shop', '=', shop)
    .where('seq', '>', seq)
    .execute();
  return [...changed, ...deleted];
}

/** Stores a block that a snapshot is about to name. */
export async function storeBlock(db: Queryable, { isQuick, ...block }: BuiltBlock, nowMs: number): Promise<void> {
  await db
    .insertInto('snapshot_block')
    .values({ ...block, quick_since: isQuick ? nowMs : null })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Stores a snapshot. @throws Error when one of its blocks is missing */
export async function storeSnapshot(
  trx: Transaction<Schema>,
  { shop, renewal, manifest, plan }: BuiltSnapshot,
  nowMs: number,
): Promise<void> {
  const missing = await findMissingBlock(trx, manifest);
  if (missing) throw new Error(`block ${missing.hash} of a new snapshot of ${shop} is missing`);
  const newest = await trx
    .selectFrom('snapshot_manifest')
    .select(['number', 'products_at'])
    .where('shop', '=', shop)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  await trx
    .insertInto('snapshot_manifest')
    .values({
      shop,
      number: (newest?.number ?? 0) + 1,
      seq: manifest.seq,
      views_seq: manifest.viewsSeq,
      created_at: nowMs,
      products_at: renewal === 'views' && newest ? newest.products_at : nowMs,
      layout: SNAPSHOT_LAYOUT,
      plan: JSON.stringify(plan),
      body: JSON.stringify({ epoch: await findMeta(trx, EPOCH_KEY), ...manifest }),
    })
    .execute();
}

async function findMissingBlock(
  trx: Queryable,
  manifest: Pick<Manifest, 'blocks'>,
): Promise<{ readonly hash: string } | undefined> {
  const inRows = await trx.selectFrom('snapshot_block').select('hash').execute();
  const inBucket = await trx.selectFrom('bucket_block').select('hash').where('size', '>', 0).execute();
  const hashes = new Set([...inRows, ...inBucket].map(({ hash }) => hash));
  return listBlocks(manifest).find(({ hash }) => !hashes.has(hash));
}

/**
 * Deletes the snapshots that were superseded up to a time, and the blocks in rows that no snapshot names. Must not run during a build, whose
 * blocks are not named yet.
 */
export async function deleteOldSnapshots(trx: Transaction<Schema>, supersededByMs: number): Promise<void> {
  const successors = await trx
    .selectFrom('snapshot_manifest')
    .select((eb) => ['shop', eb.fn.max('number').as('number')])
    .where('created_at', '<=', supersededByMs)
    .groupBy('shop')
    .execute();
  for (const { shop, number } of successors)
    await trx.deleteFrom('snapshot_manifest').where('shop', '=', shop).where('number', '<', number).execute();
  const named = await listNamedBlocks(trx);
  const stored = await trx.selectFrom('snapshot_block').select('hash').execute();
  const unnamed = stored.map(({ hash }) => hash).filter((hash) => !named.has(hash));
  await deleteBlockRows(trx, 'snapshot_block', unnamed);
}

/** Deletes rows of blocks, many per statement, because other writes wait for the transaction. */
export async function deleteBlockRows(
  trx: Transaction<Schema>,
  table: 'snapshot_block' | 'bucket_block',
  hashes: readonly string[],
): Promise<void> {
  for (const part of chunksOf(hashes)) await trx.deleteFrom(table).where('hash', 'in', part).execute();
}

async function listNamedBlocks(trx: Queryable): Promise<ReadonlySet<string>> {
  const bodies = await trx.selectFrom('snapshot_manifest').select('body').execute();
  return new Set(bodies.flatMap(({ body }) => listHashes(body)));
}

/** Deletes the rows of blocks in the bucket that were stored up to a time and that no snapshot names; returns their hashes. */
export async function deleteUnnamedBucketBlocks(trx: Transaction<Schema>, storedByMs: number): Promise<string[]> {
  const stored = await trx.selectFrom('bucket_block').select('hash').where('stored_at', '<=', storedByMs).execute();
  if (stored.length === 0) return [];
  const named = await listNamedBlocks(trx);
  const unnamed = stored.map(({ hash }) => hash).filter((hash) => !named.has(hash));
  await deleteBlockRows(trx, 'bucket_block', unnamed);
  return unnamed;
}
