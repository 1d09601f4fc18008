import type { AdminOrder } from '#contract/orders/order.ts';
import type { Product } from '#contract/products/product.ts';
import type { AdminOperation, AdminRejection, EditConflict } from '../../api/admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import type { AdminStore } from '../store/admin-store.ts';
import { keepApplied } from '../store/kept-operations.ts';
import {
  findWaiting,
  freeProductKey,
  isRepeated,
  listBehind,
  listWaiting,
  readEpoch,
  productKey,
  toEditBase,
} from '../store/operations-table.ts';
import { deleteUnusedImages, imagesOfRecord } from '../store/local-images.ts';
import { noteAdded, toAdded } from '../store/added-products.ts';
import { enqueueWish } from './change-addition.ts';
import { changedFields, rebaseEdit } from './merge-edit.ts';
import { deleteOrderOfPayment, putOrder } from '../store/order-rows.ts';
import { toShipment } from '../store/overlay-admin-orders.ts';

/** The result of an applied operation: the product or the order, if there is one. */
export interface Applied {
  readonly product: Product | null;
  readonly order: AdminOrder | null;
}

/** The server's decision about an operation. `record`: the operation as last sent. */
export type Decision =
  | ({ readonly outcome: 'applied'; readonly record: OperationRecord } & Applied)
  | { readonly outcome: 'rejected'; readonly rejection: AdminRejection }
  | {
      readonly outcome: 'conflict';
      readonly record: OperationRecord;
      /** The operation, with everything merged that could be. */
      readonly operation: AdminOperation;
      readonly conflict: EditConflict;
    };

/** Records the server's decision about an operation; returns the operation's current state. @throws OperationGoneError */
export async function applyDecision(
  store: AdminStore,
  sent: OperationRecord,
  decision: Decision,
): Promise<OperationRecord> {
  if (decision.outcome === 'rejected') return rejectOperation(store, sent, decision.rejection);
  if (decision.outcome === 'applied') return applyOperation(store, decision.record, decision);
  const { record, operation, conflict } = decision;
  return store.change(record, { operation, state: 'conflict', conflict });
}

const rejectOperation = (
  store: AdminStore,
  sent: OperationRecord,
  rejection: AdminRejection,
): Promise<OperationRecord> =>
  store.write(async (database) => {
    const rejected = toRejected(await findWaiting(database, sent), rejection);
    await database.operations.put(rejected);
    return rejected;
  });

/** A rejected operation, with the changes that a person has made since it was sent. */
function toRejected({ wanted, ...record }: OperationRecord, rejection: AdminRejection): OperationRecord {
  return { ...record, operation: wanted ?? record.operation, state: 'rejected', rejection };
}

/** Rejects every waiting operation; returns them. Deletes applied ones kept for a restored server: no later login may send them. */
export const rejectWaiting = (store: AdminStore, rejection: AdminRejection): Promise<readonly OperationRecord[]> =>
  store.write(async (database) => {
    const waiting = (await listWaiting(database)).filter((record) => !isRepeated(record));
    const kept = await database.operations.filter((each) => isRepeated(each) && each.state === 'waiting').toArray();
    await database.operations.bulkDelete(kept.map(({ id }) => id));
    await database.operations.bulkPut(waiting.map((record) => toRejected(record, rejection)));
    await deleteUnusedImages(database, kept.flatMap(imagesOfRecord));
    return waiting;
  });

/** Keeps an applied operation for a restored server and rebases those behind it on its result, in one transaction. */
const applyOperation = (store: AdminStore, record: OperationRecord, applied: Applied): Promise<OperationRecord> =>
  store.write(
    async (database, identity) => {
      const done = await findWaiting(database, record);
      const behind = await listBehind(database, done);
      const { operation } = done;
      // A deleted product needs none of its later operations.
      if (operation.kind === 'addProduct' && !applied.product && !isRepeated(done)) {
        await database.operations.bulkDelete([done, ...behind].map(({ id }) => id));
        await deleteUnusedImages(database, [done, ...behind].flatMap(imagesOfRecord));
        return done;
      }
      if (operation.kind === 'addProduct' && applied.product)
        await freeProductKey(database, productKey(operation.shop, applied.product.id), done);
      for (const next of behind) await database.operations.put(rebaseOnto(next, done, applied));
      const { progress } = record;
      const kept = { ...done, progress, ackEpoch: progress.epoch ?? (await readEpoch(database)) };
      if (operation.kind === 'addProduct' && applied.product) {
        const added = toAdded(done.number, operation, applied.product, toEditBase(applied.product));
        if (!isRepeated(done)) await noteAdded(database, added);
        await enqueueWish(database, done, added, identity);
        // An edit to the `wanted` version has taken the addition's number; the addition itself is kept just before it.
        const number = done.wanted ? done.number - 0.5 : done.number;
        await keepApplied(database, { ...kept, number, key: productKey(added.shop, added.id) });
      } else await keepApplied(database, kept);
      if (operation.kind === 'deleteOrder') await deleteOrderOfPayment(database, operation.paymentId);
      if (applied.order) await putOrder(database, applied.order);
      return done;
    },
    { orders: true },
  );

/** A later operation on the same product or order, rebased on an applied one. */
function rebaseOnto(next: OperationRecord, done: OperationRecord, { product, order }: Applied): OperationRecord {
  const { operation } = next;
  // The server may also know the operations behind a repeated one, and recognizes them only in the form in which they were sent.
  if (isRepeated(done)) return done.operation.kind === 'addProduct' && product ? moveTo(next, product) : next;
  if (operation.kind === 'setShipment')
    return order ? { ...next, operation: { ...operation, version: order.version, before: toShipment(order) } } : next;
  if (!product || !('shop' in operation) || operation.kind === 'addProduct') return next;
  const moved = { ...next, key: productKey(operation.shop, product.id) };
  if (operation.kind !== 'editProduct') return { ...moved, operation: { ...operation, id: product.id } };
  const { base, fields } = rebaseEdit(operation, writtenFields(done.operation), toEditBase(product));
  const images = operation.images?.map((image) => {
    const name = image.kind === 'kept' ? done.progress.uploaded[image.id] : undefined;
    return name === undefined ? image : { kind: 'stored' as const, name };
  });
  return { ...moved, operation: { ...operation, id: product.id, base, fields, images: images ?? null } };
}

/** An operation on a product that was added to a restored server again, perhaps under another id. */
function moveTo(next: OperationRecord, { id, seq }: Product): OperationRecord {
  const { operation } = next;
  if (!('shop' in operation)) return next;
  const moved = { ...next, key: productKey(operation.shop, id) };
  if (operation.kind === 'editProduct')
    return { ...moved, operation: { ...operation, id, base: { ...operation.base, version: seq } } };
  return { ...moved, operation: { ...operation, id, ...('seen' in operation && { seen: seq }) } };
}

function writtenFields(operation: AdminOperation): Set<string> {
  if (operation.kind === 'addProduct') return new Set(Object.keys(operation.fields));
  if (operation.kind !== 'editProduct') return new Set();
  return new Set(Object.keys(changedFields(operation.base.fields, operation.fields)));
}
