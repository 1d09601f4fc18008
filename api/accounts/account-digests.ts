import { digestCart, digestChats, digestOrders } from '#contract/blocks/row-digests.ts';
import type { RowDigests } from '#contract/blocks/row-digests.ts';
import { listLines } from '../cart/cart.repository.ts';
import { FEED_SIZES } from '../chats/chat-feed.ts';
import { findNewestChange, listMemberChats } from '../chats/chat.repository.ts';
import { presentChat } from '../chats/chat-presenter.ts';
import { listVisibleOrderSeqs } from '../orders/order-lists.repository.ts';
import type { Queryable } from '../storage/database.ts';

/** Users whose digests are cached; the least recently used ones are computed again. */
const MAX_CACHED_USERS = 10_000;

/** Computes digests of users' rows, and keeps those of rows that have not changed. */
export interface AccountDigests {
  /** `version`: changes with the user's cart and orders, and with the epoch. */
  read(trx: Queryable, sub: string, version: string): Promise<RowDigests>;
}

export function createAccountDigests(): AccountDigests {
  const cache = new Map<string, { readonly version: string; readonly digests: RowDigests }>();
  return {
    async read(trx, sub, rowsVersion) {
      const version = `${rowsVersion} ${await findNewestChange(trx, sub)}`;
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

async function computeDigests(trx: Queryable, sub: string): Promise<RowDigests> {
  const chats = await listMemberChats(trx, sub, FEED_SIZES.firstChats + 1);
  return {
    cart: digestCart(await listLines(trx, sub)),
    orders: digestOrders(await listVisibleOrderSeqs(trx, sub)),
    ...(chats.length <= FEED_SIZES.firstChats && { chats: digestChats(chats.map(presentChat)) }),
  };
}
