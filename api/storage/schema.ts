import type { ConditionKey } from '#contract/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Generated } from 'kysely';

/** Facts about the whole database, by name. */
export interface MetaTable {
  key: string;
  value: string;
}

/** One row per shop: the counters of its feed and the sums over its products. */
export interface ShopTable {
  key: ShopKey;
  /** Number of the shop's last change. */
  seq: number;
  /** Products, and the sum of their card digests, at `seq`. */
  count: number;
  digest: number;
  /** Tombstones up to this number are purged: an older cursor needs a snapshot. */
  floor: number;
  /** Highest `updated_at` assigned so far, in ms. */
  last_updated_at: number;
  /** Number of the shop's last change of a view count. */
  views_seq: number;
}

/** Columns that do not apply to the shop's offer kind are empty or 0; amounts are cents, times are ms. */
export interface ProductTable {
  shop: ShopKey;
  id: number;
  external_id: string | null;
  seq: number;
  updated_at: number;
  title: string;
  /** `toTitleKey` of the title. */
  title_key: string;
  main_category: string;
  category: string;
  price_cents: number;
  typical_price_cents: number;
  /** The price by which products are sorted; 0: none. */
  sort_price_cents: number;
  rate: number;
  availability: string;
  link: string;
  store: string;
  ebay: string;
  facebook_marketplace: string;
  offer_up: string;
  mercari_marketplaces: string;
  imagecount: number;
  image_version: number;
  placeholder: string;
  card_digest: number;
  description: string;
}

export interface ProductConditionTable {
  shop: ShopKey;
  product_id: number;
  condition: ConditionKey;
  price_cents: number;
  /** Units available: neither reserved by an order nor sold. */
  quantity: number;
  reserved: Generated<number>;
  sold: Generated<number>;
}

export interface TombstoneTable {
  shop: ShopKey;
  id: number;
  seq: number;
  deleted_at: number;
}

export interface ProductViewTable {
  shop: ShopKey;
  product_id: number;
  count: number;
  seq: number;
}

/** A block by its public hash; `source_hash` identifies its uncompressed source, so that an equal one is not compressed again. */
export interface SnapshotBlockTable {
  hash: string;
  source_hash: string;
  bytes: Uint8Array;
  /** The same bytes compressed with brotli; null when `bytes` are compressed already. */
  brotli: Uint8Array | null;
}

/** Manifests of a shop, numbered in the order of their creation. */
export interface SnapshotManifestTable {
  shop: ShopKey;
  number: number;
  seq: number;
  views_seq: number;
  created_at: number;
  /** JSON of the contract's manifest. */
  body: string;
}

/** Users who have signed in, with the cursors of their rows. */
export interface UserAccountTable {
  sub: string;
  /** Issuer of the id; an equal id of another issuer is another person. */
  issuer: string;
  name: string;
  email: string;
  picture: string;
  created_at: number;
  signed_in_at: number;
  cart_seq: Generated<number>;
  order_seq: Generated<number>;
}

/** Tokens are stored as SHA-256 hashes only. */
export interface SessionTable {
  token_hash: string;
  sub: string;
  created_at: number;
  used_at: number;
}

export interface SignInNonceTable {
  hash: string;
  expires_at: number;
}

export interface AdminTokenTable {
  token_hash: string;
  created_at: number;
  used_at: number;
}

/** Failed logins of one network since `window_start`; `blocks` counts consecutive blocks. */
export interface LoginAttemptTable {
  network: string;
  failures: number;
  window_start: number;
  blocks: number;
  blocked_until: number;
}

/** Changes by administrators; `before` and `after` are JSON. */
export interface AdminAuditTable {
  number: Generated<number>;
  at: number;
  actor: string;
  action: string;
  subject: string;
  before: string;
  after: string;
}

/** Results by idempotency key, written in the transaction of their effect. */
export interface IdempotencyTable {
  /** The user, or the client of a visitor. */
  owner: string;
  key: string;
  request_hash: string;
  /** JSON, or the id of what was created. */
  result: string;
  created_at: number;
}

