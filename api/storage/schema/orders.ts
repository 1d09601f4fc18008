import type { ConditionKey } from '#contract/products/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Generated } from 'kysely';

export interface CartLineTable {
  sub: string;
  product_id: number;
  life: number;
  condition: ConditionKey;
  quantity: number;
  price_seen_cents: number;
  /** Title and store at the time of adding, for products that are deleted later. */
  title: string;
  store: string;
  /** Time in ms, strictly increasing within a cart. */
  added_at: number;
}

/**
 * `set`: stock was counted or edited, or old moves were compacted. The other kinds belong to an order: its units were reserved, released,
 * sold from reserved stock, sold after the release, or returned.
 */
export type StockMoveKind = 'set' | 'reserve' | 'release' | 'sell' | 'sell_late' | 'return';

/** The stock ledger: the counters of a condition are the sums of the moves of its product's life. */
export interface StockMoveTable {
  number: Generated<number>;
  shop: ShopKey;
  product_id: number;
  /** The product's life; -1 for products that were replaced before lives were recorded. */
  life: number;
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
  /** The number by which people name the order; the database assigns it. */
  number: Generated<number>;
  payment_id: string;
  sub: string;
  shop: ShopKey;
  product_id: number;
  /** The product's life; -1 for products that were replaced before lives were recorded. */
  life: number;
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
  /** The share of the price that was paid, from 0 to 1; null when the provider has not reported it. */
  paid_share: Generated<number | null>;
  /** Attempts to create an invoice, and when the next one is due. */
  attempts: Generated<number>;
  next_attempt_at: number;
  created_at: number;
  /** When the whole payment arrived, and when the order was marked as sent; null before, and where it is not known. */
  paid_at: Generated<number | null>;
  sent_at: Generated<number | null>;
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
  /** The code of ISO 3166-1; empty in orders without one. */
  country: Generated<string>;
  shipped: Generated<number>;
  postal_service: Generated<string>;
  tracking_number: Generated<string>;
  /** The language in which the buyer placed it. */
  language: Generated<string>;
  /** Why the last e-mail about the order was not delivered; empty otherwise. */
  mail_problem: Generated<string>;
  /** Number of the last change in the buyer's feed. */
  seq: number;
  version: Generated<number>;
  hidden_at: number | null;
  admin_hidden_at: number | null;
  /** Number of the last change in the feed of all orders. */
  clock: Generated<number>;
  /** The buyer's key of the call that placed it, and the hash of that call; null without a key. */
  request_key: Generated<string | null>;
  request_hash: Generated<string | null>;
}

/**
 * An e-mail about an order; at most one of each kind. The address is the buyer's, read when the mail is sent.
 * `claimed`: an attempt is running, or ended without a result.
 */
export interface OrderMailTable {
  /** Part of the message's id, which is the same in all attempts. */
  id: string;
  order_id: string;
  kind: MailKind;
  state: 'waiting' | 'claimed' | 'sent' | 'failed';
  attempts: Generated<number>;
  /** When the next attempt is due; while `claimed`, when the claim ends. */
  next_attempt_at: number;
  created_at: number;
  updated_at: number;
}

/** The event of an order that an e-mail reports. */
export type MailKind = 'placed' | 'paid' | 'sent';

/** Verified notices of payment providers, by a hash of provider, event and status. */
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

/** One row: the number of the last change of any order or cart. */
export interface AccountClockTable {
  id: number;
  seq: number;
  /** The number of the last order that was placed. */
  orders: Generated<number>;
}

/** One row: until when all payments were watched, in ms. */
export interface PaymentWatchTable {
  id: number;
  watched_until: number;
}
