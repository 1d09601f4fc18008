import type { Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { AdminAuditTable, Schema } from '../storage/schema.ts';
import { ADMINISTRATOR } from './actor.ts';

/** A change that an administrator made. */
export interface AuditChange {
  /** Time in ms. */
  readonly at: number;
  /** Who it was, from `actorOf`; left out, nobody is known by name. */
  readonly actor?: string;
  readonly action: string;
  /** Id of what was changed. */
  readonly subject: string;
  readonly before: object;
  readonly after: object;
}

/** Notes a change in its own transaction. */
export async function recordAudit(
  trx: Transaction<Schema>,
  { at, actor = ADMINISTRATOR, action, subject, before, after }: AuditChange,
): Promise<void> {
  await trx
    .insertInto('admin_audit')
    .values({ at, actor, action, subject, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}

/** The newest changes, or those before the one of a number. */
export function listAuditRows(
  db: Queryable,
  beforeNumber: number | undefined,
  limit: number,
): Promise<Selectable<AdminAuditTable>[]> {
  const query = db
    .selectFrom('admin_audit')
    .select(['number', 'at', 'actor', 'action', 'subject', 'before', 'after'])
    .orderBy('number', 'desc')
    .limit(limit);
  return (beforeNumber === undefined ? query : query.where('number', '<', beforeNumber)).execute();
}
