import { digestCart, digestChats, digestOrders } from '#contract/blocks/row-digests.ts';
import type { RowDigests } from '#contract/blocks/row-digests.ts';
import { listLines } from '../cart/cart.repository.ts';
import { FEED_SIZES, presentChat } from '../chats/chat-feed.ts';
import { listMemberChats } from '../chats/chat.repository.ts';
import { listVisibleOrderSeqs } from '../orders/order-lists.repository.ts';
import type { Queryable } from '../storage/database.ts';
import { ACCOUNT_COUNTER, CHATS_COUNTER } from '../storage/history.repository.ts';
import { prepareQuery } from '../storage/prepared-query.ts';

/** Maximum number of users whose digests are cached; the least recently used digests are dropped. */
const MAX_CACHED_USERS = 10_000;

/** A user's rows at a moment: the numbers of the newest changes of their cart and orders. */
export interface AccountVersion {
  readonly sub: string;
  readonly epoch: string;
  readonly cartSeq: number;
  readonly orderSeq: number;
}

/** Computes digests of users' rows, and caches them until the rows change. */
export interface AccountDigests {
  read(trx: Queryable, version: AccountVersion): Promise<RowDigests>;
}

export function createAccountDigests(): AccountDigests {
  const cache = new Map<string, { readonly version: string; readonly digests: RowDigests }>();
  return {
    async read(trx, { sub, epoch, ...numbers }) {
      const nonces = await selectNonces.one(trx, { sub, ...numbers });
      const version = JSON.stringify([epoch, numbers, nonces]);
      const known = cache.get(sub);
      cache.delete(sub);
      const digests = known?.version === version ? known.digests : await computeDigests(trx, sub);
      cache.set(sub, { version, digests });
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED_USERS && oldest !== undefined) cache.delete(oldest);
      return digests;
    },
  };
}

/**
 * Selects the numbers of the chats' newest changes, and the nonces of all newest changes: another history has other rows at the same
 * numbers.
 */
const selectNonces = prepareQuery((db, value: Omit<AccountVersion, 'epoch'>) => {
  const nonceAt = (counter: string, seq: number) =>
    db.selectFrom('history').select('nonce').where('counter', '=', counter).where('seq', '=', seq);
  /** A separate query for each table can read the newest number from the end of an index. */
  const newestIn = (table: 'chat_member' | 'chat_tombstone') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
      .where('sub', '=', value.sub);
  const nonceOfNewest = (table: 'chat_member' | 'chat_tombstone') =>
    db.selectFrom('history').select('nonce').where('counter', '=', CHATS_COUNTER).where('seq', '=', newestIn(table));
  return db.selectNoFrom([
    nonceAt(ACCOUNT_COUNTER, value.cartSeq).as('cart'),
    nonceAt(ACCOUNT_COUNTER, value.orderSeq).as('orders'),
    newestIn('chat_member').as('chats'),
    newestIn('chat_tombstone').as('deletedChats'),
    nonceOfNewest('chat_member').as('ofChats'),
    nonceOfNewest('chat_tombstone').as('ofDeletedChats'),
  ]);
});

async function computeDigests(trx: Queryable, sub: string): Promise<RowDigests> {
  const chats = await listMemberChats(trx, sub, FEED_SIZES.firstChats + 1);
  return {
    cart: digestCart(await listLines(trx, sub)),
    orders: digestOrders(await listVisibleOrderSeqs(trx, sub)),
    ...(chats.length <= FEED_SIZES.firstChats && { chats: digestChats(chats.map(presentChat)) }),
  };
}
