import { SHOP_KEYS, getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { toOffer } from '#contract/products/offer.ts';
import { getShopVersion } from '../../catalog/feed/feed.repository.ts';
import { findCards } from '../../catalog/reads/catalog.repository.ts';
import type { Database } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { noteOffer } from './watch-rules.ts';
import {
  findWatchCursor,
  hasChangedWatch,
  hasWatches,
  listChangedWatches,
  saveWatchCursor,
  updateWatch,
} from './watch.repository.ts';
import type { ChangedRange, WatchKey } from './watch.repository.ts';

/** How far the cursor moves at most at a time, in numbers of changes. */
const CHANGES_PER_STEP = 500;
/** Watches that one transaction compares, while other writes wait for it. */
const WATCHES_PER_BATCH = 500;

export interface CompareChangesOptions {
  readonly database: Database;
  readonly write: Write;
  /** Time in ms. */
  readonly now: () => number;
}

/**
 * Compares the changes in all shops since a stored cursor with the products that devices watch. The cursor moves only after all watches of
 * the changed products are compared, and a watch remembers what it has seen: no change is lost or counted twice, also across restarts and
 * processes.
 */
export async function compareChanges({ database, write, now }: CompareChangesOptions): Promise<void> {
  // A watch that is saved later begins with the offer of that time: earlier changes are no news to it.
  if (!(await hasWatches(database.reader))) return;
  for (const shop of SHOP_KEYS) {
    let isBehind = await hasChanges(database, shop);
    while (isBehind) isBehind = await compareStep({ database, write, now }, shop);
  }
}

/** Whether a watched product of a shop has changed since the last comparison, or more than `CHANGES_PER_STEP` changes have gathered. */
async function hasChanges({ reader }: Database, shop: ShopKey): Promise<boolean> {
  const { seq } = await getShopVersion(reader, shop);
  const cursor = (await findWatchCursor(reader, shop)) ?? 0;
  return seq - cursor > CHANGES_PER_STEP || (await hasChangedWatch(reader, shop, cursor));
}

/** Compares the next changes of a shop; returns whether there are more. */
async function compareStep({ database, write, now }: CompareChangesOptions, shop: ShopKey): Promise<boolean> {
  const { seq } = await getShopVersion(database.reader, shop);
  const cursor = (await findWatchCursor(database.reader, shop)) ?? 0;
  const changes = { shop, after: cursor, until: Math.min(seq, cursor + CHANGES_PER_STEP) };
  let last: WatchKey | undefined;
  do last = await write((unit) => compareBatch(unit, changes, last, now()));
  while (last);
  await write(({ trx }) => saveWatchCursor(trx, shop, changes.until));
  return changes.until < seq;
}

/** Compares the next watches after `last`; returns the last one compared, undefined when there are no more. */
async function compareBatch(
  { trx }: WriteUnit,
  changes: ChangedRange,
  last: WatchKey | undefined,
  atMs: number,
): Promise<WatchKey | undefined> {
  const watches = await listChangedWatches(trx, changes, { last, limit: WATCHES_PER_BATCH });
  const ids = [...new Set(watches.map(({ product_id }) => product_id))];
  const cards = new Map((await findCards(trx, changes.shop, ids)).map((card) => [card.id, card]));
  for (const watch of watches) {
    const card = cards.get(watch.product_id);
    if (!card) continue;
    const { low_cents, was_available, back_told_at, is_cheaper, is_back } = watch;
    const before = { low_cents, was_available, back_told_at, is_cheaper, is_back };
    const noted = noteOffer(before, toOffer(getShop(changes.shop).offer, card), atMs);
    if (JSON.stringify(noted) !== JSON.stringify(before)) await updateWatch(trx, watch, noted);
  }
  return watches.length < WATCHES_PER_BATCH ? undefined : watches.at(-1);
}
