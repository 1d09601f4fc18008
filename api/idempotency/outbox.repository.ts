import type { Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { IdempotencyTable, OutboxTable } from '../storage/schema/users.ts';
import { deleteResult } from './idempotency.repository.ts';

/** A device's outbox. */
export type OutboxKey = Pick<OutboxTable, 'owner' | 'client'>;

/** Finds an outbox. `forgotten`: up to which number its results may have been deleted; 0 for none. */
export function findOutbox(
  db: Queryable,
  { owner, client }: OutboxKey,
): Promise<Pick<Selectable<OutboxTable>, 'forgotten'> | undefined> {
  return selectForgotten.first(db, { owner, client });
}

const selectForgotten = prepareQuery((db, value: OutboxKey) =>
  db.selectFrom('outbox').select('forgotten').where('owner', '=', value.owner).where('client', '=', value.client),
);

/** Counts the outboxes that a user has begun since a time in ms. */
export async function countOutboxesSince(db: Queryable, owner: string, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .where('created_at', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertOutbox(trx: Transaction<Schema>, outbox: OutboxKey, created_at: number): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ ...outbox, acknowledged: 0, created_at })
    .execute();
}

/** Notes up to which number a device has stored the results of its outbox. A copy of the device may have told more: the maximum counts. */
export async function acknowledge(
  trx: Transaction<Schema>,
  { owner, client }: OutboxKey,
  acknowledged: number,
): Promise<void> {
  await raiseAcknowledged.send(trx, { owner, client, acknowledged });
}

const raiseAcknowledged = prepareQuery((db, value: OutboxKey & Pick<OutboxTable, 'acknowledged'>) =>
  db
    .updateTable('outbox')
    .set({ acknowledged: value.acknowledged })
    .where('owner', '=', value.owner)
    .where('client', '=', value.client)
    .where('acknowledged', '<', value.acknowledged),
);

/** Deletes all results of a user's operations but the `kept` newest, and notes what is forgotten; nothing up to `most` results. */
export async function deleteExcessResults(
  trx: Transaction<Schema>,
  owner: string,
  { kept, most }: { readonly kept: number; readonly most: number },
): Promise<void> {
  if (!(await selectBeyond.first(trx, { owner, most }))) return;
  const excess = await ofOwner(trx, owner)
    .select(['owner', 'client', 'key', 'number'])
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    // SQLite has no offset without a limit.
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(kept)
    .$narrowType<{ client: string }>()
    .execute();
  await forgetResults(trx, excess);
}

const ofOwner = (db: Queryable, owner: string) =>
  db.selectFrom('idempotency').where('owner', '=', owner).where('client', 'is not', null);

const selectBeyond = prepareQuery((db, value: { readonly owner: string; readonly most: number }) =>
  ofOwner(db, value.owner).select('created_at').limit(1).offset(value.most),
);

/** Deletes up to `limit` acknowledged results of operations from before a time, and notes what is forgotten; returns how many. */
export async function deleteAcknowledgedResults(
  trx: Transaction<Schema>,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const old = await trx
    .selectFrom('outbox')
    .innerJoin('idempotency', (join) =>
      join.onRef('idempotency.owner', '=', 'outbox.owner').onRef('idempotency.client', '=', 'outbox.client'),
    )
    .select(['outbox.owner', 'outbox.client', 'idempotency.key', 'idempotency.number'])
    .where('idempotency.created_at', '<', beforeMs)
    .whereRef('idempotency.number', '<=', 'outbox.acknowledged')
    .limit(limit)
    .execute();
  await forgetResults(trx, old);
  return old.length;
}

/** Deletes results of operations. Numbers of their outboxes up to the highest deleted one are in doubt from now on. */
async function forgetResults(
  trx: Transaction<Schema>,
  results: readonly (OutboxKey & Pick<Selectable<IdempotencyTable>, 'key' | 'number'>)[],
): Promise<void> {
  for (const { owner, client, key, number } of results) {
    await trx
      .updateTable('outbox')
      .set({ forgotten: number ?? 0 })
      .where('owner', '=', owner)
      .where('client', '=', client)
      .where('forgotten', '<', number ?? 0)
      .execute();
    await deleteResult(trx, { owner, key });
  }
}
