import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { WatchedProduct } from '#contract/http/push.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Watch, WatchList } from '#contract/products/watch.ts';
import { chunksOf } from '../../storage/chunks-of.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { WatchTable } from '../../storage/schema/users.ts';
import type { WatchState } from './watch-rules.ts';

/** Whether a user's session has subscribed this device. */
export async function hasSubscription(db: Queryable, sub: string, endpoint: string): Promise<boolean> {
  const found = await db
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('endpoint', '=', endpoint)
    .where('sub', '=', sub)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the watch list of a device; undefined before it has sent one. */
export async function findWatchList(db: Queryable, endpoint: string): Promise<WatchList | undefined> {
  const list = await db.selectFrom('watch_list').selectAll().where('endpoint', '=', endpoint).executeTakeFirst();
  if (!list) return undefined;
  const { time_zone, quiet_from: from, quiet_until: until } = list;
  return {
    time_zone,
    quiet: from === null || until === null ? null : { from, until },
    watches: await listWatches(db, endpoint),
  };
}

export async function listWatches(db: Queryable, endpoint: string): Promise<Watch[]> {
  const rows = await db
    .selectFrom('watch')
    .select(['shop', 'product_id as id', 'life', 'saved_cents'])
    .where('endpoint', '=', endpoint)
    .execute();
  return rows;
}

/** Stores when a device may get messages. */
export async function saveSettings(
  trx: Transaction<Schema>,
  endpoint: string,
  { time_zone, quiet }: Omit<WatchList, 'watches'>,
): Promise<void> {
  const settings = { time_zone, quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null };
  await trx
    .insertInto('watch_list')
    .values({ endpoint, ...settings })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({
        ...settings,
        // The end of the previous quiet hours no longer applies.
        next_message_at: sql`case when watch_list.time_zone = excluded.time_zone
          and watch_list.quiet_from is not distinct from excluded.quiet_from
          and watch_list.quiet_until is not distinct from excluded.quiet_until
          then watch_list.next_message_at else 0 end`,
      }),
    )
    .execute();
}

