import { hash } from 'node:crypto';
import type { Insertable, Selectable, Transaction } from 'kysely';
import { ApiError } from '#contract/http/errors.ts';
import { IDEMPOTENCY_DAYS } from '#contract/limits.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { IdempotencyTable, OutboxTable } from '../storage/schema/users.ts';

const DAY_MS = 86_400_000;

/** The owner of the keys of all administrators, who share them. */
export const ADMINISTRATORS = 'admin';

/** Identifies a call or an operation that takes effect once; `owner` is the user, or `ADMINISTRATORS`. */
export type IdempotencyKey = Pick<IdempotencyTable, 'owner' | 'key'>;

/** Finds the result stored under a key, if there is one. @throws ApiError idempotency-conflict when the key belongs to another request */
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

/** Returns the time in ms at which the result of a call expires; only for calls that no outbox repeats. */
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

/** A device's outbox. */
export type OutboxKey = Pick<OutboxTable, 'owner' | 'client'>;

/** Finds an outbox. `forgotten` is the number up to which its results may have been deleted; 0 if none were. */
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

/** Notes up to which number a device has stored the results of its outbox. A copy of the device may be ahead: the maximum counts. */
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

/** Deletes all but the `kept` newest results of a user's operations, and notes what is forgotten; does nothing if at most `most` exist. */
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

/** Deletes results of operations. From now on it is uncertain whether an operation with a number up to the highest deleted one was applied. */
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
