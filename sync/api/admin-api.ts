import type { ErrorCode, Problem } from '#contract/http/errors.ts';
import type { OwnAccess } from '#contract/http/administrators.ts';
import type { EndpointCall } from '#contract/http/endpoint.ts';
import type { ServerFigures } from '#contract/http/insights.ts';
import type { setShipment } from '#contract/http/orders.ts';
import type { ShopSettingsChanges } from '#contract/http/shop-settings-changes.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { Product, ProductFields } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type * as adminEndpoints from './admin-endpoints.ts';
import type { CallResult, Calls } from './calls.ts';
import type { Rejection } from './outbox-record.ts';
import type { SyncProblem } from './sync-problem.ts';

/** An image of a product in a form: on the server under its name, or on this device under its id; `shows`: the condition that it shows. */
export type ImageRef = { readonly shows?: ConditionKey } & (
  { readonly kind: 'stored'; readonly name: string } | { readonly kind: 'kept'; readonly id: string }
);

/** For each condition, the name or id of the image that shows it. */
export type MarkedImages = Partial<Readonly<Record<ConditionKey, string>>>;

/** The state that an edit starts from: differences from it are other people's changes. */
export interface EditBase {
  /** `seq` of the product; 0 for a product whose addition is pending. */
  readonly version: number;
  readonly fields: ProductFields;
  /** The product's identity, if it is known. */
  readonly identity?: string | undefined;
}

export type Shipment = EndpointCall<typeof setShipment>['body'];

/** A change by an administrator. It waits in the device's outbox until the server decides it: only once, however often it is sent. */
export type AdminOperation =
  | {
      readonly kind: 'addProduct';
      readonly shop: ShopKey;
      /** The id shown in the form; replaced if it is taken, unless it was typed (`isOwnId`). */
      readonly id: number;
      readonly isOwnId: boolean;
      readonly fields: ProductFields;
      /** Ids of local images, in their order. */
      readonly images: readonly string[];
      /** The ids of those that show a condition. */
      readonly conditionImages?: MarkedImages;
    }
  | {
      readonly kind: 'editProduct';
      readonly shop: ShopKey;
      readonly id: number;
      readonly base: EditBase;
      readonly fields: ProductFields;
      /** In their order; null if the edit does not concern images. If all are local (offline edits), they follow the server's images. */
      readonly images: readonly ImageRef[] | null;
      /** Whether the conditions that the images show were changed; if not, they stay as they are on the server. */
      readonly hasMarks?: true;
    }
  /** `seen`: `seq` of the product as shown, if it is known. It keeps the server from changing another product that has got the same id. */
  | {
      readonly kind: 'deleteImage';
      readonly shop: ShopKey;
      readonly id: number;
      readonly name: string;
      readonly seen?: number;
      readonly isUndoable?: boolean;
    }
  /** `title`: the product's title as shown; `identity`: the product's identity, if it is known. */
  | {
      readonly kind: 'deleteProduct';
      readonly shop: ShopKey;
      readonly id: number;
      readonly title: string;
      readonly seen?: number | undefined;
      readonly identity?: string | undefined;
    }
  | { readonly kind: 'restoreProduct'; readonly shop: ShopKey; readonly id: number; readonly title: string }
  | {
      readonly kind: 'setShipment';
      readonly paymentId: string;
      readonly shipment: Shipment;
      /** Version of the order that the change starts from. */
      readonly version: number;
      /** The shipment that the administrator saw: newer versions of the order with it are changed too. Missing in changes of older apps. */
      readonly before?: Shipment | undefined;
    }
  /** `isUndoable`, here and in `deleteImage`: the deletion is not sent while it can be taken back, because the server cannot undo it. */
  | { readonly kind: 'deleteOrder'; readonly paymentId: string; readonly isUndoable?: boolean }
  /** `changes`: the changed parts, each independent of the others; null resets a part. */
  | { readonly kind: 'changeShopSettings'; readonly changes: ShopSettingsChanges };

/** Why the server rejected an operation. */
export interface AdminRejection extends Rejection {
  /** Errors by field. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Id of the rejected image; null if the rejection is not about an image. */
  readonly imageId: string | null;
}

/** A field changed both here and elsewhere; changes of other fields are merged into the operation's fields already. */
export interface EditConflict {
  /** The server's current state: the base of the edit once the conflict is resolved. */
  readonly base: EditBase;
  /** Who changed the product last, if the server names another administrator. */
  readonly by?: string | undefined;
  /** The conflicting fields, with their common previous value. */
  readonly fields: readonly {
    readonly field: string;
    readonly base: string | number;
    readonly mine: string | number;
    readonly theirs: string | number;
  }[];
}

/** An operation of the outbox as shown. */
export interface AdminEntry {
  readonly op: number;
  readonly operation: AdminOperation;
  readonly createdAtMs: number;
  /** `conflict` and `rejected` wait for a person, and block only operations on the same product or order. */
  readonly state: 'waiting' | 'conflict' | 'rejected';
  readonly rejection: AdminRejection | null;
  readonly conflict: EditConflict | null;
  /** Of an addition that the server may have already. */
  readonly isPerhapsSent?: true;
  /** Of an operation that was applied already, and is repeated on a restored server. */
  readonly isRepeated?: true;
}

