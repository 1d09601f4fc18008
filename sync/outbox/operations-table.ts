import { Dexie } from 'dexie';
import type { Collection } from 'dexie';
import { noteNewestNumber } from './add-at-once.ts';
import { UNACKNOWLEDGED } from './outbox-database.ts';
import type { OutboxDatabase, OutboxMeta, StoredOperation, Unnumbered, WithOutboxMeta } from './outbox-database.ts';

/** Most confirmed operations that a device keeps, the newest, to send them again to a server that was put back. */
export const MAX_CONFIRMED_OPERATIONS = 2_000;

/** Tables of a transaction that adds operations. */
export const OUTBOX_TABLES = ['operations', 'meta'] as const;

/** Returns the id of the outbox, which is `client` from the first call on. Within a transaction of `meta`. */
export async function identifyOutbox({ meta }: WithOutboxMeta, client: string): Promise<string> {
  const known = await meta.get('client');
  if (known) return known.value as OutboxMeta['client'];
  await meta.put({ key: 'client', value: client });
  return client;
}

/**
 * Adds operations in their order, each under the next number. The outbox has its id, that of the first one, from then on: under another id,
 * a copy of the storage from before the first exchange could have operations applied whose results the server has deleted. Repeated after a connection
 * that died after its commit, it changes nothing; it writes them once more, because live queries were not told of that commit. Within a
 * transaction of `OUTBOX_TABLES`.
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
  noteNewestNumber(database, newest + missing.length);
}

/** Leaves out numbers up to this one, which the server can no longer tell from those of forgotten operations; as `addOperations`. */
export async function skipNumbers({ meta }: WithOutboxMeta, forgotten: number): Promise<void> {
  if (forgotten > (await readNewestNumber({ meta }))) await meta.put({ key: 'newestNumber', value: forgotten });
}

async function readNewestNumber({ meta }: WithOutboxMeta): Promise<number> {
  return ((await meta.get('newestNumber'))?.value as OutboxMeta['newestNumber'] | undefined) ?? 0;
}

/** Operations that the rows do not include, in their order: what screens show on top of them, or as rejected. */
export const listOpen = <Op extends StoredOperation>(database: OutboxDatabase<Op>): PromiseLike<Op[]> =>
  byAcknowledgement(database).between([UNACKNOWLEDGED, Dexie.minKey], [UNACKNOWLEDGED, Dexie.maxKey]).toArray();

/** Operations that the server has acknowledged, in the order of their numbers as long as all are of one epoch. */
export const listAcknowledged = <Op extends StoredOperation>(database: OutboxDatabase<Op>): PromiseLike<Op[]> =>
  acknowledgedOf(database).toArray();

/** Deletes the oldest acknowledged operations beyond those that are kept for a server that was put back; no clock counts. Within a transaction. */
export async function pruneAcknowledged<Op extends StoredOperation>(database: OutboxDatabase<Op>): Promise<void> {
  const surplus = (await acknowledgedOf(database).count()) - MAX_CONFIRMED_OPERATIONS;
  if (surplus > 0) await database.operations.bulkDelete(await acknowledgedOf(database).limit(surplus).primaryKeys());
}

const byAcknowledgement = <Op extends StoredOperation>({ operations }: OutboxDatabase<Op>) =>
  operations.where('[ackEpoch+number]');

const acknowledgedOf = <Op extends StoredOperation>(database: OutboxDatabase<Op>): Collection<Op, string> =>
  byAcknowledgement(database).above([UNACKNOWLEDGED, Dexie.maxKey]);
