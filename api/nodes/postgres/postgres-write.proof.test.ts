import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCommitLine } from '../../testing/network/commit-line.ts';
import type { CommitLine } from '../../testing/network/commit-line.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { listQueries } from '../../testing/list-statements.ts';
import { createWrite } from '../../storage/create-write.ts';
import type { Database } from '../../storage/database.ts';
import { chatLane, NO_LANES, userLane } from '../../storage/lanes.ts';
import { migrate } from '../../storage/migrate.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { prepareQuery } from '../../storage/prepared-query.ts';
import { REPETITION_REASONS } from '../../storage/unit-repetitions.ts';
import { IDEMPOTENT } from '../../storage/write-unit.ts';
import type { Write } from '../../storage/write-unit.ts';

const insert = prepareQuery((db, value: { readonly key: string }) =>
  db.insertInto('meta').values({ key: value.key, value: '' }),
);
const insertNew = prepareQuery((db, value: { readonly key: string }) =>
  db
    .insertInto('meta')
    .values({ key: value.key, value: '' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key'),
);

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** Counts units that wait for an advisory lock. */
const countWaiting = async (url: string): Promise<number> =>
  (await query(url, `select 1 from pg_locks where locktype = 'advisory' and not granted`)).length;

const countRepetitions = ({ unitRepetitions }: Database) =>
  REPETITION_REASONS.map((reason) => unitRepetitions?.count(reason));

describe.skipIf(POSTGRES_MISSING !== undefined)('a unit on PostgreSQL', () => {
  let server: PostgresServer;
  let line: CommitLine;
  let database: Database;
  let write: Write;
  let published: number;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    line = await openCommitLine(server.url);
    database = await openDatabase({ engine: 'postgres', url: line.url });
    await migrate(database.writer);
    await database.writer.deleteFrom('meta').where('key', 'like', 'u%').execute();
    published = 0;
    write = await createWrite(database, () => void (published += 1));
  });
  afterEach(async () => {
    await database.close();
    await line.close();
  });

  const put = (key: string) =>
    write(async ({ trx, publish }) => {
      await trx.insertInto('meta').values({ key, value: '' }).execute();
      publish({ type: 'signed-out', sub: key });
      return key;
    });
  const keys = async () =>
    (await database.reader.selectFrom('meta').select('key').where('key', 'like', 'u%').execute()).map(({ key }) => key);

  it('whose answer was lost is stored once, published once, and succeeds', async () => {
    line.next = 'after';
    expect(await put('u1')).toBe('u1');
    expect([await keys(), published, line.breaks]).toEqual([['u1'], 1, 1]);
  });

  it('whose answers were all lost is stored once, although it awaited none of them', async () => {
    line.next = 'after';
    await write(({ trx }) => insert.send(trx, { key: 'u9' }), NO_LANES);
    expect([await keys(), line.breaks]).toEqual([['u9'], 1]);
  });

  it('[UNIT6] whose answer was lost succeeds without the rows of statements sent with its commit', async () => {
    let [tries, made] = [0, 0];
    line.next = 'after';
    const readRows = await write(async ({ trx, publish }) => {
      tries += 1;
      // From here on, statements that are not awaited are sent together with the commit.
      await trx.selectFrom('meta').select('key').execute();
      const read = await insertNew.sendForRows(trx, { key: 'u10' });
      publish(() => {
        made += 1;
        const [row] = read() ?? [];
        return row && { type: 'signed-out', sub: row.key };
      });
      return read;
    }, NO_LANES);
    expect(readRows()).toBeUndefined();
    expect([await keys(), tries, made, line.breaks]).toEqual([['u10'], 1, 1, 1]);
  });

  it('that is idempotent and awaits nothing goes to the server in one piece', async () => {
    const insertOnce = () => write(({ trx }) => insertNew.sendForRows(trx, { key: 'u11' }), NO_LANES, IDEMPOTENT);
    const first = await insertOnce();
    expect(first()).toEqual([{ key: 'u11' }]);
    line.parts = 0;
    const second = await insertOnce();
    expect([second(), line.parts]).toEqual([[], 1]);
  });

  it.each(['before', 'after'] as const)(
    '[UNIT6] that is idempotent and was lost %s its commit is repeated',
    async (when) => {
      let tries = 0;
      line.next = when;
      const readRows = await write(
        ({ trx }) => {
          tries += 1;
          return insertNew.sendForRows(trx, { key: 'u12' });
        },
        NO_LANES,
        IDEMPOTENT,
      );
      expect([await keys(), readRows()]).toEqual([['u12'], when === 'before' ? [{ key: 'u12' }] : []]);
      expect([tries, line.breaks]).toEqual([2, 1]);
    },
  );

  it('that is idempotent is stored as a whole or not at all, although its commit is sent with it', async () => {
    await put('u13');
    const failing = write(
      async ({ trx }) => {
        await insertNew.send(trx, { key: 'u14' });
        await insert.send(trx, { key: 'u13' });
      },
      [userLane('alice')],
      IDEMPOTENT,
    );
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await put('u15')).toBe('u15');
    expect(await keys()).toEqual(['u13', 'u15']);
  });

  it('that is idempotent is repeated when it fails because of others, although its commit is sent with it', async () => {
    await sql`create sequence if not exists failures`.execute(database.writer);
    await sql`create or replace function fail_once() returns void language plpgsql as $$ begin
      if nextval('failures') = 1 then raise serialization_failure; end if;
    end $$`.execute(database.writer);
    const failOnce = prepareQuery<object, unknown>((db) => db.selectNoFrom(sql`fail_once()`.as('failed')));
    let tries = 0;
    const readRows = await write(
      async ({ trx }) => {
        tries += 1;
        const read = await insertNew.sendForRows(trx, { key: 'u16' });
        await failOnce.send(trx, {});
        return read;
      },
      NO_LANES,
      IDEMPOTENT,
    );
    expect([tries, readRows(), await keys()]).toEqual([2, [{ key: 'u16' }], ['u16']]);
  });

  it('that was lost before its commit is repeated, and stored once', async () => {
    line.next = 'before';
    expect(await put('u2')).toBe('u2');
    expect([await keys(), published]).toEqual([['u2'], 1]);
    expect(line.breaks).toBe(1);
    expect(countRepetitions(database)).toEqual([0, 0, 1]);
  });

  it('[UNIT6] whose answer was lost is not repeated when the server cannot say whether it is stored', async () => {
    let tries = 0;
    line.next = 'after';
    // As after a crash, which may give the number of the transaction to another one.
    line.beforeBreak = () => query(server.url, `select pg_stat_reset_shared('wal')`);
    const lost = write(async ({ trx }) => {
      tries += 1;
      await trx.insertInto('meta').values({ key: 'u17', value: '' }).execute();
    });
    await expect(lost).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    expect([await keys(), tries, published, line.breaks]).toEqual([['u17'], 1, 0, 1]);
  });

  it('that still runs on the server when its connection is lost is asked about until it has ended', async () => {
    line.next = 'unnoticed';
    expect(await put('u18')).toBe('u18');
    expect([await keys(), published, line.breaks]).toEqual([['u18'], 1, 1]);
  });

  it.each([
    ['40001', [1, 0, 0]],
    ['40P01', [1, 0, 0]],
    ['55P03', [0, 1, 0]],
  ])('that the server ends because of others is repeated, and counted: %s', async (state, counts) => {
    await put('u3');
    const other = await openDatabase({ engine: 'postgres', url: server.url });
    let tries = 0;
    await write(async ({ trx, publish }) => {
      tries += 1;
      publish({ type: 'signed-out', sub: `try ${tries}` });
      await trx
        .updateTable('meta')
        .set({ value: `try ${tries}` })
        .where('key', '=', 'u3')
        .execute();
      if (tries === 1) await sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`).execute(trx);
    });
    expect(tries).toBe(2);
    expect(countRepetitions(database)).toEqual(counts);
    expect(await other.reader.selectFrom('meta').select('value').where('key', '=', 'u3').execute()).toEqual([
      { value: 'try 2' },
    ]);
    await other.close();
  });

  it('that the server ends again and again because of others fails at last', async () => {
    let tries = 0;
    const failing = write(async () => {
      tries += 1;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    await expect(failing).rejects.toMatchObject({ code: '40P01' });
    expect(tries).toBe(8);
  });

  it('that has waited long for locks of others fails, and is not repeated', async () => {
    let tries = 0;
    const failing = write(async () => {
      tries += 1;
      const startMs = performance.now();
      vi.spyOn(performance, 'now').mockReturnValue(startMs + 11_000);
      throw Object.assign(new Error('lock timeout'), { code: '55P03' });
    });
    await expect(failing.finally(() => vi.restoreAllMocks())).rejects.toMatchObject({ code: '55P03' });
    expect(tries).toBe(1);
  });

  it('fails for the reason of the statement that failed first, whichever one is awaited', async () => {
    await put('u4');
    const failing = write(async ({ trx }) => {
      const first = trx.insertInto('meta').values({ key: 'u4', value: '' }).execute();
      const second = trx.selectFrom('meta').select('key').execute();
      first.catch(() => undefined);
      await second;
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await put('u5')).toBe('u5');
  });

  it('does something outside of the database only once, even when it is repeated', async () => {
    let [tries, taken] = [0, 0];
    await write(async (unit) => {
      tries += 1;
      expect(unit.once('token', () => (taken += 1))).toBe(1);
      await unit.attempt(async (part) => void part.once('another', () => (taken += 1)));
      if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    expect([tries, taken]).toEqual([3, 2]);
  });

  it('is repeated when a part failed because of others, even if the unit carries on', async () => {
    let tries = 0;
    await write(async (unit) => {
      tries += 1;
      const part = unit.attempt(async () => {
        if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        await unit.trx.insertInto('meta').values({ key: 'u6', value: '' }).execute();
      });
      await part.catch(() => undefined);
    });
    expect([tries, await keys()]).toEqual([2, ['u6']]);
  });

  it('fails for the reason of a statement that was sent without waiting for its answer', async () => {
    await put('u7');
    await expect(write(({ trx }) => insert.send(trx, { key: 'u7' }), NO_LANES)).rejects.toMatchObject({
      code: '23505',
    });
    await write(({ trx }) => insert.send(trx, { key: 'u8' }), NO_LANES);
    expect(await keys()).toEqual(['u7', 'u8']);
  });

  it('[UNIT4] waits for units with a common lane, or without lanes, and for no others', async () => {
    const opened = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = write(
      async ({ trx }) => {
        await trx.selectFrom('meta').select('key').execute();
        opened.resolve();
        await held.promise;
        order.push('first');
      },
      [userLane('alice'), chatLane('7')],
    );
    await opened.promise;
    const run = (name: string, lanes?: Parameters<typeof write>[1]) =>
      write(async ({ trx }) => {
        await trx.selectFrom('meta').select('key').execute();
        order.push(name);
      }, lanes);
    await run('other lanes', [userLane('bob'), chatLane('8')]);
    await run('none of its own', NO_LANES);
    const waiting = [run('common', [userLane('carol'), chatLane('7')]), run('all')];
    await expect.poll(() => countWaiting(server.url)).toBe(2);
    held.resolve();
    await Promise.all([first, ...waiting]);
    expect(order.slice(0, 3)).toEqual(['other lanes', 'none of its own', 'first']);
    expect(order.slice(3).toSorted()).toEqual(['all', 'common']);
  });

  it('takes its lanes in a fixed order, whatever the order in which it names them', async () => {
    const lanes = [userLane('alice'), chatLane('7'), userLane('bob')];
    const list = (ordered: typeof lanes) => listQueries(database.writer, () => write(() => Promise.resolve(), ordered));
    expect(await list(lanes)).toEqual(await list(lanes.toReversed()));
    expect((await list(lanes)).flatMap(({ parameters }) => parameters)).toHaveLength(2 * lanes.length);
  });

  it('that changes a shop is published together with others that end within some ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const ended: string[] = [];
      const touch = (key: string) =>
        write(async ({ trx, touchShop, publish }) => {
          touchShop('pc');
          await trx.insertInto('meta').values({ key, value: '' }).execute();
          publish(() => void ended.push(key));
        }, NO_LANES);
      await touch('u19');
      expect(published).toBe(1);
      const others = [touch('u20'), touch('u21')];
      // A poll would move the clock.
      while (ended.length < 3) await new Promise(setImmediate);
      expect(published).toBe(1);
      await vi.advanceTimersByTimeAsync(5);
      await Promise.all(others);
      expect(published).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that fails by itself is not repeated', async () => {
    let tries = 0;
    const failing = write(async () => {
      tries += 1;
      throw new Error('sold out');
    });
    await expect(failing).rejects.toThrow('sold out');
    expect(tries).toBe(1);
  });
});