/** A form in progress, stored while it is edited. */
export interface ProductDraft {
  /** As typed, invalid values included. */
  readonly fields: Readonly<Record<string, string | number>>;
  /** Text of the id field. */
  readonly id: string;
  readonly isOwnId: boolean;
  readonly images: readonly ImageRef[];
  /** Text of the field for links. */
  readonly links: string;
  /** Of an edit: the loaded state. */
  readonly base: EditBase | null;
  /** For fields that two windows changed, until one value is chosen: the value that is not in `fields`, and the one before both changes. */
  readonly alternatives?: Readonly<Record<string, FieldAlternative>>;
}

/** What a field had before two windows changed it, and the value that the form does not show. */
export interface FieldAlternative {
  readonly base: string | number;
  readonly value: string | number;
}

/** What a window knows of a draft that another window may be changing. */
export interface DraftView {
  /** The draft as the window last read or wrote it. */
  readonly seen: ProductDraft;
  /** Fields that were changed in this window, with their values before. */
  readonly own: ReadonlyMap<string, string | number>;
}

/** Unsent input about a shipment. */
export type ShipmentDraft = Pick<Shipment, 'postal_service' | 'tracking_number'>;

/** Unsaved input in the shop settings: by field, such as `about.en`, the text before and the one typed; null for no logo. */
export type ShopSettingsDraft = Readonly<
  Record<string, { readonly before: string | null; readonly typed: string | null }>
>;

/** The form of a new product; windows after the first have numbers. */
export type NewProductKey = `${ShopKey}/add` | `${ShopKey}/add/${number}`;

/** Identifies a form: one to add per shop, one per pending addition (by its operation's number), one to edit per product. */
export type DraftKey = NewProductKey | `${ShopKey}/addition/${number}` | `${ShopKey}/edit/${number}`;

/** Figures of the server as the device last received them. */
export interface StoredFigures extends ServerFigures {
  readonly receivedAtMs: number;
}

/**
 * The facts of the orders of one UTC month, in columns: those of 100,000 orders are read in tens of milliseconds, whole orders in seconds. They
 * are derived from the rows, in the transaction that changes them.
 */
export interface MonthFacts {
  /** Such as `2026-11`. */
  readonly month: string;
  readonly placedAt: Float64Array;
  readonly cents: Float64Array;
  readonly productIds: Uint32Array;
  readonly quantities: Uint16Array;
  readonly shipped: Uint8Array;
  /** Positions in `statuses`. */
  readonly statusOf: Uint16Array;
  readonly statuses: readonly string[];
}

export interface AdminSyncState {
  /** Device time in ms of the last exchange that reached the server; null if there was none. */
  readonly lastSyncedAtMs: number | null;
  readonly problem: SyncProblem | null;
}

/**
 * An administrator's rows on this device, for live queries: each read is one transaction over IndexedDB; each write is durable when it
 * resolves; on a full device it has no effect and rejects with an error named `StorageFullError`. The rows stay when the token ends; nothing
 * is sent then.
 */
export interface AdminData {
  draft(key: DraftKey): Promise<ProductDraft | undefined>;
  /** Drafts of new products of a shop, with their titles so far. */
  newProductDrafts(shop: ShopKey): Promise<readonly { readonly key: NewProductKey; readonly title: string }[]>;
  /** The ids of a shop's products that have a draft of an edit. */
  draftedProducts(shop: ShopKey): Promise<readonly number[]>;
  /** Stores a draft, merged with what another window stored since `view`; without `view`, replaces any stored one. Returns the stored draft. */
  saveDraft(key: DraftKey, draft: ProductDraft, view?: DraftView): Promise<ProductDraft>;
  /** Deletes a draft and the images that only it uses. */
  dropDraft(key: DraftKey): Promise<void>;
  /** Drafts by the ids of their orders. */
  shipmentDrafts(): Promise<ReadonlyMap<string, ShipmentDraft>>;
  /** Null deletes the draft; so does a `setShipment` of the order. */
  saveShipmentDraft(orderId: string, draft: ShipmentDraft | null): Promise<void>;
  shopSettingsDraft(): Promise<ShopSettingsDraft | undefined>;
  /** Null deletes the draft; so does a `changeShopSettings`. */
  saveShopSettingsDraft(draft: ShopSettingsDraft | null): Promise<void>;
  /** Stores an image; returns its id. `use`: as a product's image, or in its description (under the URL `editorImagePath(id)`). */
  saveImage(image: Blob, use: 'product' | 'editor'): Promise<string>;
  /** A local image; undefined if it is not on this device. */
  image(id: string): Promise<Blob | undefined>;
  /** Deletes an image that was removed from a form, unless an operation or another draft uses it. */
  removeImage(id: string): Promise<void>;
  /** Oldest first. */
  outbox(): Promise<readonly AdminEntry[]>;
  /**
   * Adds an operation to the outbox and deletes the draft it was made from, in one transaction; returns its number. @throws RangeError when
   * an image of it is not on this device
   */
  enqueue(operation: AdminOperation, draft?: DraftKey): Promise<number>;
  /** Enqueues a rejected operation again, unchanged or changed, under its old number. */
  sendAgain(op: number, changed?: AdminOperation): Promise<void>;
  /**
   * Changes an addition and deletes the draft of its form, which was opened with `from`. The addition may have been sent or discarded since
   * then. Returns the number of the operation that makes the change.
   */
  changeAddition(
    op: number,
    changed: Extract<AdminOperation, { kind: 'addProduct' }>,
    from: Extract<AdminOperation, { kind: 'addProduct' }>,
  ): Promise<number>;
  /** Resolves a conflict: all these fields are saved over the server's state. */
  resolve(op: number, fields: ProductFields): Promise<void>;
  /** Drops an operation and the images that only it uses; if it is an addition that the server may have, its product is deleted. */
  discard(op: number): Promise<void>;
  /** Known orders with pending operations on top, newest first. */
  orders(): Promise<readonly AdminOrder[]>;
  /** The facts of the known orders, for figures, with pending operations on top; one item per UTC month. */
  orderFacts(): Promise<readonly MonthFacts[]>;
  /** The server's figures as last received; undefined before that. */
  serverFigures(): Promise<StoredFigures | undefined>;
  state(): Promise<AdminSyncState>;
  /** Calls back once when these rows must no longer be read: a newer version of the app owns them. */
  onClosed(listener: () => void): void;
  close(): void;
}

