import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { readCounters } from './counters.repository.ts';
import type { Counters } from './counters.repository.ts';
import type { Queryable } from './database.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/** Lines that are kept: a device that was away for more starts of the server is reset alone. */
const KEPT_LINES = 10_000;

/** A line of the data's history. */
export interface DataLine {
  /** Rises from line to line, also across processes. */
  readonly number: number;
  readonly id: string;
}

/** The state of the data that a reply describes. */
export interface DataState {
  readonly epoch: string;
  /** The newest line. */
  readonly line: DataLine;
}

/** Appends a line that starts at the current counters; within a write transaction. */
export async function appendLine(trx: Transaction<Schema>, startedAtMs: number): Promise<DataLine> {
  const newest = await findNewestLine(trx);
  const line = { number: (newest?.number ?? 0) + 1, id: randomBytes(8).toString('base64url') };
  const counters = JSON.stringify(await readCounters(trx));
  await trx
    .insertInto('data_line')
    .values({ ...line, started_at: startedAtMs, counters })
    .execute();
  await trx
    .deleteFrom('data_line')
    .where('number', '<=', line.number - KEPT_LINES)
    .execute();
  return line;
}

/** Reads the epoch and the newest line; the counters of the same transaction belong to them. @throws Error when there is no line */
export async function readDataState(db: Queryable): Promise<DataState> {
  const { value, number, id } = await selectState.one(db, {});
  return { epoch: value, line: { number, id } };
}

const selectState = prepareQuery<object, DataLine & { readonly value: string }>((db) =>
  db
    .selectFrom('meta')
    .innerJoin('data_line', (join) => join.onTrue())
    .select(['meta.value', 'data_line.number', 'data_line.id'])
    .where('meta.key', '=', EPOCH_KEY)
    .orderBy('data_line.number', 'desc')
    .limit(1),
);

/** The name of the epoch among the facts about the database. */
export const EPOCH_KEY = 'epoch';

/** Returns the id of a line. */
export async function findLineId(db: Queryable, number: number): Promise<string | undefined> {
  return (await db.selectFrom('data_line').select('id').where('number', '=', number).executeTakeFirst())?.id;
}

/** Returns the counters at the start of the line after one; undefined when that is the newest one. */
export async function findCountersAfter(db: Queryable, number: number): Promise<Counters | undefined> {
  const next = await db
    .selectFrom('data_line')
    .select('counters')
    .where('number', '>', number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return next && (JSON.parse(next.counters) as Counters);
}

/** Returns the number of the oldest stored line. */
export async function findOldestLineNumber(db: Queryable): Promise<number> {
  const { number } = await db
    .selectFrom('data_line')
    .select('number')
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow();
  return number;
}

const findNewestLine = (db: Queryable): Promise<DataLine | undefined> =>
  db.selectFrom('data_line').select(['number', 'id']).orderBy('number', 'desc').limit(1).executeTakeFirst();
