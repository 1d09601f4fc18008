import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = [
  sql`create table meta (key text not null primary key, value text not null) strict`,

  sql`create table shop (
    key text not null primary key,
    seq integer not null default 0 check (seq >= 0),
    count integer not null default 0 check (count >= 0),
    digest integer not null default 0 check (digest between 0 and 4294967295),
    floor integer not null default 0 check (floor between 0 and seq),
    last_updated_at integer not null default 0,
    views_seq integer not null default 0 check (views_seq >= 0)
  ) strict`,

  sql`create table product (
    shop text not null references shop (key),
    id integer not null check (id between 1 and 2147483647),
    external_id text check (external_id <> ''),
    seq integer not null check (seq > 0),
    updated_at integer not null,
    title text not null check (title <> ''),
    title_key text not null,
    main_category text not null check (main_category <> ''),
    category text not null check (category <> ''),
    price_cents integer not null check (price_cents between 0 and 999999999),
    typical_price_cents integer not null check (typical_price_cents between 0 and 999999999),
    sort_price_cents integer not null check (sort_price_cents between 0 and 999999999),
    rate integer not null check (rate between 0 and 5),
    availability text not null check (availability in ('YES', 'NO')),
    link text not null,
    store text not null,
    ebay text not null,
    facebook_marketplace text not null,
    offer_up text not null,
    mercari_marketplaces text not null,
    imagecount integer not null check (imagecount >= 0),
    image_version integer not null check (image_version >= 0),
    placeholder text not null,
    card_digest integer not null check (card_digest between 0 and 4294967295),
    description text not null,
    primary key (shop, id),
    unique (shop, seq),
    unique (shop, external_id)
  ) strict`,
  sql`create index product_by_shelf on product (shop, main_category, category, title_key, id)`,
  sql`create index product_by_main_category on product (shop, main_category, title_key, id)`,
  sql`create index product_by_title on product (shop, title_key, id)`,

  sql`create table product_condition (
    shop text not null,
    product_id integer not null,
    condition text not null check (condition in ('excellent', 'verygood', 'good', 'acceptable')),
    price_cents integer not null check (price_cents between 0 and 999999999),
    quantity integer not null check (quantity between 0 and 9999999),
    primary key (shop, product_id, condition),
    foreign key (shop, product_id) references product (shop, id) on delete cascade
  ) strict`,

  sql`create table tombstone (
    shop text not null references shop (key),
    id integer not null,
    seq integer not null check (seq > 0),
    deleted_at integer not null,
    primary key (shop, id),
    unique (shop, seq)
  ) strict`,

  sql`create table product_view (
    shop text not null references shop (key),
    product_id integer not null,
    count integer not null check (count > 0),
    seq integer not null check (seq > 0),
    primary key (shop, product_id),
    unique (shop, seq)
  ) strict`,

  sql`create table snapshot_block (
    hash text not null primary key check (length(hash) = 64),
    source_hash text not null,
    bytes blob not null,
    brotli blob
  ) strict`,
  sql`create index snapshot_block_by_source on snapshot_block (source_hash)`,

  sql`create table snapshot_manifest (
    shop text not null references shop (key),
    number integer not null,
    seq integer not null,
    views_seq integer not null,
    created_at integer not null,
    body text not null,
    primary key (shop, number)
  ) strict`,
];

/** Shops, products with their feed, view counts and snapshots. */
export const init: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of TABLES) await statement.execute(db);
  },
};
