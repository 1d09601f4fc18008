import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { IdempotencyTable } from '../storage/schema/users.ts';

/** Owner of administrators' keys, which they share. */
export const ADMINISTRATORS = 'admin';

/** Identifies a call that takes effect once: `owner` is the user, or the client of a visitor. */
export type IdempotencyKey = Pick<IdempotencyTable, 'owner' | 'key'>;

/** Finds the result stored under a key. @throws ApiError idempotency-conflict when the key belongs to another request */
export async function findResult(
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

/** Stores a result, in the transaction of its effect. */
export async function storeResult(trx: Transaction<Schema>, row: IdempotencyTable): Promise<void> {
  await trx.insertInto('idempotency').values(row).execute();
}

/** Deletes up to `limit` results from before a time; returns how many. */
export async function deleteOldResults(trx: Transaction<Schema>, beforeMs: number, limit: number): Promise<number> {
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

/** Hashes a request; the order of its members does not matter. */
export const hashRequest = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request, sortMembers)).digest('base64url');

const sortMembers = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
