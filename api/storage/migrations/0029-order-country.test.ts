import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteDatabase } from '../sqlite-database.ts';
import { orderCountry } from './0029-order-country.ts';

it('earlier orders have no country, and buyers’ devices read each of them again', async () => {
  const database = openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const db = database.writer;
  await sql`create table purchase (id text primary key, sub text, seq integer, clock integer)`.execute(db);
  await sql`create table user_account (sub text primary key, order_seq integer)`.execute(db);
  await sql`create table order_clock (id integer primary key, seq integer)`.execute(db);
  await sql`insert into purchase values ('a', 'alice', 3, 3), ('b', 'bob', 2, 2), ('c', 'alice', 1, 5)`.execute(db);
  await sql`insert into user_account values ('alice', 4), ('bob', 2), ('carol', 0)`.execute(db);
  await sql`insert into order_clock values (1, 5)`.execute(db);

  await orderCountry.up(db);
  expect((await sql`select * from purchase order by id`.execute(db)).rows).toEqual([
    { id: 'a', sub: 'alice', seq: 8, clock: 3, country: '' },
    { id: 'b', sub: 'bob', seq: 7, clock: 2, country: '' },
    { id: 'c', sub: 'alice', seq: 6, clock: 5, country: '' },
  ]);
  // Above every number that a device has seen, and the next change of any order is above these.
  expect((await sql`select order_seq from user_account order by sub`.execute(db)).rows).toEqual([
    { order_seq: 8 },
    { order_seq: 7 },
    { order_seq: 0 },
  ]);
  expect((await sql`select seq from order_clock`.execute(db)).rows).toEqual([{ seq: 8 }]);
});
