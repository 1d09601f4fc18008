import { DatabaseHandle } from '../../database/database-handle.ts';
import { readMeta } from '../../database/meta-table.ts';
import { isQuotaError } from '../../database/quota-error.ts';
import { StorageFullError } from '../../catalog/store/catalog-store.ts';
import type {
  AdminData,
  AdminEntry,
  AdminOperation,
  AdminSyncState,
  DraftKey,
  NewProductKey,
} from '../../api/admin-api.ts';
import { AdminDatabase } from './admin-database.ts';
import type { AdminDatabaseOptions, OperationRecord } from './admin-database.ts';
import { dropOperationsOfKey } from './admin-store.ts';
import { deleteUnusedImages, imagesOfDraft, imagesOfOperation, imagesOfRecord } from './local-images.ts';
import { findAddedOfDraft, toEditDraft } from './added-products.ts';
import { changeAddition, deleteBehind, isPerhapsSent } from '../outbox/change-addition.ts';
import { orderingKey, toEditBase, createOperationRecord } from '../outbox/operation-record.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { readOrderFacts } from './order-rows.ts';
import { overlayAdminOrders } from './overlay-admin-orders.ts';

const NEVER_SYNCED: AdminSyncState = { lastSyncedAtMs: null, problem: null };

export interface AdminDataOptions extends AdminDatabaseOptions {
  /** Called when something is stored that only this device has. */
  readonly onStored?: () => void;
}

/** Opens an administrator's rows for the page. Opens no database before the first read. */
export function openAdminData({ onStored, ...options }: AdminDataOptions = {}): AdminData {
  const handle = new DatabaseHandle(() => new AdminDatabase(options), options);
  const run = <T>(operation: (database: AdminDatabase) => PromiseLike<T>): Promise<T> => handle.run(operation);
  const keep = async <T>(write: (database: AdminDatabase) => PromiseLike<T>): Promise<T> => {
    try {
      const kept = await run(write);
      onStored?.();
      return kept;
    } catch (error) {
      throw isQuotaError(error) ? new StorageFullError({ cause: error }) : error;
    }
  };
  const change = <T>(write: (database: AdminDatabase) => Promise<T>): Promise<T> =>
    keep((db) => {
      const { operations, drafts, shipmentDrafts, pictures, orders, meta } = db;
      // An async function of its own: Dexie keeps only those in their transaction across an await.
      return db.transaction('rw', [operations, drafts, shipmentDrafts, pictures, orders, meta], async () => write(db));
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
      await keep<unknown>((db) => (draft ? db.shipmentDrafts.put({ id, draft }) : db.shipmentDrafts.delete(id)));
    },
    saveImage: async (blob, use) => {
      const id = crypto.randomUUID();
      await keep((db) => db.pictures.put({ id, blob, use, keptAtMs: Date.now() }));
      return id;
    },
    image: async (id) => (await run((db) => db.pictures.get(id)))?.blob,
    removeImage: (id) => change((db) => removeImage(db, id)),
    outbox: async () => (await run((db) => db.operations.toArray())).map(toEntry),
    enqueue: (operation, draft) => {
      // Made once: the write is repeated if the connection dies, perhaps after its commit.
      const callKey = crypto.randomUUID();
      return change(async (db) => {
        const pending = await db.operations.toArray();
        const stored = pending.find((record) => record.callKey === callKey);
        // Written once more, because live queries were not told of the commit.
        if (stored) return db.operations.put(stored);
        await checkImages(db, operation);
        const key = orderingKey(operation, pending);
        const op = await db.operations.add(createOperationRecord(operation, key, { callKey }));
        if (draft !== undefined) await dropDraft(db, draft);
        if (operation.kind === 'setShipment') await db.shipmentDrafts.delete(operation.paymentId);
        return op;
      });
    },
    sendAgain: (op, changed) =>
      change(async (db) => {
        const refused = await db.operations.get(op);
        if (refused?.state !== 'refused') return;
        const operation = changed ?? refused.operation;
        await checkImages(db, operation);
        await waitAgain(db, refused, operation);
        await deleteUnusedImages(db, imagesOfOperation(refused.operation));
      }),
    changeAddition: (op, changed, from) =>
      change(async (db) => {
        const record = await db.operations.get(op);
        if (record?.operation.kind === 'addProduct') await checkImages(db, changed);
        const isRefused = record?.state === 'refused';
        if (isRefused) await waitAgain(db, record, changed);
        const changedOp = isRefused ? op : await changeAddition(db, op, { changed, from });
        await dropDraft(db, `${from.shop}/addition/${op}`);
        await deleteUnusedImages(db, imagesOfOperation(from));
        return changedOp;
      }),
    resolve: (op, fields) =>
      change(async (db) => {
        const record = await db.operations.get(op);
        if (!record?.conflict || record.operation.kind !== 'editProduct') return;
        await waitAgain(db, record, { ...record.operation, base: record.conflict.base, fields });
      }),
    discard: (op) =>
      change(async (db) => {
        const record = await db.operations.get(op);
        if (!record) return;
        if (record.state === 'waiting' && isPerhapsSent(record)) {
          await deleteBehind(db, record);
          return;
        }
        const dropped = record.operation.kind === 'addProduct' ? await dropOperationsOfKey(db, record.key) : [record];
        await db.operations.delete(op);
        if ('shop' in record.operation) await dropDraft(db, `${record.operation.shop}/addition/${op}`);
        await deleteUnusedImages(db, dropped.flatMap(imagesOfRecord));
      }),
    orders: () =>
      run((db) =>
        db.transaction('r', [db.orders, db.operations], async () =>
          overlayAdminOrders(...(await Promise.all([db.orders.toArray(), db.operations.toArray()]))),
        ),
      ),
    orderFacts: () =>
      run((db) => db.transaction('r', [db.orderFacts, db.orders, db.operations], async () => readOrderFacts(db))),
    serverFigures: () => run((db) => readMeta(db, 'insights')),
    state: async () => (await run((db) => readMeta(db, 'state'))) ?? NEVER_SYNCED,
    onClosed: (listener) => handle.onClosed(listener),
    close: () => handle.close(),
  };
}

