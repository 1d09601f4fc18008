import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Kysely, Transaction } from 'kysely';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import { detailsBlockOf, encodeDetailsBlock } from '#contract/blocks/details-block.ts';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import type { BlockEntry, ViewsBlock } from '#contract/http/catalog.ts';
import { DETAILS_BLOCK_IDS } from '#contract/limits.ts';
import type { Product } from '#contract/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Schema } from '../../storage/schema.ts';
import type { SnapshotBlockTable } from '../../storage/schema/catalog.ts';
import { openSqliteReader } from '../../storage/sqlite-database.ts';
import { listCategoryCounts } from '../reads/catalog.repository.ts';
import { getShopVersion } from '../feed/feed.repository.ts';
import { rowToCard } from '../products/row-to-card.ts';
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
import type { BuiltManifest } from './snapshot.repository.ts';
import type { SnapshotMessage, SnapshotTask } from './snapshot.ts';

/** Receives a block that is not stored yet. */
type OnBlock = (block: SnapshotBlockTable) => void;

/** The members of a manifest entry that do not depend on the block's bytes. */
type EntryFields = Omit<BlockEntry, 'hash' | 'bytes'>;

/** Details blocks are sent as the device stores them, gzipped; the others are sent with brotli and stored uncompressed. */
type Packing = 'gzip' | 'brotli';

/** Builds the snapshots of the task's shops one after the other on its own connection; one message per shop, nothing is stored. */
export async function buildSnapshots(
  { databaseFile, shops, cardsBlockRows }: SnapshotTask,
  onMessage: (message: SnapshotMessage) => void,
): Promise<void> {
  const db = openSqliteReader(databaseFile);
  try {
    for (const shop of shops) {
      const blocks: SnapshotBlockTable[] = [];
      const manifest = await buildSnapshot(db, { shop, cardsBlockRows }, (block) => blocks.push(block));
      onMessage({ shop, manifest, blocks });
    }
  } finally {
    await db.destroy();
  }
}

/** Builds a shop's snapshot from one committed state. Stored blocks are reused by hash; one block's rows are in memory at a time. */
function buildSnapshot(
  db: Kysely<Schema>,
  { shop, cardsBlockRows }: Omit<SnapshotTask, 'databaseFile' | 'shops'> & { readonly shop: ShopKey },
  onBlock: OnBlock,
): Promise<BuiltManifest> {
  return db.transaction().execute(async (trx) => {
    const state = await getShopVersion(trx, shop);
    const blocks: BlockEntry[] = [];
    const store: Store = (source, packing) => storeBlock(trx, source, packing, onBlock);
    const add: Add = async (entry, source, packing) => {
      blocks.push({ ...entry, ...(await store(source, packing)) });
    };
    await addCards(trx, shop, cardsBlockRows, { add, store });
    await addViews(trx, shop, add);
    await addDetails(trx, shop, add);
    const { seq, viewsSeq, count: rows, digest } = state;
    return { format: SNAPSHOT_FORMAT, seq, viewsSeq, rows, digest, blocks };
  });
}

/** Adds an entry with its block. */
type Add = (entry: EntryFields, source: Uint8Array, packing: Packing) => Promise<void>;

/** Stores a block unless it is stored already; returns its name and size. */
type Store = (source: Uint8Array, packing: Packing) => Promise<Pick<BlockEntry, 'hash' | 'bytes'>>;

async function addCards(
  trx: Transaction<Schema>,
  shop: ShopKey,
  blockRows: number,
  { add, store }: { readonly add: Add; readonly store: Store },
): Promise<void> {
  const { offer } = getShop(shop);
  const counts = await listCategoryCounts(trx, shop);
  const blocks = await planCardsBlocks(counts, (count) => countByIdRange(trx, shop, count, blockRows), blockRows);
  for (const units of blocks) {
    const cards = [];
    for (const unit of units) {
      const rows = await listUnitRows(trx, shop, unit);
      const conditions = await findConditions(
        trx,
        shop,
        rows.map(({ id }) => id),
      );
      for (const row of rows) cards.push(rowToCard(offer, row, conditions.get(row.id) ?? []));
    }
    const encoded = encodeCards(offer, cards);
    const columns: NonNullable<BlockEntry['columns']> = [];
    for (const { name, bytes } of encoded.columns) columns.push({ name, ...(await store(bytes, 'brotli')) });
    await add({ kind: 'cards', rows: cards.length, shelves: toShelves(units), columns }, encoded.cards, 'brotli');
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
  const conditions = await findConditions(
    trx,
    shop,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toProduct(offer, row, conditions.get(row.id) ?? [], 0));
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function storeBlock(
  trx: Transaction<Schema>,
  source: Uint8Array,
  packing: Packing,
  onBlock: OnBlock,
): Promise<Pick<BlockEntry, 'hash' | 'bytes'>> {
  const sourceHash = sha256(source);
  const known = await findBlockOfSource(trx, sourceHash);
  if (known) return { hash: known.hash, bytes: known.size };
  const bytes = packing === 'gzip' ? gzipSync(source, { level: 9 }) : source;
  const hash = packing === 'gzip' ? sha256(bytes) : sourceHash;
  const brotli = packing === 'brotli' ? compressOnce(source) : null;
  onBlock({ hash, source_hash: sourceHash, bytes, brotli });
  return { hash, bytes: bytes.length };
}

/** Compressed once and sent to every visitor: the best compression pays. */
const compressOnce = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
