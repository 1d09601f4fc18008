import { createHash } from 'node:crypto';
import type { BrowseState } from '#contract/products/browse.ts';
import type { Cents } from '#contract/money/money.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { ApiError } from '#contract/http/errors.ts';
import { asBuffer, compressBody, QUICK_QUALITY } from '../../http/caching/cached-response.ts';
import { PackedBody } from '../../http/caching/packed-body.ts';
import type { Unpacking } from '../../http/caching/unpacking.ts';
import type { Endpoint, EndpointCall } from '#contract/http/endpoint.ts';
import { getProduct, listCategories, listProducts } from '#contract/http/products.ts';
import { browseProducts, getBlock, getBlocks, getChanges, getManifest, getOverview } from '#contract/http/catalog.ts';
import type { DataSizes } from '../../data-sizes.ts';
import type { DataHistory } from '../../storage/data-history.ts';
import type { Database } from '../../storage/database.ts';
import { findProducts } from './catalog.repository.ts';
import { toJsonBuffer } from './heavy-queries.ts';
import { readListPieces } from './list-pieces.ts';
import type { Misses, ReadCaller } from './misses.ts';
import { readShopChanges, toPageJson } from '../feed/change-feed.ts';
import type { ChangesReply } from '../feed/change-feed.ts';
import { readOtherShops } from '../feed/other-shops.ts';
import type { ReadContent } from './versioned-responses.ts';
import type { ShopStates } from '../feed/shop-state.ts';
import { readManifest } from '../snapshot/read-manifest.ts';
import type { BlockStore } from '../snapshot/blocks/block-store.ts';
import { findBlocksTogether, joinBlocks } from '../snapshot/read-blocks-together.ts';

export interface ReadHandler {
  readonly endpoint: Endpoint;
  /** Returns a call in a form that is the same for all calls with the same meaning. */
  readonly normalize: (call: EndpointCall<Endpoint>) => EndpointCall<Endpoint>;
  /** Reads the content of a response; most reads are charged to the budget of the caller's network. */
  readonly read: (call: EndpointCall<Endpoint>, caller: ReadCaller) => Promise<ReadContent>;
}

export interface ReadHandlersOptions {
  readonly database: Database;
  readonly blocks: Pick<BlockStore, 'find' | 'isElsewhere'>;
  readonly history: DataHistory;
  readonly states: ShopStates;
  readonly misses: Misses;
  readonly unpacking: Unpacking;
  readonly sizes: Pick<DataSizes, 'changesPerPage' | 'packedListFromRows'>;
}

const FOREVER = 'public, max-age=31536000, immutable';
/** Long enough that a response prefetched by the document of a first visit is still fresh when the data worker asks for it. */
const UNTIL_STARTED = 'private, max-age=10';

function define<E extends Endpoint>(
  endpoint: E,
  read: (call: EndpointCall<E>, caller: ReadCaller) => Promise<ReadContent>,
  normalize: (call: EndpointCall<E>) => EndpointCall<E> = (call) => call,
): ReadHandler {
  // Each call is parsed with the handler's endpoint, so it has the type that `read` expects.
  return { endpoint, read, normalize } as unknown as ReadHandler;
}

const toBrowseState = (query: EndpointCall<typeof browseProducts>['query']): BrowseState => ({
  mainCategory: query.mainCategory ?? null,
  category: query.category ?? null,
  search: query.search,
  sort: query.sort ?? null,
  page: query.page,
  priceFrom: (query.priceFrom ?? null) as Cents | null,
  priceTo: (query.priceTo ?? null) as Cents | null,
  minRate: query.minRate ?? null,
  inStock: query.inStock !== undefined,
  condition: query.condition ?? null,
});

/** Blocks from this size on are kept compressed only: smaller ones take little memory, and are sent plain without being unpacked. */
const PACKED_FROM_BYTES = 65_536;

/** Keeps large blocks without their plain bytes, in a fifth of the memory: only programs, not browsers, ask for plain bytes. */
const packBlocks = (
  bytes: Uint8Array,
  brotli: Uint8Array | null | undefined,
  unpacking: Unpacking,
): Pick<ReadContent, 'body' | 'brotli'> =>
  brotli && bytes.length >= PACKED_FROM_BYTES
    ? { body: new PackedBody(asBuffer(brotli), bytes.length, unpacking) }
    : { body: asBuffer(bytes), brotli: brotli ? asBuffer(brotli) : null };

/** Returns whether a page of the feed agrees with a shop state whose newest change is `seq`: the last page must end exactly there. */
const isOfState = (page: ChangesReply, seq: number): boolean =>
  'seq' in page && (page.more ? page.seq <= seq : page.seq === seq);