export async function insertWatches(
  trx: Transaction<Schema>,
  rows: readonly Omit<WatchTable, 'back_told_at' | 'is_cheaper' | 'is_back'>[],
): Promise<void> {
  for (const part of chunksOf(rows)) {
    await trx
      .insertInto('watch')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function deleteWatches(
  trx: Transaction<Schema>,
  endpoint: string,
  products: readonly WatchedProduct[],
): Promise<void> {
  for (const { shop, id } of products) {
    await trx
      .deleteFrom('watch')
      .where('endpoint', '=', endpoint)
      .where('shop', '=', shop)
      .where('product_id', '=', id)
      .execute();
  }
}

export async function updateWatch(
  trx: Transaction<Schema>,
  { endpoint, shop, product_id }: Pick<WatchTable, 'endpoint' | 'shop' | 'product_id'>,
  state: Partial<WatchState>,
): Promise<void> {
  await trx
    .updateTable('watch')
    .set(state)
    .where('endpoint', '=', endpoint)
    .where('shop', '=', shop)
    .where('product_id', '=', product_id)
    .execute();
}

/** Finds a device's watches of some products. */
export const findWatches = (db: Queryable, endpoint: string, shop: ShopKey, ids: readonly number[]) =>
  db
    .selectFrom('watch')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .where('shop', '=', shop)
    .where('product_id', 'in', ids)
    .execute();

/** Selects the watches of a shop's products that changed after a number. Watches of an earlier life of a product are left out. */
const selectChanged = (db: Queryable, shop: ShopKey, after: number) =>
  db
    .selectFrom('product')
    // SQLite keeps the order of a cross join: from the few products that changed to their watches.
    .crossJoin('watch')
    .where('product.shop', '=', shop)
    .where('product.seq', '>', after)
    .whereRef('watch.shop', '=', 'product.shop')
    .whereRef('watch.product_id', '=', 'product.id')
    .whereRef('watch.life', '=', 'product.life');

/** The changes of a shop with numbers above `after` and up to `until`. */
export interface ChangedRange {
  readonly shop: ShopKey;
  readonly after: number;
  readonly until: number;
}

/** Identifies a watch within one shop. */
export type WatchKey = Pick<WatchTable, 'endpoint' | 'product_id'>;

/** Lists the next watches, after `last`, of products that changed within a range. */
export const listChangedWatches = (
  db: Queryable,
  { shop, after, until }: ChangedRange,
  { last = { endpoint: '', product_id: 0 }, limit }: { readonly last: WatchKey | undefined; readonly limit: number },
) =>
  selectChanged(db, shop, after)
    .where('product.seq', '<=', until)
    .where((eb) => eb(eb.refTuple('watch.endpoint', 'watch.product_id'), '>', eb.tuple(last.endpoint, last.product_id)))
    .selectAll('watch')
    .orderBy('watch.endpoint')
    .orderBy('watch.product_id')
    .limit(limit)
    .execute();

export const hasWatches = async (db: Queryable): Promise<boolean> =>
  (await db.selectFrom('watch').select('endpoint').limit(1).executeTakeFirst()) !== undefined;

export const hasChangedWatch = async (db: Queryable, shop: ShopKey, after: number): Promise<boolean> =>
  (await selectChanged(db, shop, after).select('watch.endpoint').limit(1).executeTakeFirst()) !== undefined;

/** Returns how far a shop's changes have been compared; undefined before the first time. */
export async function findWatchCursor(db: Queryable, shop: ShopKey): Promise<number | undefined> {
  const row = await db.selectFrom('watch_cursor').select('seq').where('shop', '=', shop).executeTakeFirst();
  return row?.seq;
}

export async function saveWatchCursor(trx: Transaction<Schema>, shop: ShopKey, seq: number): Promise<void> {
  await trx
    .insertInto('watch_cursor')
    .values({ shop, seq })
    .onConflict((conflict) => conflict.column('shop').doUpdateSet({ seq }))
    .execute();
}

/** The condition of the index of news, word for word: SQLite uses a partial index only for a condition without bound values. */
const HAS_NEWS = sql<boolean>`(is_cheaper = 1 or is_back = 1)`;

/** Selects devices that have news and may get a message, with their settings. */
export function selectWaitingDevices(db: Queryable, atMs: number) {
  return db
    .selectFrom('watch_list')
    .innerJoin('push_subscription', 'push_subscription.endpoint', 'watch_list.endpoint')
    .selectAll('watch_list')
    .select('push_subscription.sub')
    .where('watch_list.next_message_at', '<=', atMs)
    .where('watch_list.endpoint', 'in', (eb) => eb.selectFrom('watch').select('endpoint').where(HAS_NEWS));
}

/** Lists the watches of a device that have news. */
export function listWatchesWithNews(db: Queryable, endpoint: string) {
  return db
    .selectFrom('watch')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .where(HAS_NEWS)
    .orderBy('shop')
    .orderBy('product_id')
    .execute();
}

/** Makes a device wait until a time, if it may get a message now; returns false when it waits already. */
export async function claimDevice(
  trx: Transaction<Schema>,
  endpoint: string,
  atMs: number,
  untilMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('watch_list')
    .set({ next_message_at: untilMs })
    .where('endpoint', '=', endpoint)
    .where('next_message_at', '<=', atMs)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setNextMessageAt(trx: Transaction<Schema>, endpoint: string, atMs: number): Promise<void> {
  await trx.updateTable('watch_list').set({ next_message_at: atMs }).where('endpoint', '=', endpoint).execute();
}

/** Stores how many messages in a row the push service of a device did not take. */
export async function setFailures(trx: Transaction<Schema>, endpoint: string, failures: number): Promise<void> {
  await trx.updateTable('watch_list').set({ failures }).where('endpoint', '=', endpoint).execute();
}

/** Makes devices in quiet hours wait until a time. */
export async function holdBack(trx: Transaction<Schema>, endpoints: readonly string[], untilMs: number): Promise<void> {
  for (const part of chunksOf(endpoints)) {
    await trx.updateTable('watch_list').set({ next_message_at: untilMs }).where('endpoint', 'in', part).execute();
  }
}
