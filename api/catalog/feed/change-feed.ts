import type { ChangesPage } from '#contract/http/catalog.ts';
import { MAX_CHANGES_PER_PAGE } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import type { DataHistory, FeedScope } from '../../storage/data-history.ts';
import { viewsCounter } from '../../storage/history.repository.ts';
import type { Schema } from '../../storage/schema.ts';
import { presentProducts } from '../products/product.repository.ts';
import { PRODUCT_ROW_COLUMNS } from '../products/product-rows.ts';
import { getShopVersion, listProductsAfter, listTombstonesAfter, listViewsAfter } from './feed.repository.ts';

/** Maximum number of uncompressed bytes of products in one reply of the change feed; a single larger row is sent alone. */
export const MAX_CHANGES_BYTES = 512_000;
/** Maximum number of view counts in one reply of the change feed. */
const MAX_VIEWS_PER_PAGE = 2_000;

/** A client's position in the feed. */
export interface FeedCursor {
  readonly epoch: string;
  readonly since: number;
  readonly proof?: string | undefined;
  readonly views: number;
  readonly viewsProof?: string | undefined;
  readonly limit: number;
  /** Maximum number of bytes of products; undefined: the feed's own limit. */
  readonly maxBytes?: number | undefined;
}

/** A page of the feed. Its products are JSON texts: pages are limited in bytes, and nothing is serialized twice. */
export type ChangesReply =
  | { readonly refetch: true; readonly epoch: string }
  | (Omit<ChangesPage, 'products'> & { readonly products?: readonly string[] });

/** Rows read at once: few enough that a page of very long descriptions is never in memory as a whole. */
const ROWS_PER_READ = 100;

const FEED_COLUMNS = [...PRODUCT_ROW_COLUMNS, 'card_digest'] as const;

/** The feeds of a shop's products and of its view counts. */
export const scopesOf = (shop: ShopKey): { readonly products: FeedScope; readonly views: FeedScope } => ({
  products: { name: `catalog/${shop}`, counter: shop },
  views: { name: `views/${shop}`, counter: viewsCounter(shop) },
});

/** Reads what changed after a cursor, within a read of the history: a contiguous range of `seq`, products and tombstones together. */
export async function readShopChanges(
  history: DataHistory,
  trx: Transaction<Schema>,
  epoch: string,
  shop: ShopKey,
  cursor: FeedCursor,
): Promise<ChangesReply> {
  const scopes = scopesOf(shop);
  const state = await getShopVersion(trx, shop);
  const viewsState = { seq: state.viewsSeq, nonce: state.viewsNonce };
  const positions = [
    { scope: scopes.products, seq: cursor.since, proof: cursor.proof, newest: state },
    { scope: scopes.views, seq: cursor.views, proof: cursor.viewsProof, newest: viewsState },
  ];
  const isKnown = await history.includes(trx, epoch, { epoch: cursor.epoch, positions });
  if (!isKnown || cursor.since < state.floor) return { refetch: true, epoch };
  const page = await readRange(trx, shop, cursor, state.seq);
  const views = await readViews(trx, shop, cursor.views, state.viewsSeq);
  const more = page.seq < state.seq || views.viewsSeq < state.viewsSeq;
  const proof = history.prove(epoch, scopes.products, state, page.seq);
  const viewsProof = history.prove(epoch, scopes.views, viewsState, views.viewsSeq);
  // Proofs that the device has already would double the reply to a poll when nothing is new.
  const proofs = {
    ...(proof !== cursor.proof && { proof }),
    ...(viewsProof !== cursor.viewsProof && { viewsProof }),
  };
  return {
    epoch,
    ...proofs,
    seq: page.seq,
    more,
    ...(page.products.length > 0 && { products: page.products, digests: page.digests }),
    ...(page.deleted.length > 0 && { deleted: page.deleted, deleted_at: page.deletedAt }),
    ...(views.views.length > 0 && { views: views.views }),
    viewsSeq: views.viewsSeq,
    ...(!more && { count: state.count, digest: state.digest }),
    snapshotSeq: state.snapshotSeq,
  };
}

/** Writes a page as JSON. */
export function toPageJson({ products, ...page }: { readonly products?: readonly string[] } & object): string {
  const text = JSON.stringify(page);
  return products ? `${text.slice(0, -1)},"products":[${products.join(',')}]}` : text;
}

interface Range {
  readonly products: string[];
  readonly digests: [id: number, seq: number, digest: number][];
  readonly deleted: [id: number, seq: number][];
  /** Time of each deletion. */
  readonly deletedAt: string[];
  /** All changes up to this number are in the page. */
  readonly seq: number;
}

async function readRange(trx: Transaction<Schema>, shop: ShopKey, cursor: FeedCursor, lastSeq: number): Promise<Range> {
  const limit = Math.min(cursor.limit, MAX_CHANGES_PER_PAGE);
  const products: string[] = [];
  const digests: Range['digests'] = [];
  const deleted: Range['deleted'] = [];
  const deletedAt: string[] = [];
  const rangeTo = (end: number): Range => ({ products, digests, deleted, deletedAt, seq: end });
  if (cursor.since === lastSeq) return rangeTo(lastSeq);

  const tombstones = await listTombstonesAfter(trx, shop, cursor.since, limit);
  let seq = cursor.since;
  let sizeBytes = 0;
  const isFull = () => products.length + deleted.length >= limit;
  const takeTombstonesBefore = (end: number): void => {
    for (
      let next = tombstones[deleted.length];
      next && next.seq < end && !isFull();
      next = tombstones[deleted.length]
    ) {
      deleted.push([next.id, next.seq]);
      deletedAt.push(new Date(next.deleted_at).toISOString());
      seq = next.seq;
    }
  };

  for (;;) {
    const rows = await listProductsAfter(trx, shop, seq, Math.min(ROWS_PER_READ, limit), FEED_COLUMNS);
    for (const [place, product] of (await presentProducts(trx, shop, rows)).entries()) {
      takeTombstonesBefore(product.seq);
      if (isFull()) return rangeTo(seq);
      const json = JSON.stringify(product);
      sizeBytes += Buffer.byteLength(json);
      if (sizeBytes > (cursor.maxBytes ?? MAX_CHANGES_BYTES) && products.length > 0) return rangeTo(seq);
      products.push(json);
      digests.push([product.id, product.seq, rows[place]?.card_digest ?? 0]);
      seq = product.seq;
    }
    if (isFull()) return rangeTo(seq);
    if (rows.length < Math.min(ROWS_PER_READ, limit)) break;
  }
  takeTombstonesBefore(Number.POSITIVE_INFINITY);
  // A row that changes again leaves its old number unused, so nothing lies between the last row and the shop's number.
  return rangeTo(isFull() ? seq : lastSeq);
}

async function readViews(
  trx: Transaction<Schema>,
  shop: ShopKey,
  after: number,
  lastSeq: number,
): Promise<{ views: [id: number, count: number][]; viewsSeq: number }> {
  if (after === lastSeq) return { views: [], viewsSeq: lastSeq };
  const rows = await listViewsAfter(trx, shop, after, MAX_VIEWS_PER_PAGE);
  const isCut = rows.length === MAX_VIEWS_PER_PAGE;
  return {
    views: rows.map((row) => [row.product_id, row.count]),
    viewsSeq: isCut ? (rows.at(-1)?.seq ?? lastSeq) : lastSeq,
  };
}
