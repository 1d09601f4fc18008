import { hash } from 'node:crypto';
import type { Insertable, Selectable, Transaction } from 'kysely';
import { ApiError } from '#contract/http/errors.ts';
import { IDEMPOTENCY_DAYS } from '#contract/limits.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { IdempotencyTable } from '../storage/schema/users.ts';

const DAY_MS = 86_400_000;

/** Owner of administrators' keys, which they share. */
export const ADMINISTRATORS = 'admin';

/** Identifies a call or an operation that takes effect once; `owner` is the user. */
export type IdempotencyKey = Pick<IdempotencyTable, 'owner' | 'key'>;

/** Finds the result stored under a key. @throws ApiError idempotency-conflict when the key belongs to another request */
export async function findResult(
  db: Queryable,
  { owner, key }: IdempotencyKey,
  requestHash: string,
): Promise<string | undefined> {
  return readResult(await selectResult.first(db, { owner, key }), requestHash);
}

const selectResult = prepareQuery((db, value: IdempotencyKey) =>
  db
    .selectFrom('idempotency')
    .select(['request_hash', 'result'])
    .where('owner', '=', value.owner)
    .where('key', '=', value.key),
);

/** Reads the result of a stored key; undefined when there is none. @throws ApiError idempotency-conflict when the key belongs to another request */
export function readResult(
  row: Pick<IdempotencyTable, 'request_hash' | 'result'> | undefined,
  requestHash: string,
): string | undefined {
  if (row && row.request_hash !== requestHash) throw new ApiError('idempotency-conflict');
  return row?.result;
}

/** Stores a result, in the transaction of its effect. */
export async function storeResult(trx: Transaction<Schema>, row: Insertable<IdempotencyTable>): Promise<void> {
  await insertResult.send(trx, {
    ...row,
    client: row.client ?? null,
    number: row.number ?? null,
    expires_at: row.expires_at ?? null,
  });
}

const insertResult = prepareQuery((db, value: Selectable<IdempotencyTable>) =>
  db.insertInto('idempotency').values({
    owner: value.owner,
    key: value.key,
    client: value.client,
    number: value.number,
    request_hash: value.request_hash,
    result: value.result,
    created_at: value.created_at,
    expires_at: value.expires_at,
  }),
);

/** When the result of a call expires that no outbox repeats. `nowMs` and the result are times in ms. */
export const expiryOf = (nowMs: number): number => nowMs + IDEMPOTENCY_DAYS * DAY_MS;

/** Deletes up to `limit` results that have expired; returns how many. */
export async function deleteExpiredResults(trx: Transaction<Schema>, nowMs: number, limit: number): Promise<number> {
  const expired = await trx
    .selectFrom('idempotency')
    .select(['owner', 'key'])
    .where('expires_at', '<', nowMs)
    .limit(limit)
    .execute();
  for (const name of expired) await deleteResult(trx, name);
  return expired.length;
}

export async function deleteResult(trx: Transaction<Schema>, { owner, key }: IdempotencyKey): Promise<void> {
  await trx.deleteFrom('idempotency').where('owner', '=', owner).where('key', '=', key).execute();
}

/** Hashes a request; the order of its members does not matter. */
export const hashRequest = (request: unknown): string =>
  hash('sha256', JSON.stringify(request, sortMembers), 'base64url');

const sortMembers = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
