import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  // Images of products. Their files never move: `position` gives their order. A product without rows has the images 1 to `imagecount`,
  // in files that are named by these numbers.
  sql`create table product_picture (
    id text not null primary key,
    shop text not null references shop (key),
    product_id integer not null,
    name text not null,
    position integer,
    state text not null check (state in ('coming', 'staged', 'live', 'going')),
    folder text not null,
    number integer not null check (number >= 1),
    owner text not null,
    placeholder text not null,
    width integer not null,
    height integer not null,
    created_at integer not null,
    check ((state = 'live') = (position is not null))
  ) strict`,
  sql`create unique index product_picture_by_position on product_picture (shop, product_id, position)`,
  sql`create index product_picture_by_state on product_picture (state, created_at)`,

  sql`create table editor_picture (
    id text not null primary key,
    shop text not null references shop (key),
    product_id integer not null,
    state text not null check (state in ('coming', 'stored', 'going')),
    owner text not null,
    width integer not null,
    height integer not null,
    created_at integer not null,
    expires_at integer not null
  ) strict`,
  sql`create index editor_picture_by_product on editor_picture (shop, product_id)`,
  sql`create index editor_picture_by_state on editor_picture (state, expires_at)`,
  // Products whose descriptions show an image of the editor.
  sql`create table editor_picture_use (
    picture_id text not null references editor_picture (id),
    shop text not null references shop (key),
    product_id integer not null,
    primary key (picture_id, shop, product_id)
  ) strict`,
  sql`create index editor_picture_use_by_product on editor_picture_use (shop, product_id)`,

  // Finds orders and chats that show the preview of a deleted product.
  sql`create index purchase_by_product on purchase (shop, product_id)`,
  sql`create index chat_by_product on chat (product_id)`,

  sql`create table deleted_product (
    shop text not null references shop (key),
    id integer not null,
    title text not null,
    deleted_at integer not null,
    product text not null,
    primary key (shop, id)
  ) strict`,
  sql`create index deleted_product_by_time on deleted_product (shop, deleted_at)`,

  // Counts every change of any order; the cursor of an administrator's device is such a number. The row stays locked until the commit.
  sql`create table order_clock (
    id integer not null primary key check (id = 1),
    seq integer not null check (seq >= 0)
  ) strict`,
  sql`insert into order_clock (id, seq) values (1, 0)`,
  sql`alter table purchase add column clock integer not null default 0`,
  sql`update purchase set clock = numbered.place
    from (select id, row_number() over (order by created_at, id) as place from purchase) as numbered
    where numbered.id = purchase.id`,
  sql`update order_clock set seq = (select coalesce(max(clock), 0) from purchase)`,
  sql`create index purchase_by_clock on purchase (clock)`,
];

/** Rows of images, deleted products, and the clock of all orders. */
export const admin: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
