import { Dexie } from 'dexie';
import type { EntityTable, Table } from 'dexie';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { OPERATION_KEYS } from '../../outbox/outbox-database.ts';
import type { OutboxMeta, StoredOperation } from '../../outbox/outbox-database.ts';
import { moveAdminData } from './move-admin-data.ts';
import { ownLayoutOnly } from '../../database/own-layout.ts';
import type { DatabaseHandleOptions } from '../../database/database-handle.ts';
import type { MetaTable } from '../../database/meta-table.ts';
import type {
  AdminEntry,
  AdminOperation,
  AdminSyncState,
  DraftKey,
  EditBase,
  MonthFacts,
  ProductDraft,
  ShipmentDraft,
  ShopSettingsDraft,
  StoredFigures,
} from '../../api/admin-api.ts';

/** Version of the layout of an administrator's database as Dexie counts it. */
const ADMIN_LAYOUT = 3;

/** Progress of an operation: completed steps, which are not repeated in the same epoch. */
export interface OperationProgress {
  /** The epoch in which the operation was made or its steps were taken. Missing if the device knew none, or in operations of older apps. */
  readonly epoch?: string;
  /** Whether the operation was made in another epoch. The row versions that it names then mean nothing in this one. */
  readonly isCarriedOver?: boolean;
  /** The server's name of each uploaded image, by the image's id on the device; an empty string for images of descriptions. */
  readonly uploaded: Readonly<Record<string, string>>;
  /** Of an edit: the names of images that were uploaded in another epoch. */
  readonly earlier?: Readonly<Record<string, string>>;
  /** The product as the server saved it; null until then. */
  readonly saved: Product | null;
  /** Whether all images were uploaded once more, because the server did not have them when the product arrived. */
  readonly isUploadedAgain: boolean;
  /** Of an addition: whether the call that adds the product may have been made; missing in additions of older app versions. */
  readonly isSent?: boolean | undefined;
}

declare const isOperationId: unique symbol;

/** Id of an operation, and idempotency key of its deciding call. Only `toNew` makes one, from the identity of the write that stores the operation. */
export type OperationId = string & { readonly [isOperationId]: true };

/** An operation of the outbox. An operation that the server has applied stays, because a restored server may lack it. */
export interface OperationRecord extends StoredOperation {
  /** Also the idempotency key of its deciding call: an operation that a person changes gets another id but keeps its number. */
  readonly id: OperationId;
  /** The product or order concerned, or the pending addition of a product: operations of one key are decided in their order. */
  readonly key: string;
  readonly operation: AdminOperation;
  /** The latest form of an addition that the server may have. Edits bring the added product to it; a rejected addition takes it over. */
  readonly wanted?: Extract<AdminOperation, { kind: 'addProduct' }>;
  readonly createdAtMs: number;
  readonly state: AdminEntry['state'];
  readonly rejection: AdminEntry['rejection'];
  readonly conflict: AdminEntry['conflict'];
  readonly progress: OperationProgress;
}

/** An image that only this device has, that is being uploaded, or that is kept for a restored server. */
export interface LocalImage {
  readonly id: string;
  readonly blob: Blob;
  readonly use: 'product' | 'editor';
  readonly keptAtMs: number;
}

/** The position up to which the device has the orders. */
export interface OrdersCursor {
  readonly epoch: string;
  readonly seq: number;
  /** The server's proof of the number; missing before the first reply of a server that gives one. */
  readonly proof?: string | undefined;
  readonly pair?: OrderPair;
}

/** Which of two pairs of tables has the orders and their facts. A reset fills the other pair, which then replaces this one as a whole. */
export type OrderPair = 0 | 1;

/** One of the two pairs of tables. */
export interface OrderTables {
  readonly orders: EntityTable<AdminOrder, 'id'>;
  readonly orderFacts: EntityTable<MonthFacts, 'month'>;
}

/** A product that this device added, with the data that turns a still open form of the addition into an edit form of the product. */
export interface AddedProduct {
  readonly op: number;
  readonly shop: ShopKey;
  readonly id: number;
  readonly base: EditBase;
  /** The server's names of its images, by their ids on the device. */
  readonly names: Readonly<Record<string, string>>;
}

export interface AdminMeta extends OutboxMeta {
  orders: OrdersCursor;
  /** The position up to which the orders of a reset have arrived; missing while there is no reset. */
  stagedOrders: OrdersCursor;
  /** The server's newest epoch that this device knows. */
  epoch: string;
  /** The newest position in the server's data that this device knows; it includes the operations that are acknowledged in its epoch. */
  position: string;
  insights: StoredFigures;
  shopSettingsDraft: ShopSettingsDraft;
  state: AdminSyncState;
  /** How often orders or all server data were deleted from the device. Answers to calls made before the last deletion are not stored. */
  removals: number;
  /** Tokens that must still be revoked on the server. */
  exits: readonly string[];
  added: readonly AddedProduct[];
}

export interface AdminDatabaseOptions extends Pick<DatabaseHandleOptions, 'freeSpace' | 'onSilent'> {
  /** Name of the database; tests use it to separate devices. */
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
}

/** An administrator's data on this device. A new layout may drop the orders, which can be fetched again, but nothing else. */
export class AdminDatabase extends Dexie {
  drafts!: Table<{ key: DraftKey; draft: ProductDraft }, DraftKey>;
  shipmentDrafts!: EntityTable<{ readonly id: string; readonly draft: ShipmentDraft }, 'id'>;
  images!: EntityTable<LocalImage, 'id'>;
  orders!: EntityTable<AdminOrder, 'id'>;
  orderFacts!: EntityTable<MonthFacts, 'month'>;
  orders2!: EntityTable<AdminOrder, 'id'>;
  orderFacts2!: EntityTable<MonthFacts, 'month'>;
  meta!: MetaTable<AdminMeta>;

  constructor({ name = 'hexlime-admin', ...options }: AdminDatabaseOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...ownLayoutOnly(ADMIN_LAYOUT, options) });
    this.version(ADMIN_LAYOUT)
      .stores({
        drafts: 'key',
        shipmentDrafts: 'id',
        pictures: null,
        images: 'id, keptAtMs',
        operations: null,
        outbox: `${OPERATION_KEYS}, number, key`,
        orders: 'id, created_at',
        orderFacts: 'month',
        orders2: 'id, created_at',
        orderFacts2: 'month',
        meta: 'key',
      })
      .upgrade(moveAdminData);
  }

  get operations(): Table<OperationRecord, string> {
    return this.table('outbox');
  }
}
