import type { ErrorCode, Problem } from '#contract/errors.ts';
import type { exportProducts, importProducts, listAudit, listDeletedProducts } from '#contract/http/admin-products.ts';
import type { EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { setShipment } from '#contract/http/orders.ts';
import type { AdminOrder } from '#contract/order.ts';
import type { Product, ProductFields } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CallResult } from '../account/account-api.ts';
import type { Rejection } from '../outbox/outbox-record.ts';
import type { SyncProblem } from '../worker/engine-api.ts';

/** A picture of a product as a form has it: on the server under its name, or kept on this device under its id. */
export type ImageRef =
  { readonly kind: 'stored'; readonly name: string } | { readonly kind: 'kept'; readonly id: string };

/** What an edit starts from: what is different now is somebody else's work. */
export interface EditBase {
  /** `seq` of the product; 0 of one that waits to be added itself. */
  readonly version: number;
  readonly fields: ProductFields;
}

export type Shipment = EndpointInput<typeof setShipment>['body'];

/** What an administrator does; each waits in the device's outbox until the server has decided it, once however often it is sent. */
export type AdminOperation =
  | {
      readonly kind: 'addProduct';
      readonly shop: ShopKey;
      /** The one that the form showed; another one is taken when it is in use, unless somebody wrote it by hand (`isOwnId`). */
      readonly id: number;
      readonly isOwnId: boolean;
      readonly fields: ProductFields;
      /** Ids of kept pictures, in their order. */
      readonly pictures: readonly string[];
    }
  | {
      readonly kind: 'editProduct';
      readonly shop: ShopKey;
      readonly id: number;
      readonly base: EditBase;
      readonly fields: ProductFields;
      /**
       * In their order; null where the edit is not about pictures. Kept ones alone come behind those that are on the server: without network
       * nobody knows the names of these.
       */
      readonly pictures: readonly ImageRef[] | null;
    }
  | { readonly kind: 'deletePicture'; readonly shop: ShopKey; readonly id: number; readonly name: string }
  /** `title`: of the product, as it was shown. */
  | { readonly kind: 'deleteProduct'; readonly shop: ShopKey; readonly id: number; readonly title: string }
  | { readonly kind: 'restoreProduct'; readonly shop: ShopKey; readonly id: number; readonly title: string }
  | {
      readonly kind: 'setShipment';
      readonly paymentId: string;
      readonly shipment: Shipment;
      /** Of the order that the change starts from. */
      readonly version: number;
    }
  | { readonly kind: 'deleteOrder'; readonly paymentId: string };

/** Why the server will not do something as it is. */
export interface AdminRejection extends Rejection {
  /** What is wrong with which field. */
  readonly errors: NonNullable<Problem['errors']>;
  /** The picture that was refused, where it was one. */
  readonly pictureId: string | null;
}

/** The same field was changed here and elsewhere; what only one of the two changed is merged into the operation's fields already. */
export interface EditConflict {
  /** What is on the server now: what the edit starts from once somebody has decided. */
  readonly base: EditBase;
  /** Fields in which the two differ, with what they were before either. */
  readonly fields: readonly {
    readonly field: string;
    readonly base: string | number;
    readonly mine: string | number;
    readonly theirs: string | number;
  }[];
}

/** One operation of the outbox as people see it. */
export interface AdminEntry {
  readonly op: number;
  readonly operation: AdminOperation;
  /** Device time in ms. */
  readonly createdAtMs: number;
  /** `conflict` and `refused` wait for a person, and hold up nothing but operations of the same product or order. */
  readonly state: 'waiting' | 'conflict' | 'refused';
  readonly refusal: AdminRejection | null;
  readonly conflict: EditConflict | null;
}

/** A form as it stands, kept while somebody writes. */
export interface ProductDraft {
  /** As written, wrong values too. */
  readonly fields: Readonly<Record<string, string | number>>;
  /** Text of the id field. */
  readonly id: string;
  readonly isOwnId: boolean;
  readonly pictures: readonly ImageRef[];
  /** What is written in the field for links. */
  readonly links: string;
  /** Of an edit: what was loaded. */
  readonly base: EditBase | null;
}

/** What is written about a parcel and not sent. */
export type ShipmentDraft = Pick<Shipment, 'postal_service' | 'tracking_number'>;

/** Which form: one to add for each shop, one to edit for each product. */
export type DraftKey = `${ShopKey}/add` | `${ShopKey}/edit/${number}`;

export interface AdminSyncState {
  /** Device time in ms of the last exchange that reached the server; null if there was none. */
  readonly lastSyncedAtMs: number | null;
  readonly problem: SyncProblem | null;
}

/**
 * An administrator's rows on this device, for live queries: each read is one transaction over IndexedDB, and each write is on the disk
 * when it is done, or refused with an error whose name is `StorageFullError` with nothing changed. They stay when the token ends; nothing is
 * sent then.
 */
