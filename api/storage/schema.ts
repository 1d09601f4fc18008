import type { ConditionKey } from '#contract/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Generated } from 'kysely';

/** Facts about the database as a whole, by name. */
export interface MetaTable {
  key: string;
  value: string;
}

/** One row a shop: the counters of its feed and the sums over its products. */
export interface ShopTable {
  key: ShopKey;
  /** Number of the shop's last change. */
  seq: number;
  /** Products, and the sum of their card digests, at `seq`. */
  count: number;
  digest: number;
  /** Tombstones up to this number are gone: an older cursor starts anew. */
  floor: number;
  /** Highest `updated_at` given so far, in ms. */
  last_updated_at: number;
  /** Number of the shop's last change of a view count. */
  views_seq: number;
}

/** What differs by offer kind is empty or 0 where it does not apply; amounts are cents, times are ms. */
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
  /** The price that sorts decide by; 0 is none. */
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
  /** Units that can be bought: neither held by an order nor sold. */
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

/** A block by its public hash; `source_hash` names what it was made of, so that an equal one is not compressed again. */
export interface SnapshotBlockTable {
  hash: string;
  source_hash: string;
  bytes: Uint8Array;
  /** The same bytes under brotli; null where `bytes` are compressed themselves. */
  brotli: Uint8Array | null;
}

/** Manifests of a shop, numbered in the order of their making. */
export interface SnapshotManifestTable {
  shop: ShopKey;
  number: number;
  seq: number;
  views_seq: number;
  created_at: number;
  /** JSON of the contract's manifest. */
  body: string;
}

/** Who has signed in, and the cursors of what is theirs. */
export interface UserAccountTable {
  sub: string;
  /** Who vouches for the id; another issuer's equal id is another person. */
  issuer: string;
  name: string;
  email: string;
  picture: string;
  created_at: number;
  signed_in_at: number;
  cart_seq: Generated<number>;
  order_seq: Generated<number>;
}

/** Tokens are kept as SHA-256 only. */
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

/** Failures of one network since `window_start`; `blocks` counts how often it was blocked in a row. */
export interface LoginAttemptTable {
  network: string;
  failures: number;
  window_start: number;
  blocks: number;
  blocked_until: number;
}

/** What administrators changed; `before` and `after` are JSON. */
export interface AdminAuditTable {
  number: Generated<number>;
  at: number;
  actor: string;
  action: string;
  subject: string;
  before: string;
  after: string;
}

/** What was answered under an idempotency key, in the transaction of its effect. */
export interface IdempotencyTable {
  /** The user, or the client of a visitor. */
  owner: string;
  key: string;
  request_hash: string;
  /** JSON, or the id of what was made. */
  result: string;
  created_at: number;
}

export interface CartLineTable {
  sub: string;
  product_id: number;
  condition: ConditionKey;
  quantity: number;
  price_seen_cents: number;
  /** Title and store as they were when the line came, for the time when there is no such product any more. */
  title: string;
  store: string;
  /** Time in ms, strictly rising within a cart. */
  added_at: number;
}

/** `set`: stock was counted or edited. The others belong to an order: held, given back, sold from what was held, sold after it was given back, brought back. */
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
  /** What the order does to the stock: holds it, has sold it, or neither. */
  stock_state: 'held' | 'sold' | 'free';
  needs_attention: Generated<string>;
  provider: string;
  invoice_url: string | null;
  /** The provider's id of the buyer's payment, where an invoice can have several; known from a notice. */
  charge_id: string | null;
  /** Attempts to get a payment page, and when the next one is due. */
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

/** Notices of payment providers that were accepted as genuine, by the hash of what they say. */
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

/** A buyer's chat about a product. Numbers that end in `_seq` are places of messages; `last_…` is of the newest one. */
export interface ChatTable {
  id: string;
  buyer_sub: string;
  product_id: number;
  title: string;
  preview: string;
  placeholder: string;
  buyer_name: string;
  /** Empty where nobody was listed. */
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
  /** Up to where somebody of either side has read. */
  buyer_read_seq: Generated<number>;
  staff_read_seq: Generated<number>;
}

export interface ChatMemberTable {
  chat_id: string;
  sub: string;
  /** `former`: no longer on the staff, and kept so that devices hear of it. */
  role: 'buyer' | 'staff' | 'former';
  read_seq: Generated<number>;
  /** The clock when the member was added: who is new gets the newest messages, whatever their age. */
  joined_seq: number;
  /** The clock of the last change that concerns the member. */
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

/** Photos that were uploaded to a chat; the bytes are in the blob store. */
export interface ChatPhotoTable {
  chat_id: string;
  id: string;
  /** Who uploaded it. */
  sub: string;
  size_bytes: number;
  width: number;
  height: number;
  created_at: number;
  /** Whether the bytes are there. A row comes before its file and goes after it, so that no file is without a row. */
  state: 'coming' | 'stored' | 'going';
  /** The message that shows it; null until there is one. */
  message_seq: number | null;
}

/** A picture of a product. Its files are those of picture `number` in `folder` and stay there. */
export interface ProductPictureTable {
  id: string;
  shop: ShopKey;
  product_id: number;
  /** What administrators know it by, unique among the live ones of its product. */
  name: string;
  /** From 1, among the live ones. */
  position: number | null;
  /**
   * `coming`: its files are being written; `staged`: it waits for its product; `live`: its product shows it; `going`: nobody does, and its
   * files are removed. A row comes before its files and goes after them, so that no file is without a row.
   */
  state: 'coming' | 'staged' | 'live' | 'going';
  /** Of blobs, without a slash at the end. */
  folder: string;
  number: number;
  /** Who uploaded it: a hash of the administrator's token. */
  owner: string;
  placeholder: string;
  width: number;
  height: number;
  created_at: number;
}

/** A picture that descriptions show. `product_id`: for which product it was uploaded, whether or not that exists. */
export interface EditorPictureTable {
  id: string;
  shop: ShopKey;
  product_id: number;
  state: 'coming' | 'stored' | 'going';
  /** Who uploaded it: a hash of the administrator's token. */
  owner: string;
  width: number;
  height: number;
  created_at: number;
  /** Time in ms from which on it goes when no product shows it; 0: with the last product that does. */
  expires_at: number;
}

export interface EditorPictureUseTable {
  picture_id: string;
  shop: ShopKey;
  product_id: number;
}

/** What is needed to bring a deleted product back. */
export interface DeletedProductTable {
  shop: ShopKey;
  id: number;
  title: string;
  deleted_at: number;
  /** JSON of its fields, its external id and its pictures' count and placeholder. */
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
