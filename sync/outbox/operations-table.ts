import { Dexie, RangeSet } from 'dexie';
import type { Collection, IndexableType, ObservabilitySet } from 'dexie';
import { UNACKNOWLEDGED } from './outbox-database.ts';
import type { OutboxDatabase, OutboxMeta, StoredOperation, Unnumbered, WithOutboxMeta } from './outbox-database.ts';

/** Maximum number of confirmed operations that a device keeps, the newest ones, to send them again to a restored server. */
export const MAX_CONFIRMED_OPERATIONS = 2_000;

/** The newest number of each outbox, as this page has last written it; another tab may have added operations since. */
const newestNumbers = new WeakMap<object, number>();

/** Tables of a transaction that adds operations. */
export const OUTBOX_TABLES = ['operations', 'meta'] as const;

/** Returns the id of the outbox, which is the `client` of the first call. Within a transaction of `meta`. */
export async function identifyOutbox({ meta }: WithOutboxMeta, client: string): Promise<string> {
  const known = await meta.get('client');
  if (known) return known.value as OutboxMeta['client'];
  await meta.put({ key: 'client', value: client });
  return client;
}

/**
 * Adds operations in their order, each under the next number. The id of the first operation becomes the id of the outbox for good, so that
 * a copy of the storage from before the first exchange has the same id. Under another id, the copied operations could be applied again once
 * the server has deleted their results. A call that is repeated because the connection died after the commit adds nothing; it writes the
 * same rows again, because live queries missed that commit. Within a transaction of `OUTBOX_TABLES`.
 */
export async function addOperations<Op extends StoredOperation>(
  database: OutboxDatabase<Op>,
  added: readonly Unnumbered<Op>[],
): Promise<void> {
  const [first] = added;
  if (!first) return;
  const [stored, newest] = await Promise.all([
    database.operations.bulkGet(added.map(({ id }) => id)),
    readNewestNumber(database),
    identifyOutbox(database, first.id),
  ]);
  const known = stored.filter((operation) => operation !== undefined);
  const missing = added.filter((_, place) => !stored[place]);
  await Promise.all([
    database.operations.bulkPut([
      ...known,
      ...missing.map((operation, place) => ({ ...operation, number: newest + place + 1 }) as Op),
    ]),
    database.meta.put({ key: 'newestNumber', value: newest + missing.length }),
  ]);
  newestNumbers.set(database, newest + missing.length);
}

/**
 * Adds operations without waiting for a read: they are written under the numbers after the newest one that this page knows, and the same
 * transaction is aborted if a newer number is stored. With Dexie, the write would wait for the read and take half a durable write's time
 * more. Returns false if the page knows no number yet or the transaction does not commit. The caller then calls `addOperations`, which adds
 * the operations or finds them stored.
 */
export async function addAtOnce<Op extends StoredOperation>(
  database: OutboxDatabase<Op>,
  added: readonly Unnumbered<Op>[],
): Promise<boolean> {
  const newest = newestNumbers.get(database);
  const connection = database.backendDB() as IDBDatabase | null;
  if (newest === undefined || !connection) return false;
  newestNumbers.delete(database);
  const records = added.map((operation, place): StoredOperation => ({ ...operation, number: newest + place + 1 }));
  const next = newest + records.length;
  if (!(await write(connection, records, newest, next))) return false;
  newestNumbers.set(database, next);
  Dexie.on.storagemutated.fire(listChangedParts(database.name, records));
  return true;
}

/** Returns whether the transaction has committed. */
function write(
  connection: IDBDatabase,
  records: readonly StoredOperation[],
  newest: number,
  next: number,
): Promise<boolean> {
  const transaction = begin(connection);
  if (!transaction) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  transaction.addEventListener('complete', () => resolve(true));
  transaction.addEventListener('abort', () => resolve(false));
  try {
    const [operations, meta] = [transaction.objectStore('operations'), transaction.objectStore('meta')];
    const stored: IDBRequest<{ readonly value: number } | undefined> = meta.get('newestNumber');
    stored.addEventListener('success', () => {
      if (stored.result?.value !== newest) transaction.abort();
      // Otherwise the commit would wait until this page has taken the answers of all writes. A failing write still aborts the transaction.
      else transaction.commit();
    });
    for (const record of records) operations.add(record);
    meta.put({ key: 'newestNumber', value: next });
  } catch {
    transaction.abort();
  }
  return promise;
}

/** Returns undefined where the browser has cut the connection. */
function begin(connection: IDBDatabase): IDBTransaction | undefined {
  try {
    return connection.transaction(['operations', 'meta'], 'readwrite', { durability: 'strict' });
  } catch {
    return undefined;
  }
}

/** Describes new operations to live queries of all tabs and to the worker, as Dexie does. */
function listChangedParts(name: string, records: readonly StoredOperation[]): ObservabilitySet {
  const part = (table: string, keys: readonly IndexableType[]): ObservabilitySet => ({
    [`idb://${name}/${table}`]: new RangeSet().addKeys([...keys]),
  });
  return {
    ...part(
      'operations/',
      records.map(({ id }) => id),
    ),
    ...part(
      'operations/[ackEpoch+number]',
      records.map(({ ackEpoch, number }) => [ackEpoch, number]),
    ),
    ...part('meta/', ['newestNumber']),
  };
}

/** Skips the numbers up to `forgotten`, which the server cannot tell from those of operations it forgot. Within a transaction of `meta`. */
export async function skipNumbers({ meta }: WithOutboxMeta, forgotten: number): Promise<void> {
  if (forgotten > (await readNewestNumber({ meta }))) await meta.put({ key: 'newestNumber', value: forgotten });
}

async function readNewestNumber({ meta }: WithOutboxMeta): Promise<number> {
  return ((await meta.get('newestNumber'))?.value as OutboxMeta['newestNumber'] | undefined) ?? 0;
}

/** Operations that the device's rows do not include, in their order: screens show them on top of the rows, or as rejected. */
export const listOpen = <Op extends StoredOperation>(database: OutboxDatabase<Op>): PromiseLike<Op[]> =>
  byAcknowledgement(database).between([UNACKNOWLEDGED, Dexie.minKey], [UNACKNOWLEDGED, Dexie.maxKey]).toArray();

/** Operations that the server has acknowledged, in the order of their numbers as long as all are of one epoch. */
export const listAcknowledged = <Op extends StoredOperation>(database: OutboxDatabase<Op>): PromiseLike<Op[]> =>
  acknowledgedOf(database).toArray();

/** Deletes the oldest acknowledged operations beyond those that are kept for a restored server, whatever their age. Within a transaction. */
export async function pruneAcknowledged<Op extends StoredOperation>(database: OutboxDatabase<Op>): Promise<void> {
  const surplus = (await acknowledgedOf(database).count()) - MAX_CONFIRMED_OPERATIONS;
  if (surplus > 0) await database.operations.bulkDelete(await acknowledgedOf(database).limit(surplus).primaryKeys());
}

const byAcknowledgement = <Op extends StoredOperation>({ operations }: OutboxDatabase<Op>) =>
  operations.where('[ackEpoch+number]');

const acknowledgedOf = <Op extends StoredOperation>(database: OutboxDatabase<Op>): Collection<Op, string> =>
  byAcknowledgement(database).above([UNACKNOWLEDGED, Dexie.maxKey]);
