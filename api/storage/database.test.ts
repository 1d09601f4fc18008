import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../testing/databases/engines.ts';
import type { RunningEngine } from '../testing/databases/engines.ts';
import type { Database, Queryable } from './database.ts';
import type { DatabaseSource } from './database-source.ts';
import { migrate } from './migrate.ts';
import { openDatabase, openReader } from './open-database.ts';
import { storageFaultOf } from './storage-fault.ts';

describe.each(ENGINES)('the database on $name', ({ name, missing, start }) => {
  if (missing !== undefined) {
    it.skip(`was not tested: ${missing}`);
    return;
  }
  let engine: RunningEngine;
  let source: DatabaseSource;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    source = await engine.create();
  });

  const open = async (): Promise<Database> => {
    const database = await openDatabase(source);
    await migrate(database.writer);
    return database;
  };

  it('is durable on every open, not only on the first', async () => {
    for (let times = 0; times < 2; times++) {
      const database = await open();
      expect(await database.isDurable()).toBe(true);
      await database.close();
    }
  });

  it('migrates once and rejects values of a wrong type, out of range or of an unknown shop', async () => {
    const database = await open();
    await migrate(database.writer);
    await expect(sql`update shop set seq = 'many'`.execute(database.writer)).rejects.toThrow(
      /cannot store TEXT|invalid input syntax/,
    );
    await expect(sql`update shop set count = -1`.execute(database.writer)).rejects.toThrow(/check/i);
    await expect(sql`insert into tombstone values ('nobody', 1, 1, 1)`.execute(database.writer)).rejects.toThrow(
      /foreign key/i,
    );
    await expect(sql`delete from shop`.execute(database.reader)).rejects.toThrow(/read-?only/);
    await database.close();
  });

  it('takes the write lock when a transaction begins, and waits for it without blocking the loop', async () => {
    const [one, two] = [await open(), await open()];
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const first = one.writer.transaction().execute(async () => {
      order.push('first begins');
      begun.resolve();
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
      order.push('first ends');
    });
    await begun.promise;
    const second = two.writer.transaction().execute(async () => {
      order.push('second begins');
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins']);
    await Promise.all([one.close(), two.close()]);
  });

  it('notices what another connection has committed', async () => {
    const [one, two] = [await open(), await open()];
    await one.writer.updateTable('shop').set({ count: 1 }).execute();
    const before = await one.mark();
    expect(await one.mark()).toBe(before);
    await two.writer.updateTable('shop').set({ count: 2 }).execute();
    expect(await one.mark()).not.toBe(before);
    await Promise.all([one.close(), two.close()]);
  });

  it('reads one committed state in a transaction, whatever is committed meanwhile', async () => {
    const database = await open();
    const read = (db: Queryable) => db.selectFrom('shop').select('seq').where('key', '=', 'pc').executeTakeFirst();
    await database.reader.transaction().execute(async (trx) => {
      expect(await read(trx)).toEqual({ seq: 0 });
      await database.writer.updateTable('shop').set({ seq: 7 }).where('key', '=', 'pc').execute();
      expect(await read(trx)).toEqual({ seq: 0 });
    });
    expect(await read(database.reader)).toEqual({ seq: 7 });
    await database.close();
  });

  it('returns numbers, texts and bytes as they were stored, and sorts texts by their bytes', async () => {
    const database = await open();
    const { writer, reader } = database;
    const bytes = Buffer.from([0, 1, 255]);
    await writer
      .insertInto('snapshot_block')
      .values({ hash: 'h'.repeat(64), source_hash: 's', bytes, brotli: null, quick_since: 2 ** 45 })
      .execute();
    const [block] = await reader.selectFrom('snapshot_block').selectAll().execute();
    expect(block).toMatchObject({ brotli: null, quick_since: 2 ** 45 });
    expect(Buffer.compare(block?.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
    const keys = ['a', 'B', 'ä', 'Z', '🍋', '_'];
    await writer
      .insertInto('meta')
      .values(keys.map((key) => ({ key: `x${key}`, value: key })))
      .execute();
    const rows = await reader.selectFrom('meta').select('value').where('key', 'like', 'x%').orderBy('key').execute();
    expect(rows.map(({ value }) => value)).toEqual(['B', 'Z', '_', 'a', 'ä', '🍋']);
    const sums = await reader
      .selectFrom('snapshot_block')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('quick_since').as('sum')])
      .executeTakeFirst();
    expect(sums).toEqual({ count: 1, sum: 2 ** 45 });
    expect(await reader.selectFrom('meta').select('key').where('key', 'in', []).execute()).toEqual([]);
    await database.close();
  });

  it('is opened read-only by threads', async () => {
    const database = await open();
    const reader = await openReader(source);
    expect(await reader.selectFrom('shop').select('key').where('key', '=', 'pc').execute()).toEqual([{ key: 'pc' }]);
    await expect(reader.deleteFrom('shop').execute()).rejects.toThrow(/read-?only/);
    await reader.destroy();
    await database.close();
  });

  it.runIf(name === 'PostgreSQL').each(['fsync', 'synchronous_commit'])(
    'is not durable where its server may lose commits: without %s',
    async (setting) => {
      const database = await open();
      const run = (text: string) => sql.raw(text).execute(database.writer);
      await run(`alter system set ${setting} = off`);
      await run('select pg_reload_conf()');
      await expect.poll(() => database.isDurable()).toBe(false);
      await run(`alter system reset ${setting}`);
      await run('select pg_reload_conf()');
      await expect.poll(() => database.isDurable()).toBe(true);
      await database.close();
    },
  );

  it.runIf(name === 'PostgreSQL')('survives the loss of its connections; queries then report the fault', async () => {
    const database = await open();
    await database.reader.selectFrom('shop').select('key').execute();
    await engine.server?.pause();
    const error = await database.reader
      .selectFrom('shop')
      .select('key')
      .execute()
      .catch((caught: unknown) => caught);
    expect(storageFaultOf(error)).toBe('unreachable');
    await engine.server?.resume();
    await expect
      .poll(() =>
        database.writer
          .selectFrom('shop')
          .select('key')
          .execute()
          .catch(() => []),
      )
      .toHaveLength(4);
    await database.close();
  });
});
