import type { Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { AdminAuditTable } from '../storage/schema/users.ts';
import { ADMINISTRATOR } from './actor.ts';

/** A change by an administrator. */
export interface AuditChange {
  /** Time in ms. */
  readonly at: number;
  /** From `actorOf`; an unnamed administrator when omitted. */
  readonly actor?: string;
  readonly action: string;
  /** Id of the changed row. */
  readonly subject: string;
  readonly before: object;
  readonly after: object;
}

/** Records a change, in the transaction of the change. */
export async function recordAudit(
  trx: Transaction<Schema>,
  { at, actor = ADMINISTRATOR, action, subject, before, after }: AuditChange,
): Promise<void> {
  await trx
    .insertInto('admin_audit')
    .values({ at, actor, action, subject, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}

/** Deletes those of the oldest entries that are from before a time in ms; returns their number. Reads no more entries than `limit`. */
export async function deleteOldAudit(trx: Transaction<Schema>, beforeMs: number, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('admin_audit')
    .where('number', 'in', (eb) =>
      eb
        .selectFrom(eb.selectFrom('admin_audit').select(['number', 'at']).orderBy('number').limit(limit).as('oldest'))
        .select('number')
        .where('at', '<', beforeMs),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Lists the newest changes, or those before a number, newest first. */
export function listAuditRows(
  db: Queryable,
  beforeNumber: number | undefined,
  limit: number,
): Promise<Selectable<AdminAuditTable>[]> {
  const query = db
    .selectFrom('admin_audit')
    .select(['number', 'at', 'actor', 'actor_id', 'action', 'subject', 'before', 'after'])
    .orderBy('number', 'desc')
    .limit(limit);
  return (beforeNumber === undefined ? query : query.where('number', '<', beforeNumber)).execute();
}
