import { setImmediate } from 'node:timers/promises';
import type { BrowseState } from '#contract/browse.ts';
import type { Cents } from '#contract/money.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { ApiError } from '#contract/errors.ts';
import type { Endpoint, EndpointCall } from '#contract/http/endpoint.ts';
import { getProduct, listCategories, listProducts } from '#contract/http/products.ts';
import { browseProducts, getBlock, getChanges, getManifest, getOverview } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { DataSizes } from '../../data-sizes.ts';
import type { DataHistory } from '../../storage/data-history.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import { browseCards } from './browse.repository.ts';
import { findProducts, listCategoryCounts, listProductVersions, toCategories } from './catalog.repository.ts';
import { readChanges, scopesOf } from '../feed/change-feed.ts';
import { readOverview } from './overview.repository.ts';
import type { ReadContent } from './versioned-responses.ts';
import type { ShopStates } from '../feed/shop-state.ts';
import { findBlock, findManifest } from '../snapshot/snapshot.repository.ts';

export interface ReadHandler {
  readonly endpoint: Endpoint;
  readonly read: (call: EndpointCall<Endpoint>) => Promise<ReadContent>;
}

const ROWS_PER_PART = 4_000;

const FOREVER = 'public, max-age=31536000, immutable';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

function define<E extends Endpoint>(endpoint: E, read: (call: EndpointCall<E>) => Promise<ReadContent>): ReadHandler {
  // The caller parses with the same endpoint, so the call has its shape.
  return { endpoint, read: read as unknown as ReadHandler['read'] };
}

/** Lists the items of the list call as JSON, read in parts so that other requests are answered in between. */
async function listItems(db: Queryable, shop: ShopKey): Promise<string[]> {
  const items: string[] = [];
  for (let lastId = 0; ;) {
    const rows = await listProductVersions(db, shop, lastId, ROWS_PER_PART);
    for (const { id, updated_at, imagecount } of rows) {
      items.push(`{"id":${id},"updated_at":"${new Date(updated_at).toISOString()}","imagecount":${imagecount}}`);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_PART) return items;
    lastId = last.id;
    await setImmediate();
  }
}

const toBrowseState = (query: EndpointCall<typeof browseProducts>['query']): BrowseState => ({
  mainCategory: query.mainCategory ?? null,
  category: query.category ?? null,
  search: toTitleKey(query.search),
  sort: query.sort ?? null,
  page: query.page,
  priceFrom: (query.priceFrom ?? null) as Cents | null,
  priceTo: (query.priceTo ?? null) as Cents | null,
  minRate: query.minRate ?? null,
  inStock: query.inStock !== undefined,
  condition: query.condition ?? null,
});

/** Defines the catalogue's read calls: the content of each response, and what it depends on. */
export function createReadHandlers(
  database: Database,
  history: DataHistory,
  states: ShopStates,
  { changesPerPage }: DataSizes,
): readonly ReadHandler[] {
  const { reader } = database;
  return [
    define(listProducts, async ({ query: { shop } }) => {
      // Read before the rows: a change in between is then sent again rather than missed.
      const { seq, data } = states.get(shop);
      const { epoch } = data;
      const categories = toCategories(await listCategoryCounts(reader, shop));
      const items = await listItems(reader, shop);
      const head = JSON.stringify({ epoch, seq, categories }).slice(1, -1);
      const body = Buffer.from(`{${head},"products":[${items.join(',')}]}`);
      return { body, etag: `"${epoch}-${seq}"`, dependencies: ['products'] };
    }),

    define(getProduct, async ({ params: { id }, query: { shop } }) => {
      const [product] = await findProducts(reader, shop, [id]);
      if (!product) throw new ApiError('not-found');
      return { body: json(product), dependencies: ['products', 'views'] };
    }),

    define(listCategories, async ({ query: { shop } }) => ({
      body: json(toCategories(await listCategoryCounts(reader, shop))),
      dependencies: ['products'],
    })),

    define(browseProducts, async ({ params: { shop }, query }) => {
      if (query.category !== undefined && query.mainCategory === undefined) {
        throw new ApiError('bad-request', 'category needs its mainCategory.');
      }
      const body = json(await browseCards(reader, shop, toBrowseState(query)));
      return { body, dependencies: ['products', 'views'] };
    }),

    define(getOverview, async ({ params: { shop }, query: { sort = null } }) => ({
      body: json(await readOverview(reader, shop, sort)),
      dependencies: ['products', 'views'],
    })),

    define(getChanges, async ({ params: { shop }, query }) => {
      const { products, ...page }: { products?: readonly string[] } & object = await readChanges(history, shop, {
        ...query,
        limit: Math.min(query.limit, changesPerPage),
      });
      // The feed reads the database and may be ahead of this process's shop states.
      if (!('seq' in page) || (page.seq as number) > states.get(shop).seq) await states.refresh([shop]);
      const text = JSON.stringify(page);
      const body = Buffer.from(products ? `${text.slice(0, -1)},"products":[${products.join(',')}]}` : text);
      return { body, cacheControl: 'no-store', dependencies: ['products', 'views', 'snapshot'] };
    }),

    define(getManifest, async ({ params: { shop } }) => {
      const { data, manifest } = await history.read(async (trx, state) => ({
        data: state,
        manifest: await findManifest(trx, shop),
      }));
      if (!manifest)
        throw new ApiError('not-ready', 'The first snapshot of this shop is being built.', { retryAfterSeconds: 2 });
      const scopes = scopesOf(shop);
      const proofs = JSON.stringify({
        proof: history.prove(data, scopes.products, manifest.seq),
        viewsProof: history.prove(data, scopes.views, manifest.views_seq),
      });
      return {
        body: Buffer.from(`${proofs.slice(0, -1)},${manifest.body.slice(1)}`),
        etag: `"${data.epoch}-${data.line.number}-${manifest.number}"`,
        dependencies: ['snapshot'],
      };
    }),

    define(getBlock, async ({ params: { hash } }) => {
      const block = await findBlock(reader, hash);
      if (!block) throw new ApiError('not-found');
      return {
        body: Buffer.from(block.bytes),
        brotli: block.brotli && Buffer.from(block.brotli),
        contentType: 'application/octet-stream',
        cacheControl: FOREVER,
        etag: `"${hash}"`,
      };
    }),
  ];
}
