import type { Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { OutboxTable } from '../storage/schema/users.ts';
import { deleteResult } from './idempotency.repository.ts';

/** A device's outbox. */
export type OutboxKey = Pick<OutboxTable, 'owner' | 'client'>;

/** Up to which number the results of an outbox may have been deleted; 0 for none. */
export async function readForgotten(db: Queryable, { owner, client }: OutboxKey): Promise<number> {
  const row = await db
    .selectFrom('outbox')
    .select('forgotten')
    .where('owner', '=', owner)
    .where('client', '=', client)
    .executeTakeFirst();
  return row?.forgotten ?? 0;
}

/**
 * Notes up to which number a device has stored the results of its outbox, if there are any: a caller cannot fill the table with outboxes that it
 * makes up. A copy of the device may have told more: the maximum counts.
 */
export async function acknowledge(
  trx: Transaction<Schema>,
  { owner, client }: OutboxKey,
  acknowledged: number,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .columns(['owner', 'client', 'acknowledged'])
    .expression((eb) =>
      eb
        .selectFrom('idempotency')
        .select([eb.val(owner).as('owner'), eb.val(client).as('client'), eb.val(acknowledged).as('acknowledged')])
        .where('idempotency.owner', '=', owner)
        .where('idempotency.client', '=', client)
        .limit(1),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'client'])
        .doUpdateSet({ acknowledged })
        .where('outbox.acknowledged', '<', acknowledged),
    )
    .execute();
}

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
  for (const { owner, client, key, number } of old) {
    await trx
      .updateTable('outbox')
      .set((eb) => ({ forgotten: eb.fn<number>('max', ['forgotten', eb.val(number ?? 0)]) }))
      .where('owner', '=', owner)
      .where('client', '=', client)
      .execute();
    await deleteResult(trx, { owner, key });
  }
  return old.length;
}
