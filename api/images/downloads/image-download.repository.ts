import { createHash } from 'node:crypto';
import type { ExpressionBuilder, Selectable, Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import { chunksOf } from '../../storage/chunks-of.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { ImageDownloadTable } from '../../storage/schema/transfer.ts';
import { skipLocked } from '../../storage/skip-locked.ts';
import type { LivingProduct, ProductKey } from '../image-ids.ts';

export type ImageDownload = Selectable<ImageDownloadTable>;

/** Links of a product in their order. */
export interface ProductLinks {
  readonly productId: number;
  readonly links: readonly string[];
}

/** A link of a product is one download, however many imports contain it. */
const downloadId = ({ shop, productId, life }: LivingProduct, link: string): string =>
  createHash('sha256').update(`${shop}/${productId}/${life}/${link}`).digest('base64url');

/** Queues the images behind links for products that exist. A link that failed becomes due again; one that is queued or fetched stays as it is. */
export async function queueDownloads(
  trx: Transaction<Schema>,
  shop: ShopKey,
  wanted: readonly ProductLinks[],
  nowMs: number,
): Promise<void> {
  const products = wanted.filter(({ links }) => links.length > 0);
  for (const batch of chunksOf(products)) {
    const ids = batch.map(({ productId }) => productId);
    const found = await trx
      .selectFrom('product')
      .select(['id', 'life'])
      .where('shop', '=', shop)
      .where('id', 'in', ids)
      .execute();
    const lives = new Map(found.map(({ id, life }) => [Number(id), life]));
    const rows = batch.flatMap(({ productId, links }) => {
      const life = lives.get(productId);
      return life === undefined ? [] : links.map((link, index) => toRow({ shop, productId, life }, link, index, nowMs));
    });
    for (const part of chunksOf(rows)) {
      await trx
        .insertInto('image_download')
        .values(part)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ state: 'waiting', reason: '', due_at: nowMs })
            .where('image_download.state', '=', 'failed'),
        )
        .execute();
    }
  }
}

const toRow = (product: LivingProduct, link: string, index: number, nowMs: number): ImageDownload => ({
  id: downloadId(product, link),
  shop: product.shop,
  product_id: product.productId,
  life: product.life,
  position: index + 1,
  link,
  state: 'waiting',
  reason: '',
  image_id: null,
  due_at: nowMs,
});

/** Whether the product of a download exists. Products in the trash keep their downloads for a restore. */
const hasProduct = (eb: ExpressionBuilder<Schema, 'image_download'>) =>
  eb.exists(
    eb
      .selectFrom('product')
      .select('product.id')
      .whereRef('product.shop', '=', 'image_download.shop')
      .whereRef('product.id', '=', 'image_download.product_id')
      .whereRef('product.life', '=', 'image_download.life'),
  );

/**
 * Takes some due downloads of products that exist. No other process takes them before `untilMs`; then they are due again, in case this process
 * has died.
 */
export async function claimDownloads(
  trx: Transaction<Schema>,
  { nowMs, untilMs, limit }: { readonly nowMs: number; readonly untilMs: number; readonly limit: number },
): Promise<ImageDownload[]> {
  const due = trx
    .selectFrom('image_download')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('due_at', '<=', nowMs)
    .where(hasProduct)
    .orderBy('due_at')
    .orderBy('product_id')
    .orderBy('position')
    .limit(limit);
  const rows = await skipLocked(trx, due).execute();
  await postponeDownloads(
    trx,
    rows.map(({ id }) => id),
    untilMs,
  );
  return rows;
}

/** Makes waiting downloads due at a time. */
export async function postponeDownloads(trx: Transaction<Schema>, ids: readonly string[], atMs: number): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('image_download')
    .set({ due_at: atMs })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

/** Stores the result of a download: an image, or the reason why there is none. */
export async function settleDownload(
  trx: Transaction<Schema>,
  id: string,
  result: { readonly imageId: string } | { readonly reason: string },
): Promise<void> {
  const columns =
    'imageId' in result
      ? ({ state: 'done', reason: '', image_id: result.imageId } as const)
      : ({ state: 'failed', reason: result.reason } as const);
  await trx.updateTable('image_download').set(columns).where('id', '=', id).execute();
}

/** Deletes the downloads of a product that is purged, and of earlier products with its id. */
export async function deleteDownloads(
  trx: Transaction<Schema>,
  { shop, productId, life }: LivingProduct,
): Promise<void> {
  await trx
    .deleteFrom('image_download')
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('life', '<=', life)
    .execute();
}

/** Returns, by the id of each fetched image, the position of its link among the product's links. */
export async function findFetchedPositions(
  db: Queryable,
  { shop, productId }: ProductKey,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('image_download')
    .select(['image_id', 'position'])
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('image_id', 'is not', null)
    .execute();
  return new Map(rows.map(({ image_id, position }) => [image_id ?? '', position]));
}

/** Selects the downloads of products that exist. Products in the trash may have some as well, for a restore: these are left out. */
const ofProducts = (db: Queryable, shop: ShopKey) =>
  db
    .selectFrom('image_download as download')
    .innerJoin('product', (join) =>
      join
        .onRef('product.shop', '=', 'download.shop')
        .onRef('product.id', '=', 'download.product_id')
        .onRef('product.life', '=', 'download.life'),
    )
    .where('download.shop', '=', shop);

/** Counts the downloads of a shop's products by state. */
export async function countDownloads(
  db: Queryable,
  shop: ShopKey,
): Promise<Readonly<Record<ImageDownload['state'], number>>> {
  const rows = await ofProducts(db, shop)
    .select((eb) => ['download.state', eb.fn.countAll().as('count')])
    .groupBy('download.state')
    .execute();
  const counts = { waiting: 0, done: 0, failed: 0 };
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

/** A download that failed, with the product's title. */
export type FailedDownload = Pick<ImageDownload, 'id' | 'product_id' | 'position' | 'link' | 'reason'> & {
  readonly title: string;
};

/** Lists failed downloads by product and position: the first ones, or those that follow `after`. */
export function listFailedDownloads(
  db: Queryable,
  shop: ShopKey,
  limit: number,
  after?: FailedDownload,
): Promise<FailedDownload[]> {
  const all = ofProducts(db, shop)
    .select([
      'download.id',
      'download.product_id',
      'download.position',
      'download.link',
      'download.reason',
      'product.title',
    ])
    .where('download.state', '=', 'failed')
    .orderBy('download.product_id')
    .orderBy('download.position')
    .orderBy('download.id')
    .limit(limit);
  const rest = after
    ? all.where((eb) =>
        eb(
          eb.refTuple('download.product_id', 'download.position', 'download.id'),
          '>',
          eb.tuple(after.product_id, after.position, after.id),
        ),
      )
    : all;
  return rest.execute();
}

/** Makes the failed downloads of a shop's products due again; returns how many. */
export async function retryDownloads(trx: Transaction<Schema>, shop: ShopKey, nowMs: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('image_download')
    .set({ state: 'waiting', reason: '', due_at: nowMs })
    .where('shop', '=', shop)
    .where('state', '=', 'failed')
    .where(hasProduct)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
