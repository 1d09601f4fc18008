import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Kysely, Transaction } from 'kysely';
import { toCard } from '#contract/blocks/card.ts';
import { encodeCardsBlock } from '#contract/blocks/cards-block.ts';
import { detailsBlockOf, encodeDetailsBlock } from '#contract/blocks/details-block.ts';
import type { BlockEntry, Manifest, ViewsBlock } from '#contract/http/catalog.ts';
import { DETAILS_BLOCK_IDS } from '#contract/limits.ts';
import type { Product } from '#contract/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Schema, SnapshotBlockTable } from '../../storage/schema.ts';
import { listCategoryCounts } from '../reads/catalog.repository.ts';
import { findShop } from '../feed/feed.repository.ts';
import { planCardsBlocks } from './plan-cards-blocks.ts';
import type { CardsUnit } from './plan-cards-blocks.ts';
import { findConditions } from '../products/product.repository.ts';
import { toProduct } from '../products/product-rows.ts';
import type { ProductRow } from '../products/product-rows.ts';
import {
  countByIdRange,
  findBlockOfSource,
  findNextId,
  listRowsByIds,
  listUnitRows,
  listViewCounts,
} from './snapshot.repository.ts';

/** Takes a block that is not stored yet. */
export type OnBlock = (block: SnapshotBlockTable) => void;

type Facts = Omit<BlockEntry, 'hash' | 'bytes'>;

/** Details travel as they lie on the device: gzipped, which every browser can undo. The others travel under brotli and lie plain. */
type Packing = 'gzip' | 'brotli';

/**
 * Makes a shop's snapshot out of one committed state: blocks that are stored already are named again without being compressed again, new
 * ones go to `onBlock`. Meant for a thread of its own; one block's rows are in memory at a time.
 */
export function buildSnapshot(db: Kysely<Schema>, epoch: string, shop: ShopKey, onBlock: OnBlock): Promise<Manifest> {
  return db.transaction().execute(async (trx) => {
    const state = await findShop(trx, shop);
    const blocks: BlockEntry[] = [];
    const add = async (facts: Facts, source: Uint8Array, packing: Packing): Promise<void> => {
      blocks.push(await addBlock(trx, facts, source, packing, onBlock));
    };
    await addCards(trx, shop, add);
    await addViews(trx, shop, add);
    await addDetails(trx, shop, add);
    return { epoch, seq: state.seq, viewsSeq: state.viewsSeq, rows: state.count, digest: state.digest, blocks };
  });
}

type Add = (facts: Facts, source: Uint8Array, packing: Packing) => Promise<void>;

async function addCards(trx: Transaction<Schema>, shop: ShopKey, add: Add): Promise<void> {
  const { offer } = getShop(shop);
  const counts = await listCategoryCounts(trx, shop);
  const blocks = await planCardsBlocks(counts, (count) => countByIdRange(trx, shop, count));
  for (const units of blocks) {
    const cards = [];
    for (const unit of units) {
      const products = await toProducts(trx, shop, await listUnitRows(trx, shop, unit));
      for (const product of products) cards.push(toCard(offer, product));
    }
    await add(
      { kind: 'cards', rows: cards.length, shelves: toShelves(units) },
      encodeCardsBlock(offer, cards),
      'brotli',
    );
  }
}

const toShelves = (units: readonly CardsUnit[]): NonNullable<BlockEntry['shelves']> => {
  const shelves = new Map<string, NonNullable<BlockEntry['shelves']>[number]>();
  for (const { main_category: mainCategory, category, rows } of units) {
    const name = JSON.stringify([mainCategory, category]);
    shelves.set(name, { mainCategory, category, rows: (shelves.get(name)?.rows ?? 0) + rows });
  }
  return [...shelves.values()];
};

async function addViews(trx: Transaction<Schema>, shop: ShopKey, add: Add): Promise<void> {
  const counts = await listViewCounts(trx, shop);
  if (counts.length === 0) return;
  const block: ViewsBlock = { ids: counts.map(({ id }) => id), counts: counts.map(({ count }) => count) };
  await add({ kind: 'views', rows: counts.length }, Buffer.from(JSON.stringify(block)), 'brotli');
}

async function addDetails(trx: Transaction<Schema>, shop: ShopKey, add: Add): Promise<void> {
  const { offer } = getShop(shop);
  for (let id = await findNextId(trx, shop, 1); id !== undefined;) {
    const range = detailsBlockOf(id);
    const end = (range + 1) * DETAILS_BLOCK_IDS;
    const products = await toProducts(trx, shop, await listRowsByIds(trx, shop, range * DETAILS_BLOCK_IDS, end - 1));
    await add(
      { kind: 'details', rows: products.length, range },
      Buffer.from(encodeDetailsBlock(offer, products)),
      'gzip',
    );
    id = await findNextId(trx, shop, end);
  }
}

async function toProducts(trx: Transaction<Schema>, shop: ShopKey, rows: readonly ProductRow[]): Promise<Product[]> {
  const { offer } = getShop(shop);
  const ids = rows.map(({ id }) => id);
  const conditions = offer === 'openBox' ? await findConditions(trx, shop, ids) : undefined;
  return rows.map((row) => toProduct(offer, row, conditions?.get(row.id) ?? [], 0));
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function addBlock(
  trx: Transaction<Schema>,
  facts: Facts,
  source: Uint8Array,
  packing: Packing,
  onBlock: OnBlock,
): Promise<BlockEntry> {
  const sourceHash = sha256(source);
  const known = await findBlockOfSource(trx, sourceHash);
  if (known) return { ...facts, hash: known.hash, bytes: known.size };
  const bytes = packing === 'gzip' ? gzipSync(source, { level: 9 }) : source;
  const hash = packing === 'gzip' ? sha256(bytes) : sourceHash;
  const brotli = packing === 'brotli' ? compressOnce(source) : null;
  onBlock({ hash, source_hash: sourceHash, bytes, brotli });
  return { ...facts, hash, bytes: bytes.length };
}

/** Compressed once and sent to everybody, so as well as brotli can. */
const compressOnce = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
