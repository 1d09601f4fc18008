import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table user_account (
    sub text not null primary key check (sub <> ''),
    issuer text not null,
    name text not null,
    email text not null,
    picture text not null,
    created_at integer not null,
    signed_in_at integer not null,
    cart_seq integer not null default 0 check (cart_seq >= 0),
    order_seq integer not null default 0 check (order_seq >= 0)
  ) strict`,

  sql`create table session (
    token_hash text not null primary key,
    sub text not null references user_account (sub),
    created_at integer not null,
    used_at integer not null
  ) strict`,
  sql`create index session_by_user on session (sub)`,

  sql`create table sign_in_nonce (hash text not null primary key, expires_at integer not null) strict`,

  sql`create table admin_token (
    token_hash text not null primary key,
    created_at integer not null,
    used_at integer not null
  ) strict`,

  sql`create table login_attempt (
    network text not null primary key,
    failures integer not null check (failures >= 0),
    window_start integer not null,
    blocks integer not null check (blocks >= 0),
    blocked_until integer not null
  ) strict`,

  sql`create table admin_audit (
    number integer primary key,
    at integer not null,
    actor text not null,
    action text not null,
    subject text not null,
    before text not null,
    after text not null
  ) strict`,

  sql`create table idempotency (
    owner text not null,
    key text not null,
    request_hash text not null,
    result text not null,
    created_at integer not null,
    primary key (owner, key)
  ) strict`,
  sql`create index idempotency_by_age on idempotency (created_at)`,

  sql`create table cart_line (
    sub text not null references user_account (sub),
    product_id integer not null,
    condition text not null check (condition in ('excellent', 'verygood', 'good', 'acceptable')),
    quantity integer not null check (quantity between 1 and 99),
    price_seen_cents integer not null check (price_seen_cents between 0 and 999999999),
    title text not null,
    store text not null,
    added_at integer not null,
    primary key (sub, product_id, condition)
  ) strict`,

  sql`alter table product_condition add column reserved integer not null default 0 check (reserved >= 0)`,
  sql`alter table product_condition add column sold integer not null default 0 check (sold >= 0)`,

  sql`create table stock_move (
    number integer primary key,
    shop text not null,
    product_id integer not null,
    condition text not null,
    kind text not null check (kind in ('set', 'reserve', 'release', 'sell', 'sell_late', 'return')),
    order_id text check ((order_id is null) = (kind = 'set')),
    available integer not null,
    reserved integer not null,
    sold integer not null,
    at integer not null
  ) strict`,
  sql`create unique index stock_move_by_order on stock_move (order_id, kind) where order_id is not null`,
  sql`create index stock_move_by_product on stock_move (shop, product_id, condition)`,
  // The first moves record the stock that was there before the ledger.
  sql`insert into stock_move (shop, product_id, condition, kind, available, reserved, sold, at)
    select shop, product_id, condition, 'set', quantity, 0, 0, 0 from product_condition where quantity > 0`,

  sql`create table purchase (
    id text not null primary key,
    payment_id text not null unique,
    sub text not null references user_account (sub),
    shop text not null,
    product_id integer not null,
    condition text not null,
    store text not null,
    title text not null,
    preview text not null,
    placeholder text not null,
    quantity integer not null check (quantity between 1 and 99),
    unit_price_cents integer not null check (unit_price_cents > 0),
    total_cents integer not null check (total_cents = unit_price_cents * quantity),
    status text not null check (status <> ''),
    stock_state text not null check (stock_state in ('held', 'sold', 'free')),
    needs_attention text not null default '',
    provider text not null,
    invoice_url text,
    charge_id text,
    attempts integer not null default 0,
    next_attempt_at integer not null,
    created_at integer not null,
    updated_at integer not null,
    expires_at integer not null,
    email text not null,
    contact_name text not null,
    phone text not null,
    address text not null,
    city text not null,
    state_prov text not null,
    postal_code text not null,
    shipped integer not null default 0 check (shipped in (0, 1)),
    postal_service text not null default '',
    tracking_number text not null default '',
    seq integer not null,
    version integer not null default 1,
    hidden_at integer,
    admin_hidden_at integer
  ) strict`,
  sql`create index purchase_by_user on purchase (sub, seq)`,
  sql`create index purchase_by_age on purchase (created_at, id)`,
  // Orders that jobs select: those without a payment page, and those that reserve stock.
  sql`create index purchase_creating on purchase (next_attempt_at) where status = 'creating'`,
  sql`create index purchase_held on purchase (expires_at) where stock_state = 'held'`,

  sql`create table payment_notice (
    hash text not null primary key,
    provider text not null,
    order_id text not null,
    status text not null,
    outcome text not null,
    received_at integer not null
  ) strict`,
  sql`create index payment_notice_by_order on payment_notice (order_id, received_at)`,

  sql`create table demo_invoice (
    id text not null primary key,
    order_id text not null unique,
    amount_cents integer not null,
    paid_cents integer not null default 0,
    status text not null,
    title text not null,
    success_url text not null,
    cancel_url text not null,
    created_at integer not null,
    expires_at integer not null
  ) strict`,

  sql`create table push_subscription (
    endpoint text not null primary key,
    sub text not null references user_account (sub),
    p256dh text not null,
    auth text not null,
    created_at integer not null
  ) strict`,
  sql`create index push_subscription_by_user on push_subscription (sub)`,
];

/** Users and their sessions, carts, orders with their payments, the stock ledger, and the results of calls by their idempotency keys. */
export const commerce: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