export interface CartLineTable {
  sub: string;
  product_id: number;
  condition: ConditionKey;
  quantity: number;
  price_seen_cents: number;
  /** Title and store at the time of adding, for products that are deleted later. */
  title: string;
  store: string;
  /** Time in ms, strictly increasing within a cart. */
  added_at: number;
}

/** `set`: stock was counted or edited. The others belong to an order: reserved, released, sold from reserved stock, sold after the release, returned. */
export type StockMoveKind = 'set' | 'reserve' | 'release' | 'sell' | 'sell_late' | 'return';

/** The stock ledger: the counters of a condition are the sums of its moves. */
export interface StockMoveTable {
  number: Generated<number>;
  shop: ShopKey;
  product_id: number;
  condition: ConditionKey;
  kind: StockMoveKind;
  order_id: string | null;
  available: number;
  reserved: number;
  sold: number;
  at: number;
}

/** An order of one item; amounts are cents, times are ms. */
export interface PurchaseTable {
  id: string;
  payment_id: string;
  sub: string;
  shop: ShopKey;
  product_id: number;
  condition: ConditionKey;
  store: string;
  title: string;
  preview: string;
  placeholder: string;
  quantity: number;
  unit_price_cents: number;
  total_cents: number;
  status: string;
  /** The order's effect on the stock: reserves it, has sold it, or neither. */
  stock_state: 'held' | 'sold' | 'free';
  needs_attention: Generated<string>;
  provider: string;
  invoice_url: string | null;
  /** The provider's id of the buyer's payment, where an invoice can have several; read from a notice. */
  charge_id: string | null;
  /** Attempts to create an invoice, and when the next one is due. */
  attempts: Generated<number>;
  next_attempt_at: number;
  created_at: number;
  updated_at: number;
  /** End of the reservation. */
  expires_at: number;
  email: string;
  contact_name: string;
  phone: string;
  address: string;
  city: string;
  state_prov: string;
  postal_code: string;
  shipped: Generated<number>;
  postal_service: Generated<string>;
  tracking_number: Generated<string>;
  /** Position among the buyer's orders. */
  seq: number;
  version: Generated<number>;
  hidden_at: number | null;
  admin_hidden_at: number | null;
  /** Position of the last change among those of all orders. */
  clock: Generated<number>;
}

/** Verified notices of payment providers, by the hash of their content. */
export interface PaymentNoticeTable {
  hash: string;
  provider: string;
  order_id: string;
  status: string;
  outcome: string;
  received_at: number;
}

/** Invoices of the payment simulator, which stands in for a provider. */
export interface DemoInvoiceTable {
  id: string;
  order_id: string;
  amount_cents: number;
  paid_cents: Generated<number>;
  status: string;
  title: string;
  success_url: string;
  cancel_url: string;
  created_at: number;
  expires_at: number;
}

export interface PushSubscriptionTable {
  endpoint: string;
  sub: string;
  p256dh: string;
  auth: string;
  created_at: number;
}

/** One row: the number of the last change of any chat. */
export interface ChatClockTable {
  id: number;
  seq: number;
}

/** A buyer's chat about a product. Members that end in `_seq` are positions of messages; `last_…` describes the newest one. */
export interface ChatTable {
  id: string;
  buyer_sub: string;
  product_id: number;
  title: string;
  preview: string;
  placeholder: string;
  buyer_name: string;
  /** Empty when no seller was configured. */
  seller_sub: string;
  created_at: number;
  last_seq: Generated<number>;
  /** The newest message of either side. */
  last_buyer_seq: Generated<number>;
  last_staff_seq: Generated<number>;
  last_content: Generated<string>;
  last_photos: Generated<number>;
  last_sender_sub: Generated<string>;
  last_message_at: number | null;
  /** Position up to which any member of either side has read. */
  buyer_read_seq: Generated<number>;
  staff_read_seq: Generated<number>;
}

export interface ChatMemberTable {
  chat_id: string;
  sub: string;
  /** `former`: no longer on the staff; kept so that devices learn of it. */
  role: 'buyer' | 'staff' | 'former';
  read_seq: Generated<number>;
  /** The clock when the member was added: new members get the newest messages, whatever their age. */
  joined_seq: number;
  /** The clock of the last change that affects the member. */
  seq: number;
}

