import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '../storage/database.ts';
import type { IdempotencyTable, Schema } from '../storage/schema.ts';

/** Owner of administrators' keys: they share them, as they share their products. */
export const ADMINISTRATORS = 'admin';

/** Names a call that must have its effect once: `owner` is the user, or the client of a visitor. */
export type IdempotencyKey = Pick<IdempotencyTable, 'owner' | 'key'>;

/** What was answered under a key before; undefined if nothing was. @throws ApiError idempotency-conflict when the key stood for another request */
export async function findRemembered(
  db: Queryable,
  { owner, key }: IdempotencyKey,
  requestHash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'result'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row && row.request_hash !== requestHash) throw new ApiError('idempotency-conflict');
  return row?.result;
}

/** Remembers an answer, in the transaction of its effect. */
export async function remember(trx: Transaction<Schema>, row: IdempotencyTable): Promise<void> {
  await trx.insertInto('idempotency').values(row).execute();
}

/** Puts another answer in the place of a remembered one. */
export async function replaceRemembered(
  trx: Transaction<Schema>,
  { owner, key }: IdempotencyKey,
  result: string,
): Promise<void> {
  await trx.updateTable('idempotency').set({ result }).where('owner', '=', owner).where('key', '=', key).execute();
}

/** Forgets some answers of before a time; gives how many. */
export async function forgetOld(trx: Transaction<Schema>, beforeMs: number, limit: number): Promise<number> {
  const old = await trx
    .selectFrom('idempotency')
    .select(['owner', 'key'])
    .where('created_at', '<', beforeMs)
    .limit(limit)
    .execute();
  for (const { owner, key } of old) {
    await trx.deleteFrom('idempotency').where('owner', '=', owner).where('key', '=', key).execute();
  }
  return old.length;
}

/** Equal for requests that say the same, in whatever order their members stand. */
export const hashRequest = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request, sortMembers)).digest('base64url');

const sortMembers = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
