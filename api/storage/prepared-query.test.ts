import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listStatements } from '../testing/list-statements.ts';
import type { Database, Queryable } from './database.ts';
import { migrate } from './migrate.ts';
import { prepareQueries, prepareQuery } from './prepared-query.ts';
import type { MetaTable, Schema } from './schema.ts';
import { openSqliteDatabase } from './sqlite/sqlite-database.ts';

const put = prepareQuery((db, value: MetaTable) =>
  db.insertInto('meta').values({ key: value.key, value: value.value }),
);
const selectValue = prepareQuery((db, value: Pick<MetaTable, 'key'>) =>
  db.selectFrom('meta').select('value').where('key', '=', value.key),
);
const removeAll = prepareQuery((db, value: { readonly from: string }) =>
  db.deleteFrom('meta').where('key', '>=', value.from).where('key', '<', 'u'),
);

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-prepared-'));
  database = openSqliteDatabase(join(folder, 'data.sqlite'));
  await migrate(database.writer);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('a prepared query binds the values of each run and returns rows, one row or a number of changes', async () => {
  const { reader, writer } = database;
  expect(await put.run(writer, { key: 't1', value: "it's" })).toBe(1);
  expect(await put.run(writer, { key: 't2', value: 'b' })).toBe(1);
  expect(await selectValue.all(reader, { key: 't1' })).toEqual([{ value: "it's" }]);
  expect(await selectValue.first(reader, { key: 't3' })).toBeUndefined();
  await expect(selectValue.one(reader, { key: 't3' })).rejects.toThrow('no row');
  expect(await removeAll.run(writer, { from: 't' })).toBe(2);
});

it('a prepared query that is only sent returns its rows when they are read after the commit', async () => {
  const putBack = prepareQuery((db, value: MetaTable) =>
    db.insertInto('meta').values({ key: value.key, value: value.value }).returning('key'),
  );
  const { writer } = database;
  const readRows = await writer.transaction().execute((trx) => putBack.sendForRows(trx, { key: 't4', value: '' }));
  expect(readRows()).toEqual([{ key: 't4' }]);
  await expect(
    writer.transaction().execute((trx) => putBack.sendForRows(trx, { key: 't4', value: '' })),
  ).rejects.toThrow('UNIQUE');
});

it('a prepared query is built once for each database', async () => {
  let builds = 0;
  const count = prepareQuery((db, value: Pick<MetaTable, 'key'>) => {
    builds += 1;
    return db.selectFrom('meta').select('value').where('key', '=', value.key);
  });
  for (const key of ['a', 'b', 'c']) await count.all(database.writer, { key });
  await database.writer.transaction().execute((trx) => count.all(trx, { key: 'd' }));
  await count.all(database.reader, { key: 'e' });
  expect(builds).toBe(2);
});

it('queries whose text depends on their values are built once for each combination of conditions', async () => {
  interface Wanted {
    readonly key: string | null;
    readonly isSorted: boolean;
    readonly limit: number;
  }
  const built: unknown[] = [];
  const list = prepareQueries((db, { key, isSorted, limit }: Wanted) => {
    built.push([key === null, isSorted]);
    const all = db.selectFrom('meta').select('value').where('key', '>=', 't').limit(limit);
    const found = key === null ? all : all.where('key', '=', key);
    return isSorted ? found.orderBy('value') : found;
  });
  const { writer, reader } = database;
  await put.run(writer, { key: 't1', value: 'b' });
  await put.run(writer, { key: 't2', value: 'a' });
  const values = async (wanted: Wanted) => (await list.all(reader, wanted)).map(({ value }) => value);
  expect(await values({ key: 't1', isSorted: false, limit: 2 })).toEqual(['b']);
  expect(await values({ key: 't2', isSorted: false, limit: 3 })).toEqual(['a']);
  expect(await values({ key: null, isSorted: true, limit: 2 })).toEqual(['a', 'b']);
  expect(await values({ key: null, isSorted: true, limit: 1 })).toEqual(['a']);
  expect(built).toEqual([
    [false, false],
    [true, true],
  ]);
});

it('a query that uses a value other than by binding it cannot be prepared', async () => {
  const compute = prepareQuery((db, value: { readonly count: number }) =>
    db
      .selectFrom('meta')
      .select('value')
      .limit(value.count + 1),
  );
  await expect(compute.all(database.reader, { count: 1 })).rejects.toThrow(
    'the value "count" of a prepared query can only be bound',
  );
});

it('a prepared query writes constants as literals, with which SQLite uses a partial index', async () => {
  const held = prepareQuery((db, value: { readonly sub: string }) =>
    db.selectFrom('purchase').select('id').where('stock_state', '=', 'held').where('sub', '=', value.sub),
  );
  const [text = ''] = await listStatements(database.reader, () => held.all(database.reader, { sub: 'alice' }));
  const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(text.replace('+?', '1'))}`.execute(
    database.reader,
  );
  expect(plan.rows.map(({ detail }) => detail).join()).toContain('purchase_held');
});

describe('a prepared query outside of a transaction', () => {
  it('does not join the transaction of another caller, in which it would see an older state', async () => {
    const { reader, writer } = database;
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const open = reader.transaction().execute(async (trx) => {
      await selectValue.all(trx, { key: 't1' });
      begun.resolve();
      await end.promise;
      return selectValue.first(trx, { key: 't1' });
    });
    await begun.promise;
    await put.run(writer, { key: 't1', value: 'new' });
    const outside = selectValue.first(reader, { key: 't1' });
    end.resolve();
    expect(await open).toBeUndefined();
    expect(await outside).toEqual({ value: 'new' });
  });

  it('does not join a write transaction of another caller, which may be rolled back', async () => {
    const { reader, writer } = database;
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const open = writer.transaction().execute(async (trx) => {
      await put.run(trx, { key: 't1', value: 'inside' });
      begun.resolve();
      await end.promise;
      throw new Error('rolled back');
    });
    const failed = expect(open).rejects.toThrow('rolled back');
    await begun.promise;
    const outside = put.run(writer, { key: 't2', value: 'outside' });
    end.resolve();
    await Promise.all([failed, outside]);
    expect(await selectValue.first(reader, { key: 't1' })).toBeUndefined();
    expect(await selectValue.first(reader, { key: 't2' })).toEqual({ value: 'outside' });
  });
});

it('a prepared query compiles for PostgreSQL as well', async () => {
  const seen: { sql: string; parameters: readonly unknown[] }[] = [];
  const postgres = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void seen.push({ sql: query.sql, parameters: query.parameters }),
  });
  const queryable: Queryable = postgres;
  await removeAll.run(queryable, { from: 't' });
  await postgres.transaction().execute((trx) => selectValue.all(trx, { key: 't1' }));
  expect(seen).toEqual([
    { sql: `delete from "meta" where "key" >= $1 and "key" < 'u'`, parameters: ['t'] },
    { sql: `select "value" from "meta" where "key" = $1`, parameters: ['t1'] },
  ]);
});
