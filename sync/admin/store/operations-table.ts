import { Dexie } from 'dexie';
import { epochOf, laterPosition } from '#contract/http/data-position.ts';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product, ProductFields } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AdminOperation, EditBase } from '../../api/admin-api.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { stateOf, UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';
import type { StoredOperation } from '../../outbox/outbox-database.ts';
import { addOperations } from '../../outbox/operations-table.ts';
import type { AdminDatabase, OperationRecord, OperationId, OperationProgress } from './admin-database.ts';
import type { WriteIdentity } from '../../api/outbox-record.ts';

/*
 * The outbox as administrators use it: how an operation is made and resumed, and which operations wait. An operation that is not confirmed in
 * the epoch that the device knows waits to be sent, or to be repeated on a restored server, unless a person must decide it. Functions
 * that take the database run within a transaction.
 */

/** The epoch before the device knows any. */
export const UNKNOWN_EPOCH = '?';

/** Thrown for an operation that has changed meanwhile: it was discarded, or another tab has sent it. */
export class OperationGoneError extends Error {
  constructor() {
    super('the operation is not in the outbox any more');
    this.name = 'OperationGoneError';
  }
}

/** The server's newest epoch that this device knows. */
export const readEpoch = async (database: AdminDatabase): Promise<string> =>
  (await readMeta(database, 'epoch')) ?? UNKNOWN_EPOCH;

/** Notes the server's epoch. With a new epoch, all operations that were acknowledged in earlier ones wait again. */
export async function noteEpoch(database: AdminDatabase, epoch: string): Promise<void> {
  if ((await readMeta(database, 'epoch')) !== epoch) await writeMeta(database, 'epoch', epoch);
}

/** Notes a position in the server's data, with its epoch. */
export async function notePosition(database: AdminDatabase, position: string): Promise<void> {
  await writeMeta(database, 'position', laterPosition(await readMeta(database, 'position'), position));
  await noteEpoch(database, epochOf(position));
}

/** Returns an operation's state in an epoch. `seq` is infinite: products' rows are in another database, whose position does not matter. */
const stateIn = (epoch: string, operation: StoredOperation) =>
  stateOf(operation, { epoch, seq: Number.POSITIVE_INFINITY });

/** Whether the server has applied an operation before. It may still know it, but recognizes it only in the form in which it was sent. */
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

/** Reads a waiting operation. @throws OperationGoneError when it no longer waits, or was changed */
export async function findWaiting(
  database: AdminDatabase,
  { id, number }: Pick<OperationRecord, 'id' | 'number'>,
): Promise<OperationRecord> {
  const known = await findOpen(database, number);
  if (known?.id !== id || known.state !== 'waiting') throw new OperationGoneError();
  return known;
}

/** The operations after the given one on the same product or order, oldest first. */
export async function listBehind(
  database: AdminDatabase,
  { key, number }: Pick<OperationRecord, 'key' | 'number'>,
): Promise<OperationRecord[]> {
  const ofKey = await database.operations.where('key').equals(key).sortBy('number');
  const behind = ofKey.filter((other) => other.number > number);
  // From the next addition on, the key stands for another product with the same id.
  const end = behind.findIndex(({ operation }) => operation.kind === 'addProduct');
  return end === -1 ? behind : behind.slice(0, end);
}

/** Titles that operations of this device give the product of an operation: with any of them, the server's product is still the same one. */
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

/** Returns an operation with the epoch that it is made in, unless it already names one. */
async function inEpoch<Op extends Pick<OperationRecord, 'progress'>>(
  database: AdminDatabase,
  operation: Op,
): Promise<Op> {
  const epoch = await readEpoch(database);
  return epoch === UNKNOWN_EPOCH ? operation : { ...operation, progress: { epoch, ...operation.progress } };
}

const NO_PROGRESS: OperationProgress = { uploaded: {}, saved: null, isUploadedAgain: false, isSent: false };

/** What a write gives to an operation that it makes. */
export type NewOperation = Pick<OperationRecord, 'id' | 'createdAtMs'>;

/** Returns the id and time of an operation that a write makes. `index`: its place among the operations of that write. */
export const toNew = ({ id, atMs }: WriteIdentity, index = 0): NewOperation => ({
  id: (index === 0 ? id : `${id}-${index}`) as OperationId,
  createdAtMs: atMs,
});

