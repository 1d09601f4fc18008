import type { Insertable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { ChatTombstoneTable } from '../storage/schema/chats.ts';

/** Stores tombstones; each replaces the one of an earlier deletion of the same chat. */
export async function saveTombstones(
  trx: Transaction<Schema>,
  tombstones: readonly Insertable<ChatTombstoneTable>[],
): Promise<void> {
  if (tombstones.length === 0) return;
  await trx
    .insertInto('chat_tombstone')
    .values(tombstones)
    .onConflict((conflict) =>
      conflict.columns(['chat_id', 'sub']).doUpdateSet((eb) => ({
        seq: eb.ref('excluded.seq'),
        deleted_at: eb.ref('excluded.deleted_at'),
      })),
    )
    .execute();
}

/** Lists chats of a user that were deleted after one number and up to another. */
export async function listDeletedChats(
  db: Queryable,
  sub: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<string[]> {
  return (await selectDeleted.all(db, { sub, after, upTo })).map(({ chat_id }) => chat_id);
}

const selectDeleted = prepareQuery(
  (db, value: { readonly sub: string; readonly after: number; readonly upTo: number }) =>
    db
      .selectFrom('chat_tombstone')
      .select('chat_id')
      .where('sub', '=', value.sub)
      .where('seq', '>', value.after)
      .where('seq', '<=', value.upTo)
      .orderBy('seq'),
);

/** Reads the number up to which tombstones are purged. */
export async function readChatFloor(db: Queryable): Promise<number> {
  return (await selectFloor.one(db, {})).floor;
}

const selectFloor = prepareQuery<object, { floor: number }>((db) =>
  db.selectFrom('chat_clock').select('floor').where('id', '=', 1),
);

/** Deletes about `limit` of the oldest tombstones from before a time, and raises the floor to the newest of them. */
export async function purgeTombstones(trx: Transaction<Schema>, beforeMs: number, limit: number): Promise<number> {
  const old = await trx
    .selectFrom('chat_tombstone')
    .select('seq')
    .where('deleted_at', '<', beforeMs)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const newest = old.at(-1)?.seq;
  if (newest === undefined) return 0;
  await trx.deleteFrom('chat_tombstone').where('deleted_at', '<', beforeMs).where('seq', '<=', newest).execute();
  await trx.updateTable('chat_clock').set({ floor: newest }).where('floor', '<', newest).execute();
  return old.length;
}
