import { sql } from 'kysely';
import { MAX_INSIGHT_ROWS } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from '../storage/database.ts';

/** Selects chats whose newest messages are the buyer's. */
const selectUnanswered = (db: Queryable) =>
  db.selectFrom('chat').whereRef('chat.last_buyer_seq', '>', 'chat.last_staff_seq');

export async function countUnansweredChats(db: Queryable): Promise<number> {
  const { count } = await selectUnanswered(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the unanswered chats that wait longest, with the time of their first message without an answer. */
export function listUnansweredChats(db: Queryable) {
  return selectUnanswered(db)
    .innerJoin('chat_message', (join) =>
      join.onRef('chat_message.chat_id', '=', 'chat.id').on('chat_message.seq', '=', (eb) =>
        eb
          .selectFrom('chat_message as unanswered')
          .select((min) => min.fn.min('unanswered.seq').as('seq'))
          .whereRef('unanswered.chat_id', '=', 'chat.id')
          .whereRef('unanswered.seq', '>', 'chat.last_staff_seq'),
      ),
    )
    .select(['chat.id', 'chat.title', 'chat_message.created_at as waiting_since'])
    .select(sql<number>`chat.last_seq - chat.last_staff_seq`.as('messages'))
    .orderBy('chat_message.created_at')
    .orderBy('chat.id')
    .limit(MAX_INSIGHT_ROWS)
    .execute();
}

/** Selects the most watched products of a shop, in their present life. Watches are counted in their index, before products are read. */
export function selectMostWatched(db: Queryable, shop: ShopKey) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('watch')
        .where('shop', '=', shop)
        .select(['shop', 'product_id', 'life'])
        .select((count) => count.fn.countAll<number>().as('devices'))
        .groupBy(['shop', 'product_id', 'life'])
        .as('watched'),
    )
    .innerJoin('product', (join) =>
      join
        .onRef('product.shop', '=', 'watched.shop')
        .onRef('product.id', '=', 'watched.product_id')
        .onRef('product.life', '=', 'watched.life'),
    )
    .select(['product.shop', 'product.id', 'product.title', 'watched.devices'])
    .orderBy('devices', 'desc')
    .orderBy('product.title')
    .limit(MAX_INSIGHT_ROWS);
}

/** Counts, by app version, shoppers' sessions that were created and last used after the given times; the version used last comes first. */
export function countAppVersions(db: Queryable, createdAfterMs: number, usedAfterMs: number) {
  return db
    .selectFrom('session')
    .where('admin_token_hash', 'is', null)
    .where('created_at', '>', createdAfterMs)
    .where('used_at', '>', usedAfterMs)
    .select('app_version as version')
    .select((eb) => [eb.fn.countAll<number>().as('devices'), eb.fn.max('used_at').as('last_used_at')])
    .groupBy('app_version')
    .orderBy('last_used_at', 'desc')
    .orderBy('devices', 'desc')
    .limit(MAX_INSIGHT_ROWS)
    .execute();
}
