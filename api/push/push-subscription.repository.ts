import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { PushSubscriptionTable } from '../storage/schema/users.ts';

/** Devices per user; the oldest are removed. */
const MAX_DEVICES = 10;

export type StoredSubscription = Pick<Selectable<PushSubscriptionTable>, 'endpoint' | 'p256dh' | 'auth' | 'language'>;

/** Stores a subscription. A device belongs to the session that subscribed it last; another user's watches on it end. */
export async function saveSubscription(
  trx: Transaction<Schema>,
  row: Insertable<PushSubscriptionTable>,
): Promise<void> {
  const { endpoint: _endpoint, ...columns } = row;
  await trx.deleteFrom('push_subscription').where('endpoint', '=', row.endpoint).where('sub', '!=', row.sub).execute();
  await trx
    .insertInto('push_subscription')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(columns))
    .execute();
  const surplus = await trx
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('sub', '=', row.sub)
    .orderBy('created_at', 'desc')
    .offset(MAX_DEVICES)
    .limit(MAX_DEVICES)
    .execute();
  for (const { endpoint } of surplus) await deleteSubscription(trx, row.sub, endpoint);
}

export async function deleteSubscription(trx: Transaction<Schema>, sub: string, endpoint: string): Promise<void> {
  await trx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).where('sub', '=', sub).execute();
}

/** Finds the subscription of a user's device, if it belongs to one of the given sessions. */
export function findSubscription(
  db: Queryable,
  { sub, endpoint }: { readonly sub: string; readonly endpoint: string },
  sessionIds: readonly string[],
): Promise<StoredSubscription | undefined> {
  return db
    .selectFrom('push_subscription')
    .select(['endpoint', 'p256dh', 'auth', 'language'])
    .where('endpoint', '=', endpoint)
    .where('sub', '=', sub)
    .where('session_id', 'in', sessionIds)
    .executeTakeFirst();
}
