import type { AdminOperation, AdminRejection } from '../../api/admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import { dropOperationsOfKey, findWaitingUnchanged, findWaiting } from '../store/admin-store.ts';
import type { AdminStore } from '../store/admin-store.ts';
import type { Applied, Decision } from './decision.ts';
import { deleteUnusedImages, imagesOfRecord } from '../store/local-images.ts';
import { noteAdded, toAdded } from '../store/added-products.ts';
import { enqueueWish } from './change-addition.ts';
import { changedFields, rebaseEdit } from './merge-edit.ts';
import { productKey, toEditBase } from './operation-record.ts';
import { deleteOrderOfPayment, putOrders } from '../store/order-rows.ts';
import { toShipment } from '../store/overlay-admin-orders.ts';

/** Records the server's decision about an operation; returns the operation's current state. @throws OperationGoneError */
export async function applyDecision(store: AdminStore, op: number, decision: Decision): Promise<OperationRecord> {
  if (decision.outcome === 'refused') return rejectOperation(store, op, decision.refusal);
  if (decision.outcome === 'applied') return applyOperation(store, decision.record, decision);
  const { record, operation, conflict } = decision;
  return store.change(record, { operation, state: 'conflict', conflict });
}

const rejectOperation = (store: AdminStore, op: number, refusal: AdminRejection): Promise<OperationRecord> =>
  store.run((database) =>
    database.transaction('rw', database.operations, async () => {
      const known = await findWaiting(database, op);
      const refused = toRefused(known, refusal);
      await database.operations.put(refused);
      return refused;
    }),
  );

/** A rejected operation, with what a person made of it since it was sent. */
function toRefused({ wanted, ...record }: OperationRecord, refusal: AdminRejection): OperationRecord {
  return { ...record, operation: wanted ?? record.operation, state: 'refused', refusal };
}

/** Rejects every waiting operation; returns them. */
export const rejectWaiting = (store: AdminStore, refusal: AdminRejection): Promise<readonly OperationRecord[]> =>
  store.run((database) =>
    database.transaction('rw', database.operations, async () => {
      const waiting = await database.operations.filter(({ state }) => state === 'waiting').toArray();
      await database.operations.bulkPut(waiting.map((record) => toRefused(record, refusal)));
      return waiting;
    }),
  );

/** Removes an applied operation from the outbox and rebases those behind it on its result, in one transaction. */
function applyOperation(store: AdminStore, record: OperationRecord, applied: Applied): Promise<OperationRecord> {
  return store.run((database) => {
    const { operations, pictures, drafts, orders, orderFacts, meta } = database;
    return database.transaction('rw', [operations, pictures, drafts, orders, orderFacts, meta], async () => {
      const done = await findWaitingUnchanged(database, record);
      await database.operations.delete(done.op);
      // A deleted product needs none of its later operations.
      const isGone = done.operation.kind === 'addProduct' && !applied.product;
      const dropped = isGone ? await dropOperationsOfKey(database, done.key) : [];
      const later = await database.operations.where('key').equals(done.key).sortBy('op');
      for (const next of later) await database.operations.put(rebaseOnto(next, done, applied));
      if (done.operation.kind === 'addProduct' && applied.product) {
        const added = toAdded(done.op, done.operation, applied.product, toEditBase(applied.product));
        await noteAdded(database, added);
        await enqueueWish(database, done, added);
      }
      if (done.operation.kind === 'deleteOrder') await deleteOrderOfPayment(database, done.operation.paymentId);
      if (applied.order) await putOrders(database, [applied.order]);
      await deleteUnusedImages(database, [done, ...dropped].flatMap(imagesOfRecord));
      return done;
    });
  });
}

/** A later operation on the same product or order, rebased on an applied one. */
function rebaseOnto(next: OperationRecord, done: OperationRecord, { product, order }: Applied): OperationRecord {
  const { operation } = next;
  if (operation.kind === 'setShipment')
    return order ? { ...next, operation: { ...operation, version: order.version, before: toShipment(order) } } : next;
  if (!product || !('shop' in operation) || operation.kind === 'addProduct') return next;
  const moved = { ...next, key: productKey(operation.shop, product.id) };
  if (operation.kind !== 'editProduct') return { ...moved, operation: { ...operation, id: product.id } };
  const { base, fields } = rebaseEdit(operation, writtenFields(done.operation), toEditBase(product));
  const pictures = operation.pictures?.map((image) => {
    const name = image.kind === 'kept' ? done.progress.uploaded[image.id] : undefined;
    return name === undefined ? image : { kind: 'stored' as const, name };
  });
  return { ...moved, operation: { ...operation, id: product.id, base, fields, pictures: pictures ?? null } };
}

/** Fields that an operation wrote. */
function writtenFields(operation: AdminOperation): Set<string> {
  if (operation.kind === 'addProduct') return new Set(Object.keys(operation.fields));
  if (operation.kind !== 'editProduct') return new Set();
  return new Set(Object.keys(changedFields(operation.base.fields, operation.fields)));
}
