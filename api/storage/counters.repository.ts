import type { ExpressionBuilder, Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from './database.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

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
      eb.selectFrom('account_clock').select('seq').as('account'),
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
    // Lines of the history from before they shared one have a number for each.
    [ORDERS_COUNTER]: clocks.account ?? 0,
    [CARTS_COUNTER]: clocks.account ?? 0,
  };
}

/** Assigns the next number to a change of an order, a cart or both. */
export async function tickAccountClock(trx: Transaction<Schema>): Promise<number> {
  return (await tick.one(trx, {})).seq;
}

/** As `tickAccountClock`, but only sends it: statements of the unit that follow read the number by `accountNumber`. */
export async function sendAccountTick(trx: Transaction<Schema>): Promise<void> {
  await tickOnly.send(trx, {});
}

/** The number that the unit's tick has assigned, as a value within a statement. */
export const accountNumber = (eb: ExpressionBuilder<Schema, keyof Schema>) =>
  eb.selectFrom('account_clock').select('account_clock.seq').where('account_clock.id', '=', 1).$asScalar().$notNull();

const tickOnly = prepareQuery<object, unknown>((db) =>
  db
    .updateTable('account_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1),
);

/** The row stays locked until the commit, so numbers become visible in order. */
const tick = prepareQuery<object, { seq: number }>((db) =>
  db
    .updateTable('account_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq'),
);
