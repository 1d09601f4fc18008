import type {
  DeletedProductTable,
  EndedLifeTable,
  ProductConditionTable,
  ProductTable,
  ProductViewTable,
  ShopTable,
  BucketBlockTable,
  SnapshotBlockTable,
  SnapshotManifestTable,
  TombstoneTable,
} from './schema/catalog.ts';
import type {
  AdministratorTable,
  AdminTokenTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PendingLoginTable,
  RecoveryCodeTable,
  RegistrationLinkTable,
} from './schema/administrators.ts';
import type {
  AdminAuditTable,
  IdempotencyTable,
  LoginAttemptTable,
  OutboxTable,
  PushMessageTable,
  PushSubscriptionTable,
  SessionTable,
  SignInNonceTable,
  UserAccountTable,
  WatchCursorTable,
  WatchListTable,
  WatchTable,
} from './schema/users.ts';
import type {
  AccountClockTable,
  CartLineTable,
  DemoInvoiceTable,
  OrderMailTable,
  PaymentNoticeTable,
  PaymentWatchTable,
  PurchaseTable,
  StockMoveTable,
} from './schema/orders.ts';
import type {
  ChatClockTable,
  ChatMemberTable,
  ChatMessageTable,
  ChatPhotoTable,
  ChatReplyTable,
  ChatTable,
  ChatTombstoneTable,
  ErasedBlobTable,
} from './schema/chats.ts';
import type { HistoryTable } from './schema/history.ts';
import type { LeaseTable } from './schema/leases.ts';
import type { ImageDownloadTable, RedirectTable } from './schema/transfer.ts';
import type { EditorImageTable, EditorImageUseTable, ProductImageTable } from './schema/images.ts';

/** Facts about the whole database, by name. */
export interface MetaTable {
  key: string;
  value: string;
}

/** All tables, as Kysely sees them. */
export interface Schema {
  meta: MetaTable;
  image_download: ImageDownloadTable;
  redirect: RedirectTable;
  history: HistoryTable;
  lease: LeaseTable;
  shop: ShopTable;
  product: ProductTable;
  product_condition: ProductConditionTable;
  tombstone: TombstoneTable;
  product_view: ProductViewTable;
  snapshot_block: SnapshotBlockTable;
  bucket_block: BucketBlockTable;
  snapshot_manifest: SnapshotManifestTable;
  user_account: UserAccountTable;
  session: SessionTable;
  sign_in_nonce: SignInNonceTable;
  administrator: AdministratorTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
  registration_link: RegistrationLinkTable;
  pending_login: PendingLoginTable;
  passkey_challenge: PasskeyChallengeTable;
  admin_token: AdminTokenTable;
  login_attempt: LoginAttemptTable;
  admin_audit: AdminAuditTable;
  idempotency: IdempotencyTable;
  outbox: OutboxTable;
  cart_line: CartLineTable;
  stock_move: StockMoveTable;
  purchase: PurchaseTable;
  payment_notice: PaymentNoticeTable;
  payment_watch: PaymentWatchTable;
  demo_invoice: DemoInvoiceTable;
  push_subscription: PushSubscriptionTable;
  push_message: PushMessageTable;
  watch_list: WatchListTable;
  watch: WatchTable;
  watch_cursor: WatchCursorTable;
  chat_clock: ChatClockTable;
  chat: ChatTable;
  chat_member: ChatMemberTable;
  chat_tombstone: ChatTombstoneTable;
  erased_blob: ErasedBlobTable;
  chat_message: ChatMessageTable;
  chat_photo: ChatPhotoTable;
  chat_reply: ChatReplyTable;
  // Tables keep the names of version 0.2.0, whose nodes run on the same database during an update.
  product_picture: ProductImageTable;
  editor_picture: EditorImageTable;
  editor_picture_use: EditorImageUseTable;
  deleted_product: DeletedProductTable;
  ended_life: EndedLifeTable;
  order_mail: OrderMailTable;
  account_clock: AccountClockTable;
}
