import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  // Counts every change of any chat; a device's cursor is such a number. The row stays locked until the commit of the change, so that
  // numbers become visible in their order.
  sql`create table chat_clock (
    id integer not null primary key check (id = 1),
    seq integer not null check (seq >= 0)
  ) strict`,
  sql`insert into chat_clock (id, seq) values (1, 0)`,

  sql`create table chat (
    id text not null primary key,
    buyer_sub text not null references user_account (sub),
    product_id integer not null,
    title text not null,
    preview text not null,
    placeholder text not null,
    buyer_name text not null,
    seller_sub text not null,
    created_at integer not null,
    last_seq integer not null default 0 check (last_seq >= 0),
    last_buyer_seq integer not null default 0,
    last_staff_seq integer not null default 0,
    last_content text not null default '',
    last_photos integer not null default 0,
    last_sender_sub text not null default '',
    last_message_at integer,
    buyer_read_seq integer not null default 0,
    staff_read_seq integer not null default 0,
    unique (buyer_sub, product_id)
  ) strict`,
  sql`create index chat_by_start on chat (buyer_sub, created_at)`,

  sql`create table chat_member (
    chat_id text not null references chat (id),
    sub text not null,
    role text not null check (role in ('buyer', 'staff', 'former')),
    read_seq integer not null default 0 check (read_seq >= 0),
    joined_seq integer not null,
    seq integer not null,
    primary key (chat_id, sub)
  ) strict`,
  sql`create index chat_member_by_change on chat_member (sub, seq)`,
  sql`create index chat_member_by_joining on chat_member (sub, joined_seq)`,

  sql`create table chat_message (
    chat_id text not null references chat (id),
    seq integer not null check (seq >= 1),
    id text not null,
    sender_sub text not null,
    content text not null,
    images text not null,
    created_at integer not null,
    clock integer not null,
    primary key (chat_id, seq)
  ) strict`,
  sql`create unique index chat_message_by_id on chat_message (chat_id, sender_sub, id)`,
  sql`create index chat_message_by_change on chat_message (chat_id, clock)`,

  sql`create table chat_photo (
    chat_id text not null references chat (id),
    id text not null,
    sub text not null,
    size_bytes integer not null check (size_bytes > 0),
    width integer not null,
    height integer not null,
    created_at integer not null,
    state text not null check (state in ('coming', 'stored', 'going')),
    message_seq integer,
    primary key (chat_id, id)
  ) strict`,
  sql`create index chat_photo_by_user on chat_photo (sub)`,
  // Photos that no message has claimed are purged.
  sql`create index chat_photo_unclaimed on chat_photo (state, created_at) where message_seq is null`,
];

/** Chats with their members, messages and photos. */
export const chat: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