export interface ChatMessageTable {
  chat_id: string;
  seq: number;
  /** Chosen by the sender; unique in the chat for each sender. */
  id: string;
  sender_sub: string;
  content: string;
  /** JSON list of paths. */
  images: string;
  created_at: number;
  clock: number;
}

/** Photos uploaded to a chat; the bytes are in the blob store. */
export interface ChatPhotoTable {
  chat_id: string;
  id: string;
  /** The uploader. */
  sub: string;
  size_bytes: number;
  width: number;
  height: number;
  created_at: number;
  /** Whether the bytes are stored. A row is inserted before its file is written and deleted after it, so that every file has a row. */
  state: 'coming' | 'stored' | 'going';
  /** The message that contains it; null until it is sent. */
  message_seq: number | null;
}

/** An image of a product. Its files are those of image `number` in `folder`, and never move. */
export interface ProductPictureTable {
  id: string;
  shop: ShopKey;
  product_id: number;
  /** The name that administrators see, unique among the live images of its product. */
  name: string;
  /** From 1, among the live images. */
  position: number | null;
  /**
   * `coming`: its files are being written; `staged`: its product does not exist yet; `live`: its product shows it; `going`: discarded, its
   * files are to be deleted. A row is inserted before its files and deleted after them, so that every file has a row.
   */
  state: 'coming' | 'staged' | 'live' | 'going';
  /** Of blobs, without a slash at the end. */
  folder: string;
  number: number;
  /** The uploader: a hash of the administrator's token. */
  owner: string;
  placeholder: string;
  width: number;
  height: number;
  created_at: number;
}

/** An image inside descriptions. `product_id`: the product for which it was uploaded, whether or not that exists. */
export interface EditorPictureTable {
  id: string;
  shop: ShopKey;
  product_id: number;
  state: 'coming' | 'stored' | 'going';
  /** The uploader: a hash of the administrator's token. */
  owner: string;
  width: number;
  height: number;
  created_at: number;
  /** Time in ms after which it is discarded when no product shows it; 0: as soon as the last product stops showing it. */
  expires_at: number;
}

export interface EditorPictureUseTable {
  picture_id: string;
  shop: ShopKey;
  product_id: number;
}

/** A deleted product that can be restored. */
export interface DeletedProductTable {
  shop: ShopKey;
  id: number;
  title: string;
  deleted_at: number;
  /** JSON of its fields, its external id, and its image count and placeholder. */
  product: string;
}

/** One row: the number of the last change of any order. */
export interface OrderClockTable {
  id: number;
  seq: number;
}

/** The number of the last change of any cart; one row. */
export interface CartClockTable {
  id: number;
  seq: number;
}

/** All tables, as Kysely sees them. */
export interface Schema {
  meta: MetaTable;
  shop: ShopTable;
  product: ProductTable;
  product_condition: ProductConditionTable;
  tombstone: TombstoneTable;
  product_view: ProductViewTable;
  snapshot_block: SnapshotBlockTable;
  snapshot_manifest: SnapshotManifestTable;
  user_account: UserAccountTable;
  session: SessionTable;
  sign_in_nonce: SignInNonceTable;
  admin_token: AdminTokenTable;
  login_attempt: LoginAttemptTable;
  admin_audit: AdminAuditTable;
  idempotency: IdempotencyTable;
  cart_line: CartLineTable;
  stock_move: StockMoveTable;
  purchase: PurchaseTable;
  payment_notice: PaymentNoticeTable;
  demo_invoice: DemoInvoiceTable;
  push_subscription: PushSubscriptionTable;
  chat_clock: ChatClockTable;
  chat: ChatTable;
  chat_member: ChatMemberTable;
  chat_message: ChatMessageTable;
  chat_photo: ChatPhotoTable;
  product_picture: ProductPictureTable;
  editor_picture: EditorPictureTable;
  editor_picture_use: EditorPictureUseTable;
  deleted_product: DeletedProductTable;
  order_clock: OrderClockTable;
  cart_clock: CartClockTable;
}
