import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { BlockDescription } from '#contract/blocks/details-block.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import type { FactMatches } from '../../api/engine-api.ts';
import { createOfferFilters } from '../query/offer-filters.ts';
import { keepListed, selectFirst } from '../query/query-catalog.ts';
import { createTitleTest, rankMatch } from '../query/select-rows.ts';
import { createPriceReader, createSortValue } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { startMoment } from '../shop-catalog.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import { findBlock } from '../store/catalog-store.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';
import { FactBlockBuilder, factOf } from './fact-block.ts';
import type { FactBlock } from './fact-block.ts';
import { matchFacts } from './fact-matches.ts';
import type { RowFacts } from './fact-matches.ts';

const NONE: FactMatches = { total: 0, matches: [] };

/** Facts of the overlay rows, which are newer than the blocks, at one generation and cursor of the shop. */
interface OverlayFacts {
  readonly generation: number;
  readonly cursor: number;
  readonly block: FactBlock;
}

/** Reads the descriptions of a stored block one by one. Passed in because the background code, which is loaded already, has it. */
export type ReadDescriptions = (bytes: ArrayBuffer) => Promise<Iterator<BlockDescription>>;

/** Thrown in a search that a newer one has replaced: its results would not be shown any more. */
class ReplacedError extends Error {}

/**
 * Finds products by the facts of the descriptions on the device. The facts of a shop are read on its first search, block by block, with
 * other queries answered in between: 66,778 products have 15,000 different facts, 2 MB including the list of products of each.
 */
export class FactSearch {
  readonly #blocks = new Map<ShopKey, ReadonlyMap<string, FactBlock>>();
  readonly #overlays = new Map<ShopKey, OverlayFacts>();
  readonly #readDescriptions: ReadDescriptions;
  readonly #newest = new Map<ShopKey, symbol>();

  constructor(readDescriptions: ReadDescriptions) {
    this.#readDescriptions = readDescriptions;
  }

  /**
   * Returns the first products that a search finds by facts alone; undefined if a newer search has replaced it. @throws Error when the
   * storage fails
   */
  async find(catalog: ShopCatalog, state: BrowseState, limit: number): Promise<FactMatches | undefined> {
    const search = Symbol();
    this.#newest.set(catalog.shop, search);
    try {
      const blocks = await this.#read(catalog, () => {
        if (this.#newest.get(catalog.shop) !== search) throw new ReplacedError();
      });
      const { index } = catalog;
      const rows = index && matchFacts(index, blocks, state.search);
      return index && rows ? select(index, { state, rows, blocks, limit }) : NONE;
    } catch (error) {
      if (error instanceof ReplacedError) return undefined;
      throw error;
    }
  }

  /** Reads the facts that are not in memory. Blocks that were read before a newer search replaces this one stay for the newer one. */
  async #read(catalog: ShopCatalog, assertNewest: () => void): Promise<readonly FactBlock[]> {
    const { record, shop } = catalog;
    if (!record) return [];
    const store = await catalog.store();
    const known = this.#blocks.get(shop);
    const named = record.manifest.blocks.filter(({ kind }) => kind === 'details');
    const current = new Map<string, FactBlock>();
    this.#blocks.set(shop, current);
    for (const { hash } of named) {
      const block = known?.get(hash);
      if (block) current.set(hash, block);
    }
    for (const { hash } of named) {
      if (current.has(hash)) continue;
      assertNewest();
      const bytes = await findBlock(store, shop, hash);
      if (bytes) current.set(hash, await readBlock(bytes, this.#readDescriptions, assertNewest));
    }
    return [...current.values(), await this.#readOverlay(store, record)];
  }

  async #readOverlay(store: CatalogStore, record: ShopRecord): Promise<FactBlock> {
    const { shop, generation, cursor, manifest } = record;
    const known = this.#overlays.get(shop);
    if (known?.generation === generation && known.cursor === cursor) return known.block;
    const stored = await store.loadShop(shop, { ...record, cursor: manifest.seq });
    const builder = new FactBlockBuilder();
    for (const { product } of stored?.overlay ?? []) if (product) builder.add(product);
    const block = builder.finish();
    this.#overlays.set(shop, { generation, cursor, block });
    return block;
  }
}

/** Reads the facts of a block; of a damaged block, those before the damage. */
async function readBlock(bytes: ArrayBuffer, read: ReadDescriptions, assertNewest: () => void): Promise<FactBlock> {
  const descriptions = await read(bytes).catch(() => undefined);
  const builder = new FactBlockBuilder();
  let isOver = startMoment();
  for (let next = nextOf(descriptions); next; next = nextOf(descriptions)) {
    builder.add(next);
    if (!isOver()) continue;
    await new Promise((resolve) => setTimeout(resolve));
    assertNewest();
    isOver = startMoment();
  }
  return builder.finish();
}

/** The next description; undefined at the end of a block, and where it is damaged. */
function nextOf(descriptions: Iterator<BlockDescription> | undefined): BlockDescription | undefined {
  try {
    const next = descriptions?.next();
    return next?.done === false ? next.value : undefined;
  } catch {
    return undefined;
  }
}

interface Selection {
  readonly state: BrowseState;
  readonly rows: RowFacts;
  readonly blocks: readonly FactBlock[];
  readonly limit: number;
}

/** Above every rank of a sort. */
const LAST = 2 ** 32;

/**
 * Selects the first of the graded rows that are in the list, without those that the search finds by title. Shoppers who search for a fact
 * want to buy, so products that cannot be bought come last: in a sort after all others, otherwise after equally good matches.
 */
function select(index: ColumnIndex, { state, rows, blocks, limit }: Selection): FactMatches {
  const isInTitle = createTitleTest(index, state.search);
  const listed = keepListed(index, state, rows.found)
    .filter((row) => !isInTitle(row))
    .sort((a, b) => a - b);
  const rankOf = createRank(index, { ...rows, found: listed }, state.sort);
  const first = selectFirst(index, { limit, rankOf, listed });
  return {
    total: listed.length,
    matches: first.map((row) => ({ card: index.getCard(row), fact: factOf(blocks, rows.facts[row] as number) })),
  };
}

/** Returns the function that ranks the found rows, smallest first. */
function createRank(index: ColumnIndex, { found, grades }: RowFacts, sort: SortKey | null): (row: number) => number {
  const inStock = createOfferFilters(index, { ...EMPTY_BROWSE_STATE, inStock: true });
  const priceOf = createPriceReader(index);
  const isLast = (row: number): boolean => !inStock.passes(row) || priceOf(row) === 0;
  const ranks = new Uint8Array(index.rows);
  for (const row of found) ranks[row] = (sort === null ? 2 * (grades[row] as number) : 1) + Number(isLast(row));
  const { viewCounts } = index;
  if (sort === null) return (row) => rankMatch(ranks[row] as number, viewCounts[row] as number);
  const valueOf = createSortValue(index, sort);
  return (row) => valueOf(row) + ((ranks[row] as number) - 1) * LAST;
}
