import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Kysely, Transaction } from 'kysely';
import type { Card } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import { detailsBlockOf, encodeDetailsBlock } from '#contract/blocks/details-block.ts';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import { encodeViews, PLANES } from '#contract/blocks/views-block.ts';
import type { BlockEntry } from '#contract/http/catalog.ts';
import { DETAILS_BLOCK_IDS } from '#contract/limits.ts';
import type { Product } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Schema } from '../../storage/schema.ts';
import { openReader } from '../../storage/open-database.ts';
import { listCategoryCounts } from '../reads/catalog.repository.ts';
import { getShopVersion } from '../feed/feed.repository.ts';
import { rowToCard } from '../products/row-to-card.ts';
import { findBaseSnapshot } from './base-snapshot.ts';
import type { BaseSnapshot } from './base-snapshot.ts';
import { brotliOptionsOf } from './compress-block.ts';
import type { Compression } from './compress-block.ts';
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
import type {
  BuiltBlock,
  BuiltSnapshot,
  DueSnapshot,
  SnapshotMessage,
  SnapshotTask,
  StoreMessage,
} from './snapshot-build.ts';

/** Receives a block that is not stored yet; resolves when the block before it is stored. */
type OnBlock = (block: BuiltBlock) => Promise<void>;

/** Small, because a build reads the rows of one block after the other, each once. */
const CACHE_KB = 8_000;

/** The members of a manifest entry that do not depend on the block's bytes. */
type EntryFields = Omit<BlockEntry, 'hash' | 'bytes'>;

/** Details blocks are sent as the device stores them, gzipped; the others are sent with brotli and stored uncompressed. */
type Packing = 'gzip' | 'brotli';

/** Builds the snapshots of the task's shops one after the other on its own connection, and sends each block as soon as it is built. */
export async function buildSnapshots({ source, due, ...sizes }: SnapshotTask, store: StoreMessage): Promise<void> {
  let stored = Promise.resolve();
  // The next block is built while one is stored.
  const send = async (message: SnapshotMessage): Promise<void> => {
    await stored;
    stored = store(message);
    // A failure is thrown where `stored` is awaited: before the next message, or at the end.
    stored.catch(() => undefined);
  };
  const db = await openReader(source, { cacheKb: CACHE_KB });
  try {
    for (const { shop, renewal } of due) {
      const snapshot = await buildSnapshot(db, { shop, renewal, ...sizes }, (block) => send({ block }));
      await send({ snapshot: { shop, ...snapshot } });
    }
    await stored;
  } finally {
    await db.destroy();
  }
}

/** Builds a shop's snapshot from one committed state. Blocks in which nothing changed are reused; one block's rows are in memory at a time. */
function buildSnapshot(
  db: Kysely<Schema>,
  {
    shop,
    renewal,
    cardsBlockRows,
    quickFromRows,
  }: DueSnapshot & Pick<SnapshotTask, 'cardsBlockRows' | 'quickFromRows'>,
  onBlock: OnBlock,
): Promise<Omit<BuiltSnapshot, 'shop'>> {
  return db.transaction().execute(async (trx) => {
    const version = await getShopVersion(trx, shop);
    const compression = version.count < quickFromRows ? 'best' : 'quick';
    const add: Add = async (entry, source, packing) => ({
      ...entry,
      ...(await storeBlock(trx, { source, packing, compression }, onBlock)),
    });
    const base = await findBaseSnapshot(trx, shop, version, cardsBlockRows);
    const views = await buildViews(trx, shop, add);
    const { seq, updatedAt, viewsSeq, count: rows, digest } = version;
    if (renewal === 'views' && base) {
      const { manifest, plan } = base;
      const [cards, details] = [ofKind(manifest.blocks, 'cards'), ofKind(manifest.blocks, 'details')];
      return { renewal, plan, manifest: { ...manifest, viewsSeq, blocks: [...cards, ...views, ...details] } };
    }
    const { plan, cards } = await buildCards(trx, { shop, cardsBlockRows, base }, add);
    const details = await buildDetails(trx, shop, base, add);
    const blocks = [...cards, ...views, ...details];
    const updated_at = new Date(updatedAt).toISOString();
    const manifest = { format: SNAPSHOT_FORMAT, seq, updated_at, viewsSeq, rows, digest, blocks };
    return { renewal: 'all', plan, manifest };
  });
}

const ofKind = (blocks: readonly BlockEntry[], kind: BlockEntry['kind']): BlockEntry[] =>
  blocks.filter((block) => block.kind === kind);

