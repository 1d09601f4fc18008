import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { openTcpLine } from '../../testing/network/tcp-line.ts';
import type { TcpLine } from '../../testing/network/tcp-line.ts';
import { createConnectionWatch } from './connection-watch.ts';
import { createPostgresPool } from './postgres-pool.ts';

/** Instead of the usual half a second. */
const TICK_MS = 100;
/** Four ticks of silence, one question to the server, and time of a busy machine. */
const NOTICED_MS = 4_000;
const LOST = 'the database server cannot be reached';

describe.skipIf(POSTGRES_MISSING !== undefined)('a connection whose packets vanish', () => {
  let server: PostgresServer;
  let direct: pg.Client;
  let line: TcpLine;
  let pool: PostgresPool;
  beforeAll(async () => {
    server = await startPostgresServer();
    direct = new pg.Client({ connectionString: server.url });
    await direct.connect();
    await direct.query('create table item (id int)');
  });
  afterAll(async () => {
    await direct.end();
    await server.stop();
  });
  beforeEach(async () => {
    line = await openTcpLine();
    const connectionString = line.through(server.url);
    pool = createPostgresPool({ connectionString, max: 3, watch: createConnectionWatch(connectionString, TICK_MS) });
  });
  afterEach(async () => {
    await pool.end();
    await line.stop();
    await direct.query('truncate item');
  });

  const listBackends = async (): Promise<unknown[]> =>
    (await direct.query("select state from pg_stat_activity where application_name = 'hexlime'")).rows;

  it('[LINE1] within seconds fails the calls that await its answer, and the next call gets another connection', async () => {
    const client = await pool.connect();
    line.freezeAll();
    const startMs = performance.now();
    await expect(client.query('select $1::int', [1])).rejects.toThrow(LOST);
    expect(performance.now() - startMs).toBeLessThan(NOTICED_MS);
    client.release();
    const next = await pool.connect();
    expect((await next.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    next.release();
  });

  it('is dropped with the lost connections that wait for a lock: they would get it and keep it', async () => {
    const [holder, waiting] = await Promise.all([pool.connect(), pool.connect()]);
    await holder.query('select pg_advisory_lock(3)', []);
    const waited = expect(waiting.query('select pg_advisory_lock(3)', [])).rejects.toThrow(LOST);
    await expect.poll(async () => (await direct.query('select 1 from pg_locks where not granted')).rowCount).toBe(1);
    line.freezeAll();
    await expect(holder.query('select 1', [])).rejects.toThrow(LOST);
    await waited;
    holder.release();
    waiting.release();
    await expect.poll(listBackends, { timeout: 1_000 }).toEqual([]);
  });

  it('is dropped with the idle connections', async () => {
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    for (const client of clients) client.release();
    line.freezeAll();
    const first = await pool.connect();
    await expect(first.query('select 1', [])).rejects.toThrow(LOST);
    first.release();
    const startMs = performance.now();
    const others = await Promise.all([pool.connect(), pool.connect()]);
    await Promise.all(others.map((client) => client.query('select 1', [])));
    expect(performance.now() - startMs).toBeLessThan(1_000);
    for (const client of others) client.release();
  });

  it('[LINE1] leaves no transaction and no lock in the server', async () => {
    const client = await pool.connect();
    await client.query('begin', []);
    await client.query('select pg_advisory_xact_lock(1)', []);
    line.freezeAll();
    await expect(client.query('insert into item values (1)', [])).rejects.toThrow(LOST);
    client.release();
    await expect.poll(listBackends, { timeout: 1_000 }).toEqual([]);
    expect((await direct.query("select 1 from pg_locks where locktype = 'advisory'")).rows).toEqual([]);
  });

  it('[LINE1] leaves no transaction in a server that was away for a while', async () => {
    const client = await pool.connect();
    await client.query('begin', []);
    await client.query('select pg_advisory_xact_lock(1)', []);
    line.isSilent = true;
    line.freezeAll();
    await expect(client.query('insert into item values (1)', [])).rejects.toThrow(LOST);
    client.release();
    line.isSilent = false;
    await expect.poll(listBackends, { timeout: 4_000 }).toEqual([]);
  });

  it('is noticed when only the answer is lost', async () => {
    line.watch = (part, direction, connection) => {
      if (direction === 'down' && part.includes('answer')) connection.freeze();
    };
    const client = await pool.connect();
    await expect(client.query("select 'answer'", [])).rejects.toThrow(LOST);
    client.release();
  });

  it('is noticed while the pool checks it', async () => {
    line.watch = (part, direction, connection) => {
      if (direction === 'up' && part.includes('pg_is_in_recovery')) connection.freeze();
    };
    const startMs = performance.now();
    await expect(pool.connect()).rejects.toThrow(LOST);
    expect(performance.now() - startMs).toBeLessThan(NOTICED_MS);
  });

  it('is noticed while the server takes no connections either', async () => {
    const client = await pool.connect();
    line.isSilent = true;
    line.freezeAll();
    const startMs = performance.now();
    await expect(client.query('select 1', [])).rejects.toThrow(LOST);
    expect(performance.now() - startMs).toBeLessThan(NOTICED_MS);
    client.release();
  });

  it('[LINE1] is not confused with a slow statement, or with one that waits for a lock', async () => {
    const [slow, waiting] = await Promise.all([pool.connect(), pool.connect()]);
    await direct.query('begin');
    await direct.query('select pg_advisory_xact_lock(2)');
    const answers = Promise.all([
      slow.query("select pg_sleep(1.5), 'slow' as name", []),
      waiting.query("select pg_advisory_lock(2), 'waited' as name", []),
    ]);
    await delay(1_700);
    await direct.query('rollback');
    expect((await answers).map(({ rows }) => (rows[0] as { name: string }).name)).toEqual(['slow', 'waited']);
    slow.release();
    waiting.release(true);
  });
});
