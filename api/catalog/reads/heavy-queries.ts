import type { BrowseState } from '#contract/products/browse.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { batchProducts, listProducts } from '#contract/http/products.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import type { Queryable } from '../../storage/database.ts';
import { browseCards } from './browse.repository.ts';
import { findProducts, listCategoryCounts, listProductVersions, toCategories } from './catalog.repository.ts';
import { readFirstOverview, readOverview } from './overview.repository.ts';

/**
 * Queries whose time grows with the catalogue or with what the caller asks for. They run outside of the main thread (`batch` also on it, for a
 * few products), so arguments are plain data and results are JSON.
 */
export const HEAVY_QUERIES = {
  batch: readBatch,
  browse: (db: Queryable, shop: ShopKey, state: BrowseState) => browseCards(db, shop, state),
  categories: async (db: Queryable, shop: ShopKey) => toCategories(await listCategoryCounts(db, shop)),
  firstOverview: (db: Queryable, shop: ShopKey, sort: SortKey | null) => readFirstOverview(db, shop, sort),
  list: readList,
  listPart: readListPart,
  overview: (db: Queryable, shop: ShopKey, sort: SortKey | null) => readOverview(db, shop, sort),
} as const;

export type HeavyQuery = keyof typeof HEAVY_QUERIES;

/** The arguments of a query after the database. */
export type QueryArguments<Name extends HeavyQuery> =
  Parameters<(typeof HEAVY_QUERIES)[Name]> extends [Queryable, ...infer Rest] ? Rest : never;

export type QueryResult<Name extends HeavyQuery> = Awaited<ReturnType<(typeof HEAVY_QUERIES)[Name]>>;

const encoder = new TextEncoder();

/** Returns a value as JSON, in a separate buffer: while it is cached, one from Node's pool would keep the whole pool in memory. */
export const toJsonBuffer = (value: unknown): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(value));

/** Runs a query; returns its result as JSON. */
export async function runHeavyQuery(
  db: Queryable,
  name: HeavyQuery,
  args: readonly unknown[],
): Promise<Uint8Array<ArrayBuffer>> {
  const query = HEAVY_QUERIES[name] as (db: Queryable, ...rest: readonly unknown[]) => Promise<unknown>;
  return toJsonBuffer(await query(db, ...args));
}

/** Rows that are read by one query. */
export const ROWS_PER_PART = 4_000;

/** Reads the reply of the list call. `position`: the position at which the change feed continues after the list. */
async function readList(
  db: Queryable,
  shop: ShopKey,
  position: Pick<EndpointReply<typeof listProducts>, 'epoch' | 'seq'>,
): Promise<EndpointReply<typeof listProducts>> {
  const categories = toCategories(await listCategoryCounts(db, shop));
  const products: EndpointReply<typeof listProducts>['products'] = [];
  for (let lastId = 0; ;) {
    const part = await readListPart(db, shop, lastId);
    products.push(...part);
    const last = part.at(-1);
    if (!last || part.length < ROWS_PER_PART) return { ...position, categories, products };
    lastId = last.id;
  }
}

/** Reads the next products of the list call after `lastId`, up to `ROWS_PER_PART`. */
async function readListPart(
  db: Queryable,
  shop: ShopKey,
  lastId: number,
): Promise<EndpointReply<typeof listProducts>['products']> {
  const rows = await listProductVersions(db, shop, lastId, ROWS_PER_PART);
  return rows.map(({ id, updated_at, imagecount }) => ({
    id,
    updated_at: new Date(updated_at).toISOString(),
    imagecount,
  }));
}

/** Reads the reply of the batch call. */
export async function readBatch(
  db: Queryable,
  shop: ShopKey,
  ids: readonly number[],
): Promise<EndpointReply<typeof batchProducts>> {
  const unique = [...new Set(ids)];
  const products = await findProducts(db, shop, unique);
  const found = new Set(products.map(({ id }) => id));
  return { products, missing: unique.filter((id) => !found.has(id)) };
}
