import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from './database.ts';

/** Names of the counters beside those of the shops. */
export const CHATS_COUNTER = 'chats';
export const ORDERS_COUNTER = 'orders';
export const CARTS_COUNTER = 'carts';
/** The counter of a shop's view counts; that of its products is named by the shop. */
export const viewsCounter = (shop: ShopKey): string => `${shop} views`;

/** Numbers of the newest changes, by the names of their counters. */
export type Counters = Record<string, number>;

/** Reads every counter of the database; none ever goes back. */
export async function readCounters(db: Queryable): Promise<Counters> {
  const shops = await db.selectFrom('shop').select(['key', 'seq', 'views_seq']).execute();
  const clocks = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('chat_clock').select('seq').as(CHATS_COUNTER),
      eb.selectFrom('order_clock').select('seq').as(ORDERS_COUNTER),
      eb.selectFrom('cart_clock').select('seq').as(CARTS_COUNTER),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...Object.fromEntries(
      shops.flatMap(({ key, seq, views_seq }) => [
        [key, seq],
        [viewsCounter(key), views_seq],
      ]),
    ),
    [CHATS_COUNTER]: clocks.chats ?? 0,
    [ORDERS_COUNTER]: clocks.orders ?? 0,
    [CARTS_COUNTER]: clocks.carts ?? 0,
  };
}
