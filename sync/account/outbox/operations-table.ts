import type { Table } from 'dexie';
import { CONFIRMED_DAYS, MAX_CONFIRMED_OPERATIONS } from '#contract/limits.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { UserDatabase } from '../store/user-database.ts';
import { noteNewestNumber } from './add-at-once.ts';
import type { NewOperation, OutboxRecord } from '../../api/outbox-record.ts';

const DAY_MS = 86_400_000;

/** Tables of a transaction that adds operations. */
export const outboxTables = ({ operations, confirmed, meta }: UserDatabase): Table[] => [operations, confirmed, meta];

/** Returns the id of the outbox, which is `client` from the first call on. Within a transaction of `meta`. */
export async function identifyOutbox(database: UserDatabase, client: string): Promise<string> {
  const known = await readMeta(database, 'client');
  if (known !== undefined) return known;
  await writeMeta(database, 'client', client);
  return client;
}

/**
 * Adds operations in their order, each under the next number. The outbox has its id, that of the first one, from then on: under another id, a copy of the
 * storage from before the first exchange could have operations applied whose results the server has deleted. Repeated after a connection that died after its commit, it changes nothing; it
 * writes them once more, because live queries were not told of that commit. Within a transaction of `outboxTables`.
 */
export async function addOperations(database: UserDatabase, added: readonly NewOperation[]): Promise<void> {
  const ids = added.map(({ id }) => id);
  const [first] = ids;
  if (first === undefined) return;
  const [pending, confirmed, newest = 0] = await Promise.all([
    database.operations.bulkGet(ids),
    database.confirmed.bulkGet(ids),
    readMeta(database, 'newestNumber'),
    identifyOutbox(database, first),
  ]);
  const missing = added.filter((_, place) => !pending[place] && !confirmed[place]);
  await Promise.all([
    database.operations.bulkPut([
      ...pending.filter((operation) => operation !== undefined),
      ...missing.map((operation, place) => ({ ...operation, number: newest + place + 1 })),
    ]),
    writeMeta(database, 'newestNumber', newest + missing.length),
  ]);
  noteNewestNumber(database, newest + missing.length);
}

/** Leaves out numbers up to this one, which the server can no longer tell from those of forgotten operations; as `addOperations`. */
export async function skipNumbers(database: UserDatabase, forgotten: number): Promise<void> {
  const newest = (await readMeta(database, 'newestNumber')) ?? 0;
  if (forgotten > newest) await writeMeta(database, 'newestNumber', forgotten);
}

/** All operations of the outbox in their order: a read of all is faster than a cursor over those of some states. */
export const listOperations = ({ operations }: UserDatabase): PromiseLike<OutboxRecord[]> =>
  operations.orderBy('number').toArray();

/** Operations that are shown on top of the rows, or as rejected, in their order. */
export const listShownOperations = async (database: UserDatabase): Promise<OutboxRecord[]> =>
  (await listOperations(database)).filter(({ state }) => state !== 'repeated');

/** Moves operations whose effect the rows include out of the outbox. A visitor's views are not worth keeping. */
export async function confirmOperations(
  database: UserDatabase,
  confirmed: readonly OutboxRecord[],
  atMs: number,
): Promise<void> {
  if (confirmed.length === 0) return;
  const isAll = (await database.operations.count()) === confirmed.length;
  const kept = confirmed.filter(({ mutation }) => mutation.name !== 'recordView');
  // Issued at once; the database keeps their order.
  await Promise.all([
    isAll ? database.operations.clear() : database.operations.bulkDelete(confirmed.map(({ id }) => id)),
    database.confirmed.bulkPut(kept.map((record) => ({ ...record, confirmedAtMs: atMs }))),
    dropOldConfirmed(database, atMs),
  ]);
}

async function dropOldConfirmed({ confirmed }: UserDatabase, atMs: number): Promise<void> {
  await confirmed
    .where('confirmedAtMs')
    .below(atMs - CONFIRMED_DAYS * DAY_MS)
    .delete();
  const surplus = (await confirmed.count()) - MAX_CONFIRMED_OPERATIONS;
  if (surplus <= 0) return;
  await confirmed.bulkDelete(await confirmed.orderBy('number').limit(surplus).primaryKeys());
}

/**
 * Prepares all operations that the server of a new epoch may not know for being sent again, once per epoch: a restored backup may lack them,
 * and a server that knows them repeats its answers. Those that the rows include are not shown on top of them.
 */
export async function repeatOperations(database: UserDatabase, epoch: string): Promise<void> {
  if ((await readMeta(database, 'repeatedFor')) === epoch) return;
  await writeMeta(database, 'repeatedFor', epoch);
  await database.operations.where('state').equals('acknowledged').modify({ state: 'waiting', seq: null });
  await database.operations.where('state').equals('repeated').modify({ seq: null, isDeferred: false });
  const confirmed = await database.confirmed.toArray();
  await database.operations.bulkPut(
    confirmed.map((record) => ({ ...record, state: 'repeated' as const, seq: null, isDeferred: false })),
  );
  await database.confirmed.clear();
}
