import { SHOP_KEYS, getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { toOffer } from '#contract/offer.ts';
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

/** Numbers of changes that one transaction compares. */
const CHANGES_PER_STEP = 500;

export interface CompareChangesOptions {
  readonly database: Database;
  readonly write: Write;
  /** Time in ms. */
  readonly now: () => number;
}

/**
 * Compares what changed in all shops with what devices watch, from a stored cursor on: news and cursor are committed together, so that no
 * change is lost or counted twice, also across restarts and processes.
 */
export async function compareChanges({ database, write, now }: CompareChangesOptions): Promise<void> {
  // A later watch knows the offer that it was saved with: changes before it are no news.
  if (!(await hasWatches(database.reader))) return;
  for (const shop of SHOP_KEYS) {
    let isBehind = await hasChanges(database, shop);
    while (isBehind) isBehind = await write((unit) => compareStep(unit, shop, now()));
  }
}

/** Whether a watched product of a shop has changed since the last comparison, or so many others that the cursor should move. */
async function hasChanges({ reader }: Database, shop: ShopKey): Promise<boolean> {
  const { seq } = await getShopVersion(reader, shop);
  const cursor = (await findWatchCursor(reader, shop)) ?? 0;
  return seq - cursor > CHANGES_PER_STEP || (await hasChangedWatch(reader, shop, cursor));
}

/** Compares the next changes of a shop; returns whether there are more. */
async function compareStep({ trx }: WriteUnit, shop: ShopKey, atMs: number): Promise<boolean> {
  const { seq } = await getShopVersion(trx, shop);
  const cursor = (await findWatchCursor(trx, shop)) ?? 0;
  const until = Math.min(seq, cursor + CHANGES_PER_STEP);
  const watches = await listChangedWatches(trx, shop, cursor, until);
  const ids = [...new Set(watches.map(({ product_id }) => product_id))];
  // Watches remember what they have seen, so a change that is compared again is no news.
  const cards = new Map((await findCards(trx, shop, ids)).map((card) => [card.id, card]));
  for (const watch of watches) {
    const card = cards.get(watch.product_id);
    if (!card) continue;
    const { low_cents, was_available, back_told_at, is_cheaper, is_back } = watch;
    const before = { low_cents, was_available, back_told_at, is_cheaper, is_back };
    const after = noteOffer(before, toOffer(getShop(shop).offer, card), atMs);
    if (JSON.stringify(after) !== JSON.stringify(before)) await updateWatch(trx, watch, after);
  }
  await saveWatchCursor(trx, shop, until);
  return until < seq;
}
