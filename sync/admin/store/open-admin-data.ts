import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { StorageFullError, isQuotaError } from '../../database/storage-errors.ts';
import type {
  AdminData,
  AdminEntry,
  AdminOperation,
  AdminSyncState,
  DraftKey,
  NewProductKey,
} from '../../api/admin-api.ts';
import type { AdminDatabase, AdminDatabaseOptions, OperationRecord } from './admin-database.ts';
import { AdminStore } from './admin-store.ts';
import { deleteUnusedImages, imagesOfDraft, imagesOfOperation, imagesOfRecord } from './local-images.ts';
import { findAddedOfDraft, toEditDraft } from './added-products.ts';
import { changeAddition, deleteBehind, isPerhapsSent } from '../outbox/change-addition.ts';
import {
  createOperationRecord,
  orderingKey,
  toEditBase,
  toNew,
  addOperation,
  findOpen,
  isRepeated,
  listBehind,
  listOpen,
  listWaiting,
  replaceOperation,
} from './operations-table.ts';
import type { NewOperation } from './operations-table.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { listOrders, readOrderFacts } from './order-rows.ts';
import { overlayAdminOrders } from './overlay-admin-orders.ts';
import type { WriteIdentity } from '../../api/outbox-record.ts';

const NEVER_SYNCED: AdminSyncState = { lastSyncedAtMs: null, problem: null };

export interface AdminDataOptions extends AdminDatabaseOptions {
  /** Called when something is stored that only this device has. */
  readonly onStored?: () => void;
}

/** Opens an administrator's rows for the page. The database is opened at the first read or write. */
export function openAdminData({ onStored, ...options }: AdminDataOptions = {}): AdminData {
  const store = new AdminStore(options);
  const run = <T>(operation: (database: AdminDatabase) => PromiseLike<T>): Promise<T> => store.run(operation);
  const change = async <T>(write: (database: AdminDatabase, identity: WriteIdentity) => Promise<T>): Promise<T> => {
    try {
      const kept = await store.write(write);
      onStored?.();
      return kept;
    } catch (error) {
      throw isQuotaError(error) ? new StorageFullError({ cause: error }) : error;
    }
  };
  const read = <T>(query: (database: AdminDatabase) => Promise<T>): Promise<T> =>
    run((db) => db.transaction('r', [db.operations, db.meta], async () => query(db)));
  const readOrders = <T>(query: (database: AdminDatabase) => Promise<T>): Promise<T> =>
    run((db) => {
      const tables = [db.orders, db.orderFacts, db.orders2, db.orderFacts2, db.operations, db.meta];
      return db.transaction('r', tables, async () => query(db));
    });

  return {
    draft: async (key) => (await run((db) => db.drafts.get(key)))?.draft,
    newProductDrafts: async (shop) => {
      const found = await run((db) => db.drafts.where('key').startsWith(`${shop}/add`).toArray());
      return found.flatMap(({ key, draft }) =>
        isNewProduct(key) ? { key, title: String(draft.fields['title'] ?? '') } : [],
      );
    },
    draftedProducts: async (shop) => {
      const prefix = `${shop}/edit/`;
      const keys = await run((db) => db.drafts.where('key').startsWith(prefix).primaryKeys());
      return keys.map((key) => Number(key.slice(prefix.length)));
    },
    saveDraft: (key, draft, view) =>
      change(async (db) => {
        const added = await findAddedOfDraft(db, key);
        const theirs = view && !added ? (await db.drafts.get(key))?.draft : undefined;
        const merged = view && theirs ? mergeDrafts({ ...view, mine: draft, theirs }) : draft;
        await db.drafts.put(added ? toEditDraft(merged, added) : { key, draft: merged });
        return merged;
      }),
    dropDraft: (key) => change((db) => dropDraft(db, key)),
    shipmentDrafts: async () =>
      new Map((await run((db) => db.shipmentDrafts.toArray())).map(({ id, draft }) => [id, draft])),
    saveShipmentDraft: async (id, draft) => {
      await change<unknown>(async ({ shipmentDrafts }) =>
        draft ? shipmentDrafts.put({ id, draft }) : shipmentDrafts.delete(id),
      );
    },
    shopSettingsDraft: () => run((db) => readMeta(db, 'shopSettingsDraft')),
    saveShopSettingsDraft: (draft) =>
      change((db) => (draft ? writeMeta(db, 'shopSettingsDraft', draft) : db.meta.delete('shopSettingsDraft'))),
    saveImage: (blob, use) => change(async (db, { id, atMs }) => db.images.put({ id, blob, use, keptAtMs: atMs })),
    image: async (id) => (await run((db) => db.images.get(id)))?.blob,
    removeImage: (id) => change((db) => removeImage(db, id)),
    outbox: async () => (await read(listOpen)).map(toEntry),
    enqueue: (operation, draft) =>
      change(async (db, identity) => {
        await checkImages(db, operation);
        const key = orderingKey(operation, await listOpen(db), identity.id);
        const op = await addOperation(db, createOperationRecord(operation, key, toNew(identity)));
        if (draft !== undefined) await dropDraft(db, draft);
        if (operation.kind === 'setShipment') await db.shipmentDrafts.delete(operation.paymentId);
        if (operation.kind === 'changeShopSettings') await db.meta.delete('shopSettingsDraft');
        return op;
      }),
    sendAgain: (op, changed) =>
      change(async (db, identity) => {
        const rejected = await findOpen(db, op);
        if (rejected?.state !== 'rejected') return;
        const operation = changed ?? rejected.operation;
        await checkImages(db, operation);
        await waitAgain(db, rejected, operation, toNew(identity));
        await deleteUnusedImages(db, imagesOfOperation(rejected.operation));
      }),
    changeAddition: (op, changed, from) =>
      change(async (db, identity) => {
        const record = await findOpen(db, op);
        if (record?.operation.kind === 'addProduct') await checkImages(db, changed);
        const isRejected = record?.state === 'rejected';
        if (isRejected) await waitAgain(db, record, changed, toNew(identity));
        const changedOp = isRejected ? op : await changeAddition(db, op, { changed, from }, identity);
        await dropDraft(db, `${from.shop}/addition/${op}`);
        await deleteUnusedImages(db, imagesOfOperation(from));
        return changedOp;
      }),
    resolve: (op, fields) =>
      change(async (db, identity) => {
        const record = await findOpen(db, op);
        if (!record?.conflict || record.operation.kind !== 'editProduct') return;
        const operation = { ...record.operation, base: record.conflict.base, fields };
        await waitAgain(db, record, operation, toNew(identity));
      }),
    discard: (op) =>
      change(async (db, identity) => {
        const record = await findOpen(db, op);
        if (!record) return;
        if (record.state === 'waiting' && isPerhapsSent(record)) {
          await deleteBehind(db, record, identity);
          return;
        }
        // Without the addition, later operations on its product would hit another product: planned ids are reused.
        const behind = record.operation.kind === 'addProduct' ? await listBehind(db, record) : [];
        const dropped = [record, ...behind];
        await db.operations.bulkDelete(dropped.map(({ id }) => id));
        if ('shop' in record.operation) await dropDraft(db, `${record.operation.shop}/addition/${op}`);
        await deleteUnusedImages(db, dropped.flatMap(imagesOfRecord));
      }),
    orders: () =>
      readOrders(async (db) => {
        // Read one after the other: browsers commit a transaction too early when async functions run in it side by side.
        const known = await listOrders(db);
        return overlayAdminOrders(known, await listWaiting(db));
      }),
    orderFacts: () => readOrders(readOrderFacts),
    serverFigures: () => run((db) => readMeta(db, 'insights')),
    state: async () => (await run((db) => readMeta(db, 'state'))) ?? NEVER_SYNCED,
    onClosed: (listener) => store.onClosed(listener),
    close: () => store.close(),
  };
}

