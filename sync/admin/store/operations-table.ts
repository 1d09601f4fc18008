import { Dexie } from 'dexie';
import { epochOf, laterPosition } from '#contract/http/data-position.ts';
import type { AdminOperation } from '../../api/admin-api.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { stateOf, UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';
import type { StoredOperation } from '../../outbox/outbox-database.ts';
import { addOperations } from '../../outbox/operations-table.ts';
import type { AdminDatabase, OperationRecord } from './admin-database.ts';

/*
 * The outbox as administrators use it: what is not confirmed in the epoch that the device knows waits, for the first time or to be repeated
 * on a server that was put back, unless a person must decide it. Most functions run within a transaction.
 */

/** The epoch before the device knows any. */
export const UNKNOWN_EPOCH = '?';

/** An operation is not what it was any more: it was discarded, or another tab has sent it. */
export class OperationGoneError extends Error {
  constructor() {
    super('the operation is not in the outbox any more');
    this.name = 'OperationGoneError';
  }
}

/** The server's newest epoch that this device knows. */
export const readEpoch = async (database: AdminDatabase): Promise<string> =>
  (await readMeta(database, 'epoch')) ?? UNKNOWN_EPOCH;

/** Notes the server's epoch: with a new one all operations of earlier ones wait again. */
export async function noteEpoch(database: AdminDatabase, epoch: string): Promise<void> {
  if ((await readMeta(database, 'epoch')) !== epoch) await writeMeta(database, 'epoch', epoch);
}

/** Notes a position in the server's data, with its epoch. */
export async function notePosition(database: AdminDatabase, position: string): Promise<void> {
  await writeMeta(database, 'position', laterPosition(await readMeta(database, 'position'), position));
  await noteEpoch(database, epochOf(position));
}

/** The state in an epoch. Products have rows of their own elsewhere, so that no position of rows counts. */
const stateIn = (epoch: string, operation: StoredOperation) =>
  stateOf(operation, { epoch, seq: Number.POSITIVE_INFINITY });

/** Whether an operation was applied before: the server may know it, and recognises it only as it was sent. */
export const isRepeated = ({ ackEpoch }: StoredOperation): boolean => ackEpoch !== UNACKNOWLEDGED;

/** All operations that are not confirmed, oldest first. */
export async function listOpen(database: AdminDatabase): Promise<OperationRecord[]> {
  const epoch = await readEpoch(database);
  const byEpoch = database.operations.where('[ackEpoch+number]');
  const before = await byEpoch.between([Dexie.minKey], [epoch, Dexie.minKey]).toArray();
  const after = await byEpoch.between([epoch, Dexie.maxKey], [Dexie.maxKey]).toArray();
  return [...before, ...after].toSorted((a, b) => a.number - b.number);
}

/** All open operations that wait, oldest first. */
export const listWaiting = async (database: AdminDatabase): Promise<OperationRecord[]> =>
  (await listOpen(database)).filter(({ state }) => state === 'waiting');

/** The confirmed operations, oldest first. */
export async function listConfirmed(database: AdminDatabase): Promise<OperationRecord[]> {
  const epoch = await readEpoch(database);
  return database.operations.where('[ackEpoch+number]').between([epoch, Dexie.minKey], [epoch, Dexie.maxKey]).toArray();
}

/** An open operation by its number; undefined if there is none. */
export async function findOpen(database: AdminDatabase, number: number): Promise<OperationRecord | undefined> {
  const epoch = await readEpoch(database);
  const found = await database.operations.where('number').equals(number).first();
  return found && stateIn(epoch, found) !== 'confirmed' ? found : undefined;
}

/** Reads a waiting operation. @throws OperationGoneError when it waits no more, or was changed */
export async function findWaiting(
  database: AdminDatabase,
  { id, number }: Pick<OperationRecord, 'id' | 'number'>,
): Promise<OperationRecord> {
  const known = await findOpen(database, number);
  if (known?.id !== id || known.state !== 'waiting') throw new OperationGoneError();
  return known;
}

/** Operations on the product of an addition, or on the product or order of another operation, that come after it, oldest first. */
export async function listBehind(
  database: AdminDatabase,
  { key, number }: Pick<OperationRecord, 'key' | 'number'>,
): Promise<OperationRecord[]> {
  const ofKey = await database.operations.where('key').equals(key).sortBy('number');
  const behind = ofKey.filter((other) => other.number > number);
  // From there on the key is that of another product under the same id.
  const end = behind.findIndex(({ operation }) => operation.kind === 'addProduct');
  return end === -1 ? behind : behind.slice(0, end);
}

/** Titles that operations of this device have given the product of an operation: it is the same one under each of them. */
export async function listTitles(
  database: AdminDatabase,
  { operation }: OperationRecord,
): Promise<ReadonlySet<string>> {
  const all = await database.operations.toArray();
  return new Set(all.flatMap(({ operation: other }) => (isSameProduct(operation, other) ? [other.fields.title] : [])));
}

const isSameProduct = (
  operation: AdminOperation,
  other: AdminOperation,
): other is Extract<AdminOperation, { readonly fields: unknown }> =>
  'id' in operation && 'fields' in other && other.shop === operation.shop && other.id === operation.id;

/** Adds an operation; returns its number. */
export async function addOperation(
  database: AdminDatabase,
  operation: Omit<OperationRecord, 'number'>,
): Promise<number> {
  await addOperations(database, [await inEpoch(database, operation)]);
  return (await database.operations.get(operation.id))?.number ?? 0;
}

/** Puts an operation in the place of another one. */
export async function replaceOperation(
  database: AdminDatabase,
  { id, number }: OperationRecord,
  operation: Omit<OperationRecord, 'number'>,
): Promise<void> {
  await database.operations.delete(id);
  await database.operations.put({ ...(await inEpoch(database, operation)), number });
}

/** An operation with the epoch that it is made in, unless it has taken steps in one. */
async function inEpoch<Op extends Pick<OperationRecord, 'progress'>>(
  database: AdminDatabase,
  operation: Op,
): Promise<Op> {
  const epoch = await readEpoch(database);
  return epoch === UNKNOWN_EPOCH ? operation : { ...operation, progress: { epoch, ...operation.progress } };
}
