import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from './database.ts';
import type { BusEvent } from './event-bus.ts';
import { migrate } from './migrate.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createWrite } from './write-unit.ts';
import type { Write, WriteUnit } from './write-unit.ts';

let folder: string;
let database: Database;
let write: Write;
let commits: { events: readonly BusEvent[]; keys: string[] }[];

const put = ({ trx, publish }: WriteUnit, key: string) => {
  publish({ type: 'signed-out', sub: key });
  return trx.insertInto('meta').values({ key, value: '' }).execute();
};
const keys = async () => {
  const rows = await database.reader
    .selectFrom('meta')
    .select('key')
    .where('key', 'like', 't%')
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key);
};
const told = () => commits.flatMap(({ events }) => events.map((event) => 'sub' in event && event.sub));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-unit-'));
  database = openSqliteDatabase(join(folder, 'data.sqlite'));
  await migrate(database.writer);
  commits = [];
  write = createWrite(database, async ({ events }) => void commits.push({ events, keys: await keys() }));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('[UNIT2] units of one turn share a commit, in their order, and resolve after it', async () => {
  const results = await Promise.all(
    ['t1', 't2', 't3'].map((key) =>
      write(async (unit) => {
        await put(unit, key);
        return key;
      }),
    ),
  );
  expect(results).toEqual(['t1', 't2', 't3']);
  expect(commits).toHaveLength(1);
  expect(commits[0]?.keys).toEqual(['t1', 't2', 't3']);
  expect(told()).toEqual(['t1', 't2', 't3']);
});

it('[UNIT1] a unit that fails affects no other unit and publishes nothing', async () => {
  const effects: string[] = [];
  const results = await Promise.allSettled([
    write((unit) => put(unit, 't1')),
    write(async (unit) => {
      await put(unit, 't2');
      unit.afterCommit(() => effects.push('t2'));
      throw new Error('no');
    }),
    write(async (unit) => {
      unit.afterCommit(() => effects.push('t3'));
      await put(unit, 't3');
    }),
    // The key exists already.
    write((unit) => put(unit, 't1')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(await keys()).toEqual(['t1', 't3']);
  expect(told()).toEqual(['t1', 't3']);
  expect(effects).toEqual(['t3']);
});

it('a part that fails does not affect the rest of its unit', async () => {
  await write(async (unit) => {
    await put(unit, 't1');
    await expect(
      unit.attempt(async (part) => {
        await put(part, 't2');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await unit.attempt((part) => put(part, 't3'));
  });
  expect(await keys()).toEqual(['t1', 't3']);
  expect(told()).toEqual(['t1', 't3']);
});

it('a transaction that SQLite rolled back fails all of its units, and the next one works', async () => {
  const results = await Promise.allSettled([
    write((unit) => put(unit, 't1')),
    write(async ({ trx }) => {
      await sql`rollback`.execute(trx);
      throw new Error('the disk is full');
    }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(commits).toEqual([]);
  await write((unit) => put(unit, 't2'));
  expect(await keys()).toEqual(['t2']);
});
