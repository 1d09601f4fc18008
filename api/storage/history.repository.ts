import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from './database.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/** Names of counters. The counter of a shop's products is named by the shop's key. */
export const ACCOUNT_COUNTER = 'account';
export const CHATS_COUNTER = 'chats';
/** The counter of a shop's view counts. */
export const viewsCounter = (shop: ShopKey): string => `${shop} views`;

/**
 * A state of the data, as one counter shows it: the number of its newest change, and the nonce that the commit of that change stored with it. Data
 * that was put back to an earlier state has another nonce at that number, or none.
 */
export interface Pair {
  readonly seq: number;
  readonly nonce: string;
}

/** How many numbers the history of a counter keeps. A device that missed more changes is reset; other devices keep their epoch. */
export const KEPT_NUMBERS = 100_000;

/** The key of the epoch in `meta`. */
export const EPOCH_KEY = 'epoch';

/** Reads the epoch; counters that are read in the same transaction belong to it. @throws Error when there is none */
export async function readEpoch(db: Queryable): Promise<string> {
  return (await selectEpoch.one(db, {})).value;
}

const selectEpoch = prepareQuery<object, { value: string }>((db) =>
  db.selectFrom('meta').select('value').where('key', '=', EPOCH_KEY),
);

/** Returns the nonce of a counter's number; undefined when the number was never given to a commit, or is kept no longer. */
export async function findNonce(db: Queryable, counter: string, seq: number): Promise<string | undefined> {
  return (await selectNonce.first(db, { counter, seq }))?.nonce;
}

const selectNonce = prepareQuery((db, value: { readonly counter: string; readonly seq: number }) =>
  db.selectFrom('history').select('nonce').where('counter', '=', value.counter).where('seq', '=', value.seq),
);

/** Returns the first state of the history that includes a counter's number. @throws Error when the number is higher than the newest one */
export const readPairFrom = (db: Queryable, counter: string, seq: number): Promise<Pair> =>
  selectFrom.one(db, { counter, seq });

const selectFrom = prepareQuery((db, value: { readonly counter: string; readonly seq: number }) =>
  db
    .selectFrom('history')
    .select(['seq', 'nonce'])
    .where('counter', '=', value.counter)
    .where('seq', '>=', value.seq)
    .orderBy('seq')
    .limit(1),
);

/** Returns the number of the oldest state that a counter's history keeps. */
export async function readOldestSeq(db: Queryable, counter: string): Promise<number> {
  return (await selectFrom.one(db, { counter, seq: 0 })).seq;
}

/** The newest states of the counters that all users share. */
export interface ClockPairs {
  readonly account: Pair;
  readonly chats: Pair;
}

/** Reads the newest states of orders and carts, and of chats. */
export const readClockPairs = async (db: Queryable): Promise<ClockPairs> => toPairs(await selectClocks.one(db, {}));

/**
 * As `readClockPairs`, for the states that a unit stores, but without waiting for them. The resulting function returns them after the
 * commit, if they are known.
 */
export async function sendForClockPairs(trx: Transaction<Schema>): Promise<() => ClockPairs | undefined> {
  const readRows = await selectClocks.sendForRows(trx, {});
  return () => {
    const [row] = readRows() ?? [];
    return row && toPairs(row);
  };
}

interface ClockRow extends Pair {
  readonly chatsSeq: number;
  readonly chatsNonce: string;
}

const toPairs = ({ seq, nonce, chatsSeq, chatsNonce }: ClockRow): ClockPairs => ({
  account: { seq, nonce },
  chats: { seq: chatsSeq, nonce: chatsNonce },
});

const selectClocks = prepareQuery<object, ClockRow>((db) =>
  db
    .selectFrom('account_clock')
    .innerJoin('chat_clock', 'chat_clock.id', 'account_clock.id')
    .innerJoin('history as account', (join) =>
      join.on('account.counter', '=', ACCOUNT_COUNTER).onRef('account.seq', '=', 'account_clock.seq'),
    )
    .innerJoin('history as chats', (join) =>
      join.on('chats.counter', '=', CHATS_COUNTER).onRef('chats.seq', '=', 'chat_clock.seq'),
    )
    .select(['account.seq', 'account.nonce', 'chats.seq as chatsSeq', 'chats.nonce as chatsNonce'])
    .where('account_clock.id', '=', 1),
);

/** Deletes numbers that are no longer kept, the oldest first and at most `batch` of each counter; returns how many. */
export async function purgeHistory(trx: Transaction<Schema>, batch: number): Promise<number> {
  const shops = await trx.selectFrom('shop').select(['key', 'seq', 'views_seq']).execute();
  const { account, chats } = await readClockPairs(trx);
  const newest = new Map([
    ...shops.flatMap(({ key, seq, views_seq }): [string, number][] => [
      [key, seq],
      [viewsCounter(key), views_seq],
    ]),
    [ACCOUNT_COUNTER, account.seq],
    [CHATS_COUNTER, chats.seq],
  ]);
  let deleted = 0;
  for (const [counter, seq] of newest) deleted += await deleteNumbers(trx, counter, seq - KEPT_NUMBERS, batch);
  return deleted;
}

async function deleteNumbers(trx: Transaction<Schema>, counter: string, end: number, batch: number): Promise<number> {
  const rows = await trx
    .selectFrom('history')
    .select('seq')
    .where('counter', '=', counter)
    .where('seq', '<=', end)
    .orderBy('seq')
    .limit(batch)
    .execute();
  const last = rows.at(-1);
  if (last) await trx.deleteFrom('history').where('counter', '=', counter).where('seq', '<=', last.seq).execute();
  return rows.length;
}