/** Adds the hash and size of a block to the other fields of its entry, and stores the block unless it is stored already. */
type Add = <Fields>(
  entry: Fields,
  source: Uint8Array,
  packing: Packing,
) => Promise<Fields & Pick<BlockEntry, 'hash' | 'bytes'>>;

interface CardsTask extends Pick<SnapshotTask, 'cardsBlockRows'> {
  readonly shop: ShopKey;
  readonly base: BaseSnapshot | undefined;
}

async function buildCards(
  trx: Transaction<Schema>,
  { shop, cardsBlockRows, base }: CardsTask,
  add: Add,
): Promise<{ plan: CardsUnit[][]; cards: BlockEntry[] }> {
  // Both counts read an index alone.
  const counts = await listCategoryCounts(trx, shop);
  const plan = await planCardsBlocks(
    counts,
    (count) => countByIdRange(trx, shop, count, cardsBlockRows),
    cardsBlockRows,
  );
  const cards: BlockEntry[] = [];
  for (const units of plan) cards.push(base?.findCards(units) ?? (await buildCardsBlock(trx, shop, units, add)));
  return { plan, cards };
}

async function buildCardsBlock(
  trx: Transaction<Schema>,
  shop: ShopKey,
  units: readonly CardsUnit[],
  add: Add,
): Promise<BlockEntry> {
  const { offer } = getShop(shop);
  const cards: Card[] = [];
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
  for (const { name, bytes } of encoded.columns) columns.push(await add({ name }, bytes, 'brotli'));
  const entry: EntryFields = { kind: 'cards', rows: cards.length, shelves: toShelves(units), columns };
  return add(entry, encoded.cards, 'brotli');
}

const toShelves = (units: readonly CardsUnit[]): NonNullable<BlockEntry['shelves']> => {
  const shelves = new Map<string, NonNullable<BlockEntry['shelves']>[number]>();
  for (const { main_category: mainCategory, category, rows } of units) {
    const name = JSON.stringify([mainCategory, category]);
    shelves.set(name, { mainCategory, category, rows: (shelves.get(name)?.rows ?? 0) + rows });
  }
  return [...shelves.values()];
};

async function buildViews(trx: Transaction<Schema>, shop: ShopKey, add: Add): Promise<BlockEntry[]> {
  const counts = await listViewCounts(trx, shop);
  if (counts.length === 0) return [];
  const block = { ids: counts.map(({ id }) => id), counts: counts.map(({ count }) => count) };
  const planes = await add({ name: PLANES }, encodeViews(block), 'brotli');
  const entry: EntryFields = { kind: 'views', rows: counts.length, columns: [planes] };
  return [await add(entry, Buffer.from(JSON.stringify(block)), 'brotli')];
}

async function buildDetails(
  trx: Transaction<Schema>,
  shop: ShopKey,
  base: BaseSnapshot | undefined,
  add: Add,
): Promise<BlockEntry[]> {
  const details: BlockEntry[] = [];
  for (let id = await findNextId(trx, shop, 1); id !== undefined;) {
    const range = detailsBlockOf(id);
    details.push(base?.findDetails(range) ?? (await buildDetailsBlock(trx, shop, range, add)));
    id = await findNextId(trx, shop, (range + 1) * DETAILS_BLOCK_IDS);
  }
  return details;
}

async function buildDetailsBlock(
  trx: Transaction<Schema>,
  shop: ShopKey,
  range: number,
  add: Add,
): Promise<BlockEntry> {
  const { offer } = getShop(shop);
  const first = range * DETAILS_BLOCK_IDS;
  const products = await toProducts(trx, shop, await listRowsByIds(trx, shop, first, first + DETAILS_BLOCK_IDS - 1));
  const entry: EntryFields = { kind: 'details', rows: products.length, range };
  return add(entry, Buffer.from(encodeDetailsBlock(offer, products)), 'gzip');
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
  { source, packing, compression }: { source: Uint8Array; packing: Packing; compression: Compression },
  onBlock: OnBlock,
): Promise<Pick<BlockEntry, 'hash' | 'bytes'>> {
  const sourceHash = sha256(source);
  const known = await findBlockOfSource(trx, sourceHash);
  if (known) return { hash: known.hash, bytes: known.size };
  const bytes = packing === 'gzip' ? gzipSync(source, { level: 9 }) : source;
  const hash = packing === 'gzip' ? sha256(bytes) : sourceHash;
  const brotli = packing === 'brotli' ? brotliCompressSync(source, brotliOptionsOf(source.length, compression)) : null;
  const isQuick = brotli !== null && compression === 'quick';
  await onBlock({ hash, source_hash: sourceHash, bytes, brotli, isQuick });
  return { hash, bytes: bytes.length };
}