/** Creates an operation; the database assigns the number of a new one. `key`: its ordering key. */
export const createOperationRecord = (
  operation: AdminOperation,
  key: string,
  made: NewOperation,
): Omit<OperationRecord, 'number'> => ({
  key,
  operation,
  state: 'waiting',
  rejection: null,
  conflict: null,
  progress: NO_PROGRESS,
  ackEpoch: UNACKNOWLEDGED,
  ackSeq: 0,
  ...made,
});

/**
 * Returns an operation as it is sent in an epoch. Images that were uploaded in another epoch may be missing on the server. The server
 * reports the missing ones of an addition; an edit looks for its own; those of a description are uploaded once more.
 */
export function resume(record: OperationRecord, epoch: string): OperationRecord {
  const { progress, operation } = record;
  if (progress.epoch === epoch) return record;
  const names = Object.entries({ ...progress.earlier, ...progress.uploaded }).filter(([, name]) => name !== '');
  const earlier = Object.fromEntries(names);
  const uploads = operation.kind === 'addProduct' ? { uploaded: earlier } : names.length > 0 && { earlier };
  const isCarriedOver = progress.epoch !== undefined;
  return { ...record, progress: { ...NO_PROGRESS, isSent: progress.isSent, ...uploads, epoch, isCarriedOver } };
}

/** Whether an operation was made in another epoch than the one that it is sent in. The id of its product may then be another product's. */
export const isOfOtherEpoch = (record: OperationRecord): boolean =>
  isRepeated(record) || record.progress.isCarriedOver === true;

/** A version that no product and no order has. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

/** The version that an operation is first sent with. In another epoch, `NO_VERSION` makes the server answer with its current state. */
export const versionOf = (record: OperationRecord, version: number): number =>
  isOfOtherEpoch(record) ? NO_VERSION : version;

/**
 * Operations of one key are decided in their order; those of other keys do not wait for them. A product whose addition is pending has no
 * final id yet: operations on it follow its addition, not another product that happens to have the same id. `id`: of the write.
 */
export function orderingKey(operation: AdminOperation, waiting: readonly OperationRecord[], id: string): string {
  if (operation.kind === 'changeShopSettings') return 'shop-settings';
  if ('paymentId' in operation) return `order/${operation.paymentId}`;
  if (operation.kind === 'addProduct') return `add/${id}`;
  const addition = waiting.findLast(({ operation: other }) => other.kind === 'addProduct' && isOf(operation, other));
  return addition?.key ?? productKey(operation.shop, operation.id);
}

export const productKey = (shop: ShopKey, id: number): string => `product/${shop}/${id}`;

/**
 * Frees the ordering key of a product that an addition has just created. Open operations that have the key are from an earlier epoch, where
 * the id was another product's. They keep their order, under a key of their own.
 */
export async function freeProductKey(database: AdminDatabase, key: string, addition: OperationRecord): Promise<void> {
  if (addition.key === key) return;
  const epoch = await readEpoch(database);
  const ofKey = await database.operations.where('key').equals(key).sortBy('number');
  const open = ofKey.filter((operation) => stateIn(epoch, operation) !== 'confirmed');
  await database.operations.bulkPut(open.map((operation) => ({ ...operation, key: `before/${open[0]?.id}` })));
}

type ProductOperation = Extract<AdminOperation, { shop: ShopKey }>;

/** Whether an operation concerns the product of an addition. */
function isOf(operation: ProductOperation, addition: Extract<AdminOperation, { kind: 'addProduct' }>): boolean {
  if (operation.shop !== addition.shop || operation.id !== addition.id) return false;
  if (operation.kind === 'editProduct') return operation.base.version === 0;
  return operation.kind === 'deleteProduct' && operation.title === addition.fields.title;
}

/** The state of a product that an edit starts from. */
export function toEditBase(product: Product): EditBase {
  const names = Object.keys('rate' in product ? PRODUCT_DEFAULTS.affiliate : PRODUCT_DEFAULTS.openBox);
  const fields = Object.fromEntries(names.map((name) => [name, product[name as keyof Product]]));
  const { seq: version, identity } = product;
  return { version, fields: fields as unknown as ProductFields, ...(identity !== undefined && { identity }) };
}
