import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../testing/databases/engines.ts';
import type { RunningEngine } from '../testing/databases/engines.ts';
import { createWrite } from './create-write.ts';
import type { Database } from './database.ts';
import type { BusEvent } from './events/event-bus.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import type { Write, WriteUnit } from './write-unit.ts';

describe.each(ENGINES)('write units on $name', ({ name, missing, start }) => {
  if (missing !== undefined) {
    it.skip(`were not tested: ${missing}`);
    return;
  }
  let engine: RunningEngine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());

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
  const subOf = (event: BusEvent | undefined) => (event && 'sub' in event ? event.sub : '');
  const told = () => commits.flatMap(({ events }) => events.map(subOf));

  beforeEach(async () => {
    database = await openDatabase(await engine.create());
    await migrate(database.writer);
    commits = [];
    write = await createWrite(database, async ({ events }) => void commits.push({ events, keys: await keys() }));
  });
  afterEach(() => database.close());

  it('[UNIT2] units begun together resolve after their commit; on SQLite they share one commit, in order', async () => {
    const results = await Promise.all(
      ['t1', 't2', 't3'].map((key) =>
        write(async (unit) => {
          await put(unit, key);
          return key;
        }),
      ),
    );
    expect(results).toEqual(['t1', 't2', 't3']);
    if (name === 'SQLite') expect(commits.map((commit) => commit.keys)).toEqual([['t1', 't2', 't3']]);
    else for (const { events, keys: stored } of commits) expect(stored).toContain(subOf(events[0]));
    expect(told().toSorted()).toEqual(['t1', 't2', 't3']);
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
    // Where each unit has a transaction of its own, either of the two with the same key may be stored first.
    expect(results.map(({ status }) => status).slice(1, 3)).toEqual(['rejected', 'fulfilled']);
    expect(new Set([results[0]?.status, results[3]?.status])).toEqual(new Set(['fulfilled', 'rejected']));
    expect(await keys()).toEqual(['t1', 't3']);
    expect(told().toSorted()).toEqual(['t1', 't3']);
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

  it.runIf(name === 'SQLite')(
    'a transaction that SQLite rolled back fails all of its units, and the next one works',
    async () => {
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
    },
  );

  it('[UNIT3] units that read and then write the same row lose no change', async () => {
    await write(({ trx }) => trx.insertInto('meta').values({ key: 't', value: '0' }).execute());
    const add = () =>
      write(async ({ trx }) => {
        const { value } = await trx.selectFrom('meta').select('value').where('key', '=', 't').executeTakeFirstOrThrow();
        await trx
          .updateTable('meta')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 't')
          .execute();
      });
    const other = await openDatabase(database.source);
    const writeThere = await createWrite(other, () => undefined);
    const addThere = () =>
      writeThere(async ({ trx }) => {
        const { value } = await trx.selectFrom('meta').select('value').where('key', '=', 't').executeTakeFirstOrThrow();
        await trx
          .updateTable('meta')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 't')
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? add() : addThere())));
    await other.close();
    expect(await database.reader.selectFrom('meta').select('value').where('key', '=', 't').execute()).toEqual([
      { value: '40' },
    ]);
  });
});