const isNewProduct = (key: DraftKey): key is NewProductKey => /\/add(?:\/\d+)?$/.test(key);

function toEntry(record: OperationRecord): AdminEntry {
  const { op, operation, wanted, createdAtMs, state, refusal, conflict } = record;
  return {
    op,
    operation: wanted ?? operation,
    createdAtMs,
    state,
    refusal,
    conflict,
    ...(isPerhapsSent(record) && { isPerhapsSent: true }),
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

/** The form has dropped an image; the stored draft may still name it for a moment. */
async function removeImage(database: AdminDatabase, id: string): Promise<void> {
  const operations = await database.operations.toArray();
  const drafts = (await database.drafts.toArray()).filter(({ draft }) => imagesOfDraft(draft).includes(id));
  const isSent = operations.some((record) => imagesOfRecord(record).includes(id));
  if (!isSent && drafts.length <= 1) await database.pictures.delete(id);
}

/** @throws RangeError when an image of a product is not on this device; those of descriptions may be on the server */
async function checkImages(database: AdminDatabase, operation: AdminOperation): Promise<void> {
  const ids = imagesOfProduct(operation);
  const known = await database.pictures.where('id').anyOf(ids).count();
  if (known < new Set(ids).size) throw new RangeError('an image of the product is not on this device');
}

const imagesOfProduct = (operation: AdminOperation): readonly string[] => {
  if (operation.kind === 'addProduct') return operation.pictures;
  if (operation.kind !== 'editProduct') return [];
  return operation.pictures?.flatMap((image) => (image.kind === 'kept' ? [image.id] : [])) ?? [];
};

/** Enqueues an operation again under its old number, as another call: under the old key the server would only repeat its rejection. */
async function waitAgain(database: AdminDatabase, record: OperationRecord, operation: AdminOperation): Promise<void> {
  const { op, key, createdAtMs, progress, refusal } = record;
  const { saved } = progress;
  // The next attempt starts from what was saved before an image was rejected.
  const next = saved && operation.kind === 'editProduct' ? { ...operation, base: toEditBase(saved) } : operation;
  const uploaded = refusal?.code === 'picture-missing' ? {} : progress.uploaded;
  const more = {
    createdAtMs,
    progress: { uploaded, saved: null, isUploadedAgain: false, isSent: false },
  };
  await database.operations.put({ ...createOperationRecord(next, key, more), op });
}