const isNewProduct = (key: DraftKey): key is NewProductKey => /\/add(?:\/\d+)?$/.test(key);

function toEntry(record: OperationRecord): AdminEntry {
  const { number, operation, wanted, createdAtMs, state, rejection, conflict } = record;
  return {
    op: number,
    operation: wanted ?? operation,
    createdAtMs,
    state,
    rejection,
    conflict,
    ...(isPerhapsSent(record) && { isPerhapsSent: true }),
    ...(isRepeated(record) && state === 'waiting' && { isRepeated: true }),
  };
}

async function dropDraft(database: AdminDatabase, key: Parameters<AdminData['dropDraft']>[0]): Promise<void> {
  const added = await findAddedOfDraft(database, key);
  const storedKey = added ? (`${added.shop}/edit/${added.id}` as const) : key;
  const known = await database.drafts.get(storedKey);
  if (!known) return;
  await database.drafts.delete(storedKey);
  await deleteUnusedImages(database, imagesOfDraft(known.draft));
}

/** Deletes an image that a form has dropped, unless an operation or another draft uses it; the form's stored draft may still name it for a moment. */
async function removeImage(database: AdminDatabase, id: string): Promise<void> {
  const operations = await database.operations.toArray();
  const drafts = (await database.drafts.toArray()).filter(({ draft }) => imagesOfDraft(draft).includes(id));
  const isSent = operations.some((record) => imagesOfRecord(record).includes(id));
  if (!isSent && drafts.length <= 1) await database.images.delete(id);
}

/** @throws RangeError when an image of a product is not on this device; those of descriptions may be on the server */
async function checkImages(database: AdminDatabase, operation: AdminOperation): Promise<void> {
  const ids = imagesOfProduct(operation);
  const known = await database.images.where('id').anyOf(ids).count();
  if (known < new Set(ids).size) throw new RangeError('an image of the product is not on this device');
}

const imagesOfProduct = (operation: AdminOperation): readonly string[] => {
  if (operation.kind === 'addProduct') return operation.images;
  if (operation.kind !== 'editProduct') return [];
  return operation.images?.flatMap((image) => (image.kind === 'kept' ? [image.id] : [])) ?? [];
};

/** Enqueues an operation again under its old number, with a new id: for the old one the server would only repeat its rejection. */
async function waitAgain(
  database: AdminDatabase,
  record: OperationRecord,
  operation: AdminOperation,
  made: NewOperation,
): Promise<void> {
  const { key, progress, rejection, createdAtMs } = record;
  const { saved } = progress;
  // The next attempt starts from what was saved before an image was rejected.
  const next = saved && operation.kind === 'editProduct' ? { ...operation, base: toEditBase(saved) } : operation;
  const uploaded = rejection?.code === 'picture-missing' ? {} : progress.uploaded;
  const again = { ...progress, uploaded, saved: null, isUploadedAgain: false, isSent: false };
  await replaceOperation(database, record, {
    ...createOperationRecord(next, key, { ...made, createdAtMs }),
    progress: again,
  });
}
