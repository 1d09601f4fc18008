import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { AdminOperation, ImageRef } from '../../api/admin-api.ts';
import { findAdded, storedImages } from '../store/added-products.ts';
import type { AddedProduct, AdminDatabase, OperationRecord } from '../store/admin-database.ts';
import {
  addOperation,
  findOpen,
  listBehind,
  replaceOperation,
  createOperationRecord,
  orderingKey,
  productKey,
  toNew,
} from '../store/operations-table.ts';
import type { WriteIdentity } from '../../api/outbox-record.ts';

export type Addition = Extract<AdminOperation, { kind: 'addProduct' }>;

/** A change of an addition: what its form started from, and what it became. */
interface AdditionChange {
  readonly from: Addition;
  readonly changed: Addition;
}

/**
 * Changes an addition: in place before it is sent, as its `wanted` version once the server may have it, as an edit of the product once that
 * is added, and as a new addition if it was discarded meanwhile. Returns the number of the operation; within a transaction.
 */
export async function changeAddition(
  database: AdminDatabase,
  op: number,
  change: AdditionChange,
  identity: WriteIdentity,
): Promise<number> {
  const record = await findOpen(database, op);
  if (record?.operation.kind === 'addProduct') {
    await replaceOperation(database, record, changeWaiting(record, change.changed, identity));
    return op;
  }
  const added = await findAdded(database, op);
  if (added) return editAdded(database, added, change, identity);
  // The addition was discarded, and its images were deleted with it, except those that the form still uses.
  const left = new Set(await database.images.where('id').anyOf(change.changed.images).primaryKeys());
  const again = { ...change.changed, images: change.changed.images.filter((image) => left.has(image)) };
  return addOperation(database, createOperationRecord(again, orderingKey(again, [], identity.id), toNew(identity)));
}

function changeWaiting(record: OperationRecord, changed: Addition, identity: WriteIdentity): OperationRecord {
  if (isPerhapsSent(record)) return { ...record, wanted: changed };
  // A new id, so that a tab that is uploading its images does not send the former version.
  return { ...record, operation: changed, id: toNew(identity).id };
}

/** Whether the server may have an addition; true also for additions by earlier versions of the app, which did not record this. */
export const isPerhapsSent = ({ operation, progress }: OperationRecord): boolean =>
  operation.kind === 'addProduct' && progress.isSent !== false;

/** Enqueues the difference of a change as edits of the added product; returns the number of the first. */
async function editAdded(
  database: AdminDatabase,
  added: AddedProduct,
  change: AdditionChange,
  identity: WriteIdentity,
): Promise<number> {
  const numbers: number[] = [];
  for (const [index, operation] of listEdits(added, change).entries()) {
    const record = createOperationRecord(operation, productKey(added.shop, added.id), toNew(identity, index));
    numbers.push(await addOperation(database, record));
  }
  return numbers[0] ?? 0;
}

/** Lists the operations that turn an added product into its changed addition: an edit, then deletions of images. */
export function listEdits(
  { id, shop, base, names }: AddedProduct,
  { from, changed }: AdditionChange,
): readonly [AdminOperation, ...AdminOperation[]] {
  const wanted = storedImages(changed, names);
  const marks = [from, changed].map(({ conditionImages = {} }) =>
    CONDITION_KEYS.map((key) => conditionImages[key]).join(),
  );
  const hasMarks = marks[0] !== marks[1];
  const isSame = changed.images.join() === from.images.join() && !hasMarks;
  const images: readonly ImageRef[] | null = isSame ? null : wanted;
  const start = { version: base.version, fields: from.fields };
  const lost = from.images.filter((image) => !changed.images.includes(image));
  return [
    { kind: 'editProduct', shop, id, base: start, fields: changed.fields, images, ...(hasMarks && { hasMarks }) },
    ...lost.flatMap((image): AdminOperation[] => {
      const name = names[image];
      return name === undefined ? [] : [{ kind: 'deleteImage', shop, id, name, seen: base.version }];
    }),
  ];
}

/** Enqueues what was changed in an addition after it was sent, as edits; the first one takes the addition's place in the outbox. */
export async function enqueueWish(
  database: AdminDatabase,
  { number, operation, wanted, createdAtMs }: OperationRecord,
  added: AddedProduct,
  identity: WriteIdentity,
): Promise<void> {
  if (!wanted || operation.kind !== 'addProduct') return;
  for (const [index, edit] of listEdits(added, { from: operation, changed: wanted }).entries()) {
    const made = { ...toNew(identity, index), createdAtMs };
    const record = createOperationRecord(edit, productKey(added.shop, added.id), made);
    if (index === 0) await database.operations.put({ ...record, number });
    else await addOperation(database, record);
  }
}

/** Enqueues the deletion of the product of a discarded addition that the server may have; within a transaction. */
export async function deleteBehind(
  database: AdminDatabase,
  record: OperationRecord,
  identity: WriteIdentity,
): Promise<void> {
  const { key, operation } = record;
  if (operation.kind !== 'addProduct') return;
  const { shop, id, fields } = operation;
  const later = await listBehind(database, record);
  if (later.some(({ operation: other }) => other.kind === 'deleteProduct')) return;
  const deletion: AdminOperation = { kind: 'deleteProduct', shop, id, title: fields.title };
  await addOperation(database, createOperationRecord(deletion, key, toNew(identity)));
}