/** An event that the worker sends to the page. */
export type AdminEvent =
  /** Upload progress of a local image. */
  | { readonly type: 'progress'; readonly imageId: string; readonly sentBytes: number; readonly totalBytes: number }
  /** The upload of a local image failed; it is retried unless its operation was rejected. */
  | { readonly type: 'upload-failed'; readonly imageId: string; readonly problem: SyncProblem | ErrorCode }
  /** An operation was decided: applied (`product` if it made or changed one), rejected, or in conflict. */
  | {
      readonly type: 'decided';
      readonly op: number;
      readonly operation: AdminOperation;
      readonly outcome: 'applied' | 'rejected' | 'conflict';
      readonly product: Product | null;
      readonly rejection: AdminRejection | null;
    }
  /** The server answered an operation with a failure; it is sent again later. `detail`: the server's own text, or ''. */
  | { readonly type: 'deferred'; readonly op: number; readonly detail: string; readonly isUpload: boolean }
  /** The server does not know the token (any more): operations wait until an administrator logs in. */
  | { readonly type: 'token-ended' }
  /** The administrator's access was revoked: all waiting operations are rejected, and kept for reading. */
  | { readonly type: 'access-revoked' }
  /** The server rejected a call because the administrator lacks the role for it. */
  | { readonly type: 'role-needed' };

/** What the server knows about a stored token. */
export type TokenState = 'valid' | 'unknown' | 'revoked';

export interface AdminCallOptions {
  /** The token of an unfinished login, pending or full; without it, the engine's own is sent. */
  readonly token?: string;
  /** Calls under one key take effect once, however often they are sent. */
  readonly idempotencyKey?: string;
}

/** Calls that the engine only passes on to the server. */
export type AdminCalls = Calls<typeof adminEndpoints, [options?: AdminCallOptions]>;

/** The administrator's engine as the page calls it, over Comlink: the methods that do more than call the server. */
export interface AdminApi {
  /** Sets the token of calls; null after a logout, when nothing is sent. */
  setToken(token: string | null): Promise<void>;
  /** Asks the server about a token; if its administrator was revoked, all waiting operations are rejected. */
  verify(token: string): Promise<CallResult<TokenState>>;
  /** Revokes a token on the server, later if there is no network, and deletes buyers' orders and the server's figures from this device. */
  logout(token: string): Promise<void>;
  /** Asks who the caller is; the engine then follows their roles. */
  getOwnAccess(): Promise<CallResult<OwnAccess>>;
  /** Sends pending operations and pulls orders now. */
  sync(): Promise<void>;
  /** Asks the server for its figures now and stores them. */
  refreshFigures(): Promise<CallResult<undefined>>;
  setVisible(isVisible: boolean): Promise<void>;
  /** Fetches a linked image through the server. */
  fetchLinkedImage(url: string): Promise<CallResult<Blob>>;
  /** Uploads a local image of a description at once; returns its URL. */
  uploadEditorImage(shop: ShopKey, id: number, imageId: string): Promise<CallResult<string>>;
  /** Sends an image of a ZIP file, whose path names its product; returns whether the image is new to the product. */
  importImage(shop: ShopKey, path: string, image: Blob): Promise<CallResult<boolean>>;
  /** Calls back for every event while the page lives. */
  subscribe(listener: (event: AdminEvent) => void): Promise<void>;
}
