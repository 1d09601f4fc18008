import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { createPostgresPool } from './postgres-pool.ts';

describe.skipIf(POSTGRES_MISSING !== undefined)('a connection of the pool', () => {
  let server: PostgresServer;
  let pool: PostgresPool;
  let client: PostgresPoolClient;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    pool = createPostgresPool({ connectionString: server.url, max: 1 });
    client = await pool.connect();
    await client.query('create temporary table item (id int primary key, name text, price bigint)', []);
  });
  afterEach(async () => {
    client.release();
    await pool.end();
  });

  const insert = (id: number) => client.query('insert into item (id) values ($1)', [id]);
  const list = async () => (await client.query<{ id: number }>('select id from item order by id', [])).rows;

  it('that is lost while it is checked fails its caller, and does not end the process', async () => {
    const target = new URL(server.url);
    const line = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      far.pipe(near);
      near.on('data', (part: Buffer) => {
        if (part.includes('pg_is_in_recovery')) near.destroy();
        else far.write(part);
      });
      near.on('close', () => far.destroy());
    });
    await once(line.listen(0, '127.0.0.1'), 'listening');
    const url = Object.assign(new URL(server.url), { port: String((line.address() as AddressInfo).port) });
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    const cutOff = createPostgresPool({ connectionString: url.href, max: 1 });
    try {
      await expect(cutOff.connect()).rejects.toThrow('the database server cannot be reached');
      expect(uncaught).not.toHaveBeenCalled();
    } finally {
      process.off('uncaughtException', uncaught);
      await cutOff.end();
      line.close();
    }
  });

  it('sends the statements of one turn together, and gets one answer to all', async () => {
    const sync = vi.spyOn(pg.Connection.prototype as unknown as { sync(): void }, 'sync');
    const results = await Promise.all([client.query('begin', []), insert(1), insert(2), client.query('commit', [])]);
    expect(sync).toHaveBeenCalledTimes(1);
    sync.mockRestore();
    expect(results.map(({ command }) => command)).toEqual(['BEGIN', 'INSERT', 'INSERT', 'COMMIT']);
    expect(await list()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('reads the rows of a statement alike with and without a description of their columns', async () => {
    await client.query('insert into item values ($1, $2, $3), (2, null, null)', [1, 'Camera', 12_50]);
    const read = () => client.query('select id, name, price from item where id > $1 order by id', [0]);
    const [first, second] = [await read(), await read()];
    expect(first.rows).toEqual([
      { id: 1, name: 'Camera', price: 12_50 },
      { id: 2, name: null, price: null },
    ]);
    expect(second.rows).toEqual(first.rows);
    const updated = await client.query('update item set name = $1', ['Lens']);
    expect([first.rowCount, updated.rowCount, updated.rows]).toEqual([2, 2, []]);
  });

  it('fails the statements after a failed one for the same reason, and runs them when they are repeated', async () => {
    await insert(1);
    const rename = () => client.query("update item set name = 'Lens' where id = $1 returning name", [1]);
    const [read, doubled, renamed] = await Promise.allSettled([list(), insert(1), rename()]);
    expect(read).toMatchObject({ status: 'fulfilled', value: [{ id: 1 }] });
    for (const failed of [doubled, renamed]) expect(failed).toMatchObject({ reason: { code: '23505' } });
    expect((await rename()).rows).toEqual([{ name: 'Lens' }]);
    // The same with a statement that cannot be prepared.
    const wrong = () => client.query('select wrong from item where id = $1', [1]);
    await expect(wrong()).rejects.toMatchObject({ code: '42703' });
    await client.query('alter table item add column wrong int', []);
    expect((await wrong()).rows).toEqual([{ wrong: null }]);
  });

  it('rolls back even if the rollback is sent together with a statement that fails', async () => {
    await insert(1);
    await client.query('begin', []);
    const [, doubled, rolledBack] = await Promise.allSettled([insert(2), insert(1), client.query('rollback', [])]);
    expect([doubled.status, rolledBack.status]).toEqual(['rejected', 'fulfilled']);
    await insert(3);
    expect(await list()).toEqual([{ id: 1 }, { id: 3 }]);
  });

  it('rejects a parameter of a type that no column has, and sends the other statements', async () => {
    const [wrong] = await Promise.allSettled([client.query('select $1', [{}]), insert(1)]);
    expect(wrong).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
    expect(await list()).toEqual([{ id: 1 }]);
  });

  it('runs a text of several statements, in its turn', async () => {
    const [, texts] = await Promise.all([
      insert(1),
      client.query('insert into item values (2); select id from item', []),
    ]);
    expect(texts.rows).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
