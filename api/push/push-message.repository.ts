import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import { engineOf } from '../storage/engine-of.ts';
import type { Schema } from '../storage/schema.ts';
import type { PushMessageTable } from '../storage/schema/users.ts';
import { skipLocked } from '../storage/skip-locked.ts';

export type PushMessageRow = Selectable<PushMessageTable>;

/** Identifies a claim of a row: each claim raises `attempts`. */
type Claimed = Pick<PushMessageRow, 'id' | 'attempts'>;

/** Lists the subscribed devices of a user, without the device of `exceptSessionId` if that is given. */
export function listDevices(trx: Transaction<Schema>, sub: string, exceptSessionId?: string) {
  const devices = trx
    .selectFrom('push_subscription')
    .select(['endpoint', 'language'])
    .where('sub', '=', sub)
    .where('session_id', '!=', exceptSessionId ?? '')
    // Units that store messages of one tag at once lock their rows in this order, so that they cannot deadlock.
    .orderBy('endpoint');
  // The rows of messages refer to subscriptions, so none of these may be deleted before the commit.
  return (engineOf(trx) === 'postgres' ? devices.forKeyShare() : devices).execute();
}

export const hasDevice = async (db: Queryable, sub: string): Promise<boolean> =>
  (await db.selectFrom('push_subscription').select('endpoint').where('sub', '=', sub).limit(1).executeTakeFirst()) !==
  undefined;

/** Stores messages; each replaces an older one for the same device and tag. */
export async function insertPushMessages(
  trx: Transaction<Schema>,
  rows: readonly Insertable<PushMessageTable>[],
): Promise<void> {
  await trx
    .insertInto('push_message')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['endpoint', 'tag']).doUpdateSet(({ ref }) => ({
        id: ref('excluded.id'),
        message: ref('excluded.message'),
        attempts: ref('excluded.attempts'),
        next_attempt_at: ref('excluded.next_attempt_at'),
        created_at: ref('excluded.created_at'),
        expires_at: ref('excluded.expires_at'),
      })),
    )
    .execute();
}

/** Selects messages that are due. */
export const selectDuePushMessages = (db: Queryable, atMs: number) =>
  db.selectFrom('push_message').select('id').where('next_attempt_at', '<=', atMs).orderBy('next_attempt_at');

export const hasDuePushMessages = async (db: Queryable, atMs: number): Promise<boolean> =>
  (await selectDuePushMessages(db, atMs).limit(1).executeTakeFirst()) !== undefined;

/** Claims messages that are due, including those whose earlier claim has ended without a result. */
export const claimDuePushMessages = (
  trx: Transaction<Schema>,
  atMs: number,
  claimEndMs: number,
  limit: number,
): Promise<PushMessageRow[]> =>
  trx
    .updateTable('push_message')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: claimEndMs }))
    .where('id', 'in', skipLocked(trx, selectDuePushMessages(trx, atMs).limit(limit)))
    .returningAll()
    .execute();

/** Deletes a message if the claim still holds: no other process has claimed it since, and no newer message has replaced it. */
export async function deletePushMessage(trx: Transaction<Schema>, { id, attempts }: Claimed): Promise<void> {
  await trx.deleteFrom('push_message').where('id', '=', id).where('attempts', '=', attempts).execute();
}

/** Deletes messages of a tag to all devices, because their subject is deleted. */
export async function deletePushMessagesOf(trx: Transaction<Schema>, tag: string): Promise<void> {
  await trx.deleteFrom('push_message').where('tag', '=', tag).execute();
}

/** Defers a message if the claim still holds. */
export async function deferPushMessage(
  trx: Transaction<Schema>,
  { id, attempts }: Claimed,
  values: Pick<PushMessageRow, 'attempts' | 'next_attempt_at'>,
): Promise<void> {
  await trx.updateTable('push_message').set(values).where('id', '=', id).where('attempts', '=', attempts).execute();
}
