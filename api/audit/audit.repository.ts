import type { Transaction } from 'kysely';
import type { Schema } from '../storage/schema.ts';
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
