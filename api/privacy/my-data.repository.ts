import type { Insertable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { UserAccountTable } from '../storage/schema/users.ts';

export function findStoredAccount(db: Queryable, sub: string) {
  return db
    .selectFrom('user_account')
    .select(['sub', 'name', 'email', 'picture', 'issuer', 'created_at', 'signed_in_at'])
    .where('sub', '=', sub)
    .executeTakeFirst();
}

/** Lists the ids of all users. */
export async function listAccountIds(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('user_account').select('sub').execute();
  return rows.map(({ sub }) => sub);
}

/** Lists the ids of the chats that a user has begun, earliest first. */
export async function listOwnChatIds(db: Queryable, sub: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat')
    .select('id')
    .where('buyer_sub', '=', sub)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const listOwnPhotos = (db: Queryable, sub: string) =>
  db.selectFrom('chat_photo').select(['chat_id', 'id']).where('sub', '=', sub).orderBy('created_at').execute();

export const listOwnSubscriptions = (db: Queryable, sub: string) =>
  db
    .selectFrom('push_subscription')
    .select(['endpoint', 'language', 'created_at'])
    .where('sub', '=', sub)
    .orderBy('created_at')
    .execute();

export const listOwnWatches = (db: Queryable, sub: string) =>
  db
    .selectFrom('watch')
    .innerJoin('push_subscription', 'push_subscription.endpoint', 'watch.endpoint')
    .select(['watch.endpoint', 'shop', 'product_id as id', 'life', 'saved_cents'])
    .where('sub', '=', sub)
    .execute();

export const listOwnSessions = (db: Queryable, sub: string) =>
  db
    .selectFrom('session')
    .select(['created_at', 'used_at', 'browser', 'system', 'network', 'app_version'])
    .where('sub', '=', sub)
    .orderBy('created_at')
    .execute();

export async function insertAccount(trx: Transaction<Schema>, account: Insertable<UserAccountTable>): Promise<void> {
  await trx.insertInto('user_account').values(account).execute();
}

/** Deletes an account with its cart, idempotency keys and outbox. Its sessions must have ended, and rows that stay must name another id. */
export async function deleteAccount(trx: Transaction<Schema>, sub: string): Promise<void> {
  for (const table of ['idempotency', 'outbox'] as const)
    await trx.deleteFrom(table).where('owner', '=', sub).execute();
  for (const table of ['cart_line', 'user_account'] as const) {
    await trx.deleteFrom(table).where('sub', '=', sub).execute();
  }
}