/** Defines the catalogue's read calls: the content of each response, and what it depends on. */
export function createReadHandlers(options: ReadHandlersOptions): readonly ReadHandler[] {
  const { database, blocks, history, states, misses, unpacking, sizes } = options;
  const { reader } = database;
  return [
    define(listProducts, async ({ query: { shop } }, caller) => {
      // Taken before the rows are read: a change in between is then sent again rather than missed.
      const { seq, nonce, count, epoch } = states.get(shop);
      const position = { epoch, seq };
      const body =
        count < sizes.packedListFromRows
          ? await misses.queryJson(caller, 'list', shop, position)
          : await PackedBody.from(readListPieces(misses, caller, shop, position), unpacking);
      return { body, etag: `"${epoch}-${seq}-${nonce}"`, dependencies: ['products'] };
    }),

    define(getProduct, async ({ params: { id }, query: { shop } }, caller) => {
      const [product] = await misses.runHere(caller, () => findProducts(reader, shop, [id]));
      if (!product) throw new ApiError('not-found');
      return { body: toJsonBuffer(product), dependencies: ['products', 'views'] };
    }),

    define(listCategories, async ({ query: { shop } }, caller) => ({
      body: await misses.queryJson(caller, 'categories', shop),
      dependencies: ['products'],
    })),

    define(
      browseProducts,
      async ({ params: { shop }, query }, caller) => {
        if (query.category !== undefined && query.mainCategory === undefined) {
          throw new ApiError('bad-request', 'category needs its mainCategory.');
        }
        const body = await misses.queryJson(caller, 'browse', shop, toBrowseState(query));
        return { body, dependencies: ['products', 'views'] };
      },
      (call) => ({ ...call, query: { ...call.query, search: toTitleKey(call.query.search) } }),
    ),

    define(getOverview, async ({ params: { shop }, query: { sort = null } }, caller) => ({
      body: await misses.queryJson(caller, 'overview', shop, sort),
      dependencies: ['products', 'views'],
    })),

    define(getChanges, async ({ params: { shop }, query }, caller) => {
      const { epoch: known, since, proof, views, viewsProof, ...rest } = query;
      const limit = Math.min(rest.limit, sizes.changesPerPage);
      const cursor = { epoch: known, since, proof, views, viewsProof, limit };
      const { limit: _, [shop]: __, ...claims } = rest;
      const { page, others } = await misses.runHere(caller, () =>
        history.read(async (trx, epoch) => ({
          page: await readShopChanges(history, trx, epoch, shop, cursor),
          others: await readOtherShops(history, trx, epoch, known, claims),
        })),
      );
      // The feed has read the database, which may be newer than this process's shop states.
      if (!isOfState(page, states.get(shop).seq)) await states.refresh([shop]);
      const othersJson = [...others].map(([key, json]) => `"${key}":${json}`).join(',');
      const json = toPageJson(page);
      const body = Buffer.from(others.size > 0 ? `${json.slice(0, -1)},"others":{${othersJson}}}` : json);
      return { body, cacheControl: 'no-store', dependencies: ['products', 'views', 'snapshot'] };
    }),

    define(getManifest, async ({ params: { shop } }) => {
      const manifest = await history.read((trx, epoch) => readManifest(history, trx, epoch, shop));
      if (!manifest)
        throw new ApiError('not-ready', 'The first snapshot of this shop is being built.', { retryAfterSeconds: 2 });
      return {
        body: Buffer.from(manifest.json),
        cacheControl: UNTIL_STARTED,
        etag: `"${manifest.number}-${manifest.proof}-${manifest.viewsProof}"`,
        dependencies: ['snapshot'],
      };
    }),

    define(getBlocks, async ({ params: { hashes } }, caller) => {
      if (new Set(hashes).size < hashes.length) throw new ApiError('not-found');
      const find = () => findBlocksTogether(blocks, hashes);
      const { body, isPacked } = await (blocks.isElsewhere
        ? misses.fetch(caller, find, joinBlocks)
        : misses.runHere(caller, async () => joinBlocks(await find())));
      const brotli = isPacked ? undefined : await misses.runBeside(caller, () => compressBody(body, QUICK_QUALITY));
      return {
        ...packBlocks(body, brotli, unpacking),
        contentType: 'application/octet-stream',
        cacheControl: FOREVER,
        etag: `"${createHash('sha256').update(hashes.join('.')).digest('hex')}"`,
      };
    }),

    define(getBlock, async ({ params: { hash } }) => {
      const block = await blocks.find(hash);
      if (!block) throw new ApiError('not-found');
      return {
        ...packBlocks(block.bytes, block.brotli, unpacking),
        contentType: 'application/octet-stream',
        cacheControl: FOREVER,
        etag: `"${hash}"`,
      };
    }),
  ];
}
