import { chunksOf } from '../../storage/chunks-of.ts';
import type { Queryable } from '../../storage/database.ts';

/** Lists the `seq` of each chat's newest message. */
export async function listLastSeqs(
  db: Queryable,
  chatIds: readonly string[],
): Promise<readonly { id: string; last_seq: number }[]> {
  const rows = [];
  for (const part of chunksOf(chatIds)) {
    rows.push(...(await db.selectFrom('chat').select(['id', 'last_seq']).where('id', 'in', part).execute()));
  }
  return rows;
}

/** Lists the numbers of the last changes to users' chats; users without a chat or the tombstone of one are left out. */
export async function listChatCursors(
  db: Queryable,
  subs: readonly string[],
): Promise<readonly { sub: string; chat_seq: number }[]> {
  const rows = [];
  for (const part of chunksOf(subs)) {
    rows.push(
      ...(await db
        .selectFrom(
          db
            .selectFrom('chat_member')
            .select(['sub', 'seq'])
            .where('sub', 'in', part)
            .unionAll(db.selectFrom('chat_tombstone').select(['sub', 'seq']).where('sub', 'in', part))
            .as('change'),
        )
        .select(({ fn }) => ['sub', fn.max('seq').as('chat_seq')])
        .groupBy('sub')
        .execute()),
    );
  }
  return rows;
}
