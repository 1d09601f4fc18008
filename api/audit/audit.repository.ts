import type { Selectable, Transaction } from 'kysely';
import { NAMELESS_PERSON } from '#contract/http/audit.ts';
import type { AuditFilter } from '#contract/http/audit.ts';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { AdminAuditTable } from '../storage/schema/users.ts';
import { ADMINISTRATOR } from './actor.ts';
import type { AuditActor } from './actor.ts';

/** What an administrator did. */
export interface AuditChange {
  /** Time in ms. */
  readonly at: number;
  /** From `actorOf`; an unnamed administrator when omitted. */
  readonly actor?: AuditActor;
  readonly action: string;
  /** Id of the changed row, or a word for what was read; empty when the action says it all. */
  readonly subject: string;
  readonly before?: object;
  readonly after?: object;
}

/** Records what an administrator did; a change is recorded in the transaction that makes it. */
export async function recordAudit(
  trx: Transaction<Schema>,
  { at, actor = ADMINISTRATOR, action, subject, before = {}, after = {} }: AuditChange,
): Promise<void> {
  await trx
    .insertInto('admin_audit')
    .values({
      at,
      actor: actor.name,
      actor_id: actor.id,
      action,
      subject,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute();
}

function withoutTrackingNumber(json: string): string {
  const { tracking_number: _, ...rest } = JSON.parse(json) as { readonly tracking_number?: string };
  return JSON.stringify(rest);
}

/** Removes tracking numbers from the entries about these orders, which otherwise stay as they are. */
export async function removeTrackingNumbers(trx: Transaction<Schema>, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const entries = await trx
    .selectFrom('admin_audit')
    .select(['number', 'before', 'after'])
    .where('action', '=', 'ship-order')
    .where('subject', 'in', orderIds)
    .execute();
  for (const { number, before, after } of entries) {
    await trx
      .updateTable('admin_audit')
      .set({ before: withoutTrackingNumber(before), after: withoutTrackingNumber(after) })
      .where('number', '=', number)
      .execute();
  }
}

/** Deletes, of the `limit` oldest entries, those from before a time in ms; returns their number. */
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

/** An entry as it is listed. */
export type AuditRow = Omit<Selectable<AdminAuditTable>, 'actor_id'>;

/** Lists the newest entries that meet a filter, newest first; with `before`, only entries with a lower number. */
export function listAuditRows(
  db: Queryable,
  { person, action, from, until, before }: AuditFilter & { readonly before?: number | undefined },
  limit: number,
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('admin_audit')
    .select(['number', 'at', 'actor', 'action', 'subject', 'before', 'after'])
    .orderBy('number', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('number', '<', before);
  if (person === NAMELESS_PERSON) query = query.where('actor_id', 'is', null);
  else if (person !== undefined) query = query.where('actor_id', '=', person);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  return query.execute();
}

/** Finds the name of the person with the newest entry about a row; undefined without an entry, or if that person is unnamed or is `reader`. */
export async function findLastEditor(
  db: Queryable,
  subject: string,
  reader: AuditActor | undefined,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('admin_audit')
    .select(['actor', 'actor_id'])
    .where('subject', '=', subject)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined || last.actor_id === null || last.actor_id === reader?.id ? undefined : last.actor;
}

/** Lists the people who have entries, sorted by name; each has the name of their newest entry. */
export async function listAuditActors(db: Queryable): Promise<{ readonly id: string; readonly name: string }[]> {
  const last = db
    .selectFrom('admin_audit')
    .select(({ fn }) => fn.max('number').as('number'))
    .groupBy('actor_id');
  const rows = await db
    .selectFrom('admin_audit')
    .select(['actor_id', 'actor'])
    .where('number', 'in', last)
    .orderBy('actor')
    .execute();
  return rows.map(({ actor_id, actor }) => ({ id: actor_id ?? NAMELESS_PERSON, name: actor }));
}

/** Whether an actor has an entry of an action since a time in ms. */
export async function hasAuditEntry(
  db: Queryable,
  { actor, action, since }: { readonly actor: AuditActor; readonly action: string; readonly since: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('admin_audit')
    .select('number')
    .where('actor_id', 'is not distinct from', actor.id)
    .where('action', '=', action)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
