import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { AdminDatabase, OperationRecord } from './admin-database.ts';
import { NEVER } from './admin-database.ts';
import type { CallKey } from './write-identity.ts';

/*
 * The outbox: operations that the server has not applied, and those that it has. All functions run within a transaction.
 *
 * An operation is confirmed if it was applied in the epoch that the device knows; any other one is open. An open operation waits, for the
 * first time or to be repeated on a restored server, unless a person must decide it.
 */

/** The epoch of operations that were applied before the device knew any. */
const UNKNOWN_EPOCH = '?';

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

/** Whether an operation was applied before: it may be known to the server, and is repeated as it was. */
export const isRepeated = ({ ackEpoch }: Pick<OperationRecord, 'ackEpoch'>): boolean => ackEpoch !== NEVER;

/** All open operations, oldest first. */
export async function listOpen(database: AdminDatabase): Promise<OperationRecord[]> {
  const epoch = await readEpoch(database);
  return (await database.operations.where('ackEpoch').notEqual(epoch).toArray()).toSorted((a, b) => a.op - b.op);
}

/** All open operations that wait, oldest first. */
export const listWaiting = async (database: AdminDatabase): Promise<OperationRecord[]> =>
  (await listOpen(database)).filter(({ state }) => state === 'waiting');

/** An open operation; undefined if there is none of this number. */
export async function findOpen(database: AdminDatabase, op: number): Promise<OperationRecord | undefined> {
  const known = await database.operations.get(op);
  return known && known.ackEpoch !== (await readEpoch(database)) ? known : undefined;
}

/** Reads a waiting operation. @throws OperationGoneError when there is none, or another tab has changed its call */
export async function findWaiting(
  database: AdminDatabase,
  { op, callKey }: Pick<OperationRecord, 'op' | 'callKey'>,
): Promise<OperationRecord> {
  const known = await findOpen(database, op);
  if (known?.state !== 'waiting' || known.callKey !== callKey) throw new OperationGoneError();
  return known;
}

/** Operations on the product of an addition, or on the product or order of another operation, that come after it, oldest first. */
export async function listBehind(
  database: AdminDatabase,
  { key, op }: Pick<OperationRecord, 'key' | 'op'>,
): Promise<OperationRecord[]> {
  const ofKey = await database.operations.where('key').equals(key).sortBy('op');
  const behind = ofKey.filter((other) => other.op > op);
  // From there on the key is that of another product under the same id.
  const end = behind.findIndex(({ operation }) => operation.kind === 'addProduct');
  return end === -1 ? behind : behind.slice(0, end);
}

/** Adds an operation; returns its number. One that is stored already stays as it is: its write is repeated. */
export async function addOperation(database: AdminDatabase, record: Omit<OperationRecord, 'op'>): Promise<number> {
  const stored = await findByKey(database, record.callKey);
  // Written once more, because live queries were not told of the commit.
  return stored ? database.operations.put(stored) : database.operations.add(record);
}

const findByKey = (database: AdminDatabase, callKey: CallKey): PromiseLike<OperationRecord | undefined> =>
  database.operations.where('callKey').equals(callKey).first();

/** Confirmed operations, oldest first. */
export const listConfirmed = async (database: AdminDatabase): Promise<OperationRecord[]> =>
  database.operations
    .where('ackEpoch')
    .equals(await readEpoch(database))
    .sortBy('op');