export interface AdminData {
  draft(key: DraftKey): Promise<ProductDraft | undefined>;
  /** Products of a shop with a draft of an edit. */
  draftedProducts(shop: ShopKey): Promise<readonly number[]>;
  saveDraft(key: DraftKey, draft: ProductDraft): Promise<void>;
  /** Removes a draft with the pictures that only it has. */
  dropDraft(key: DraftKey): Promise<void>;
  /** By the id of their order. */
  shipmentDrafts(): Promise<ReadonlyMap<string, ShipmentDraft>>;
  /** Null forgets it; so does a `setShipment` of the order. */
  saveShipmentDraft(orderId: string, draft: ShipmentDraft | null): Promise<void>;
  /** Keeps a picture; gives its id. `use`: of a product, or within its description (`editorImagePath(id)` is its address then). */
  saveImage(picture: Blob, use: 'product' | 'editor'): Promise<string>;
  /** A kept picture; undefined when it is not on this device. */
  picture(id: string): Promise<Blob | undefined>;
  /** Lets go of a picture that was taken out of a form; not of one that an operation or another draft has. */
  removeImage(id: string): Promise<void>;
  /** Oldest first. */
  outbox(): Promise<readonly AdminEntry[]>;
  /**
   * Puts an operation into the outbox, and drops the draft that it was made of, in one transaction; gives its number.
   * @throws RangeError when a picture of it is not on this device
   */
  enqueue(operation: AdminOperation, draft?: DraftKey): Promise<number>;
  /** Takes a refused operation up again, as it was or changed; it keeps its number. */
  sendAgain(op: number, changed?: AdminOperation): Promise<void>;
  /** Decides a conflict: these fields, all of them, are saved over what is there now. */
  resolve(op: number, fields: ProductFields): Promise<void>;
  /** Gives an operation up, with the pictures that only it has. */
  discard(op: number): Promise<void>;
  /** Orders as the device knows them with what waits on top, newest first. */
  orders(): Promise<readonly AdminOrder[]>;
  state(): Promise<AdminSyncState>;
  /** Called once when these rows are no longer to be read: a newer version of the app has them. */
  onClosed(listener: () => void): void;
  close(): void;
}

/** What the worker tells the page without being asked. */
export type AdminEvent =
  /** How much of a kept picture has been sent. */
  | { readonly type: 'progress'; readonly pictureId: string; readonly sentBytes: number; readonly totalBytes: number }
  /** An upload of a kept picture failed; it is tried again by itself unless its operation was refused. */
  | { readonly type: 'upload-failed'; readonly pictureId: string; readonly problem: SyncProblem | ErrorCode }
  /** An operation was decided: done (`product` where it made or changed one), refused, or in conflict. */
  | {
      readonly type: 'decided';
      readonly op: number;
      readonly operation: AdminOperation;
      readonly outcome: 'applied' | 'refused' | 'conflict';
      readonly product: Product | null;
      readonly refusal: AdminRejection | null;
    }
  /** The server does not know the token (any more): everything waits until somebody logs in. */
  | { readonly type: 'token-ended' };

/** The administrator's engine as the page sees it, over Comlink. */
export interface AdminApi {
  /** The token that calls carry; null after an exit, when nothing is sent. */
  setToken(token: string | null): Promise<void>;
  login(password: string): Promise<CallResult<{ readonly token: string }>>;
  /** Whether the server knows a token. */
  verify(token: string): Promise<CallResult<boolean>>;
  /** Ends a token on the server, later where there is no network, and takes buyers' orders off this device. */
  logout(token: string): Promise<void>;
  /** Sends what waits and pulls orders, now. */
  sync(): Promise<void>;
  setVisible(isVisible: boolean): Promise<void>;
  nextId(shop: ShopKey): Promise<CallResult<number>>;
  /** A product as the server has it now; `not-found` when it does not. */
  loadProduct(shop: ShopKey, id: number): Promise<CallResult<Product>>;
  /** Names of a product's pictures in their order. */
  listImages(shop: ShopKey, id: number): Promise<CallResult<readonly string[]>>;
  /** The picture behind a link, fetched by the server. */
  fetchLinkedImage(url: string): Promise<CallResult<Blob>>;
  /** Uploads a kept picture of a description at once; gives its address. */
  uploadEditorImage(shop: ShopKey, id: number, pictureId: string): Promise<CallResult<string>>;
  deleteEditorImage(src: string): Promise<CallResult<undefined>>;
  /** Deletes what was uploaded for the description of a product that was never added. */
  deleteEditorFolder(shop: ShopKey, id: number): Promise<CallResult<undefined>>;
  listDeleted(shop: ShopKey): Promise<CallResult<EndpointReply<typeof listDeletedProducts>['products']>>;
  listAudit(before: number | undefined): Promise<CallResult<EndpointReply<typeof listAudit>['entries']>>;
  /** `key`: the same for the same rows of one import, so that they are imported once however often they are sent. */
  importProducts(
    shop: ShopKey,
    input: EndpointInput<typeof importProducts>['body'],
    key: string,
  ): Promise<CallResult<EndpointReply<typeof importProducts>['results']>>;
  exportProducts(shop: ShopKey, after: number | undefined): Promise<CallResult<EndpointReply<typeof exportProducts>>>;
  /** Calls back for every event, for as long as the page lives. */
  subscribe(listener: (event: AdminEvent) => void): Promise<void>;
}
