import type { Transaction } from 'kysely';
import type { Schema } from '../storage/schema.ts';

/** A change that an administrator made. */
export interface AuditEntry {
  /** Time in ms. */
  readonly at: number;
  readonly action: string;
  /** Id of what was changed. */
  readonly subject: string;
  readonly before: object;
  readonly after: object;
}

/** Administrators share one password. */
const ACTOR = 'administrator';

/** Notes a change in its own transaction. */
export async function recordAudit(
  trx: Transaction<Schema>,
  { at, action, subject, before, after }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('admin_audit')
    .values({ at, actor: ACTOR, action, subject, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}
