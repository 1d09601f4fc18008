import { Dexie } from 'dexie';
import type { EntityTable, Table } from 'dexie';
import type { AdminOrder } from '#contract/order.ts';
import type { Product } from '#contract/product.ts';
import type { MetaTable } from '../../database/meta-table.ts';
import type {
  AdminEntry,
  AdminOperation,
  AdminSyncState,
  DraftKey,
  ProductDraft,
  Shipment,
  ShipmentDraft,
} from '../admin-api.ts';

/** How far an operation has come: what is in here has happened and is not done again. */
export interface OperationProgress {
  /** Of each uploaded picture, by its id, the name that the server gave it; empty for those of descriptions. */
  readonly uploaded: Readonly<Record<string, string>>;
  /** The product as the server saved it, once it has. */
  readonly saved: Product | null;
  /** All pictures were uploaded once more, because the server did not have them when the product came. */
  readonly isUploadedAgain: boolean;
}

/** One operation of the outbox, as the device keeps it until the server has decided it. */
export interface OperationRecord {
  readonly op: number;
  /** Product or order that it is about, or the addition of a product that is not there yet: operations of one are decided in their order. */
  readonly key: string;
  readonly operation: AdminOperation;
  /** Device time in ms. */
  readonly createdAtMs: number;
  readonly state: AdminEntry['state'];
  readonly refusal: AdminEntry['refusal'];
  readonly conflict: AdminEntry['conflict'];
  /** Idempotency key of the call that decides it; another one when a person has changed what it says. */
  readonly callKey: string;
  readonly progress: OperationProgress;
  /** Of a shipment: what the device knew of the order before it. */
  readonly shipmentBefore: Shipment | null;
}

/** A picture that is on this device alone, or on its way. */
export interface LocalImage {
  readonly id: string;
  readonly blob: Blob;
  readonly use: 'product' | 'editor';
  /** Device time in ms. */
  readonly keptAtMs: number;
}

/** How far the device knows the orders. */
export interface OrdersCursor {
  readonly epoch: string;
  readonly seq: number;
}

/** Single values, by key. */
export interface AdminMeta {
  orders: OrdersCursor;
  state: AdminSyncState;
  /** Tokens that must still be ended on the server. */
  exits: readonly string[];
}

export interface AdminDatabaseOptions {
  /** Tests keep devices apart by it. */
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
}

/**
 * What an administrator has on this device. A write is on the disk before anybody is told that it is done. A new layout may drop the
 * orders, which can be fetched again, but nothing else.
 */
export class AdminDatabase extends Dexie {
  drafts!: Table<{ key: DraftKey; draft: ProductDraft }, DraftKey>;
  shipmentDrafts!: EntityTable<{ readonly id: string; readonly draft: ShipmentDraft }, 'id'>;
  pictures!: EntityTable<LocalImage, 'id'>;
  operations!: EntityTable<OperationRecord, 'op'>;
  orders!: EntityTable<AdminOrder, 'id'>;
  meta!: MetaTable<AdminMeta>;

  constructor({ name = 'hexlime-admin', ...idb }: AdminDatabaseOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...idb });
    this.version(1).stores({
      drafts: 'key',
      shipmentDrafts: 'id',
      pictures: 'id, keptAtMs',
      operations: '++op, key',
      orders: 'id',
      meta: 'key',
    });
  }
}
