import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { POSTGRES_MISSING, startPostgresServer } from '../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../testing/databases/postgres-server.ts';
import type { Database } from '../storage/database.ts';
import type { DatabaseSource } from '../storage/database-source.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';
import { createLeases } from './create-leases.ts';
import type { Leases } from './leases.ts';

const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

/** Opens the leases of one more node. */
async function openNode(source: DatabaseSource): Promise<{ readonly leases: Leases; readonly database: Database }> {
  const database = await openDatabase(source);
  opened.push(database);
  await migrate(database.writer);
  return { leases: createLeases(database), database };
}

/** Begins work that lasts until `end` is called. */
async function hold(leases: Leases) {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const done = leases.runAlone('three', 0, () => {
    begun.resolve();
    return ended.promise;
  });
  await begun.promise;
  return { end: ended.resolve, done };
}

it('a single node starts all work at once, whatever is running already', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-leases-'));
  const { leases } = await openNode({ engine: 'sqlite', file: join(folder, 'db.sqlite') });
  let runs = 0;
  const work = async (): Promise<void> => void (runs += 1);
  expect(await Promise.all([leases.runAlone('a', 1e6, work), leases.runAlone('a', 1e6, work)])).toEqual([true, true]);
  expect(runs).toBe(2);
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(POSTGRES_MISSING !== undefined)('on PostgreSQL', () => {
  let server: PostgresServer;
  let source: DatabaseSource;
  beforeAll(async () => {
    server = await startPostgresServer();
    source = { engine: 'postgres', url: server.url };
  });
  afterAll(() => server.stop());

  it('only one of many nodes runs work at a time', async () => {
    const nodes = await Promise.all(Array.from({ length: 5 }, () => openNode(source)));
    let atOnce = 0;
    let most = 0;
    let runs = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (atOnce += 1));
      runs += 1;
      await delay(20);
      atOnce -= 1;
    };
    const loop = async ({ leases }: { readonly leases: Leases }): Promise<void> => {
      for (let index = 0; index < 20; index += 1) {
        await leases.runAlone('one', 0, work);
        await delay(Math.random() * 10);
      }
    };
    await Promise.all(nodes.map(loop));
    expect(most).toBe(1);
    expect(runs).toBeGreaterThan(5);
  });

  it('no node repeats work within the pause after it, even if it has failed', async () => {
    const [one, other] = [await openNode(source), await openNode(source)];
    await expect(one.leases.runAlone('two', 0, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await other.leases.runAlone('two', 400, () => Promise.resolve())).toBe(false);
    await expect.poll(() => other.leases.runAlone('two', 400, () => Promise.resolve())).toBe(true);
    expect(await one.leases.runAlone('two', 400, () => Promise.resolve())).toBe(false);
    // With a pause of 0, as at a start.
    expect(await one.leases.runAlone('two', 0, () => Promise.resolve())).toBe(true);
  });

  it('a lease is renewed while its work runs', async () => {
    const { leases, database } = await openNode(source);
    const readEnd = async (): Promise<number> => {
      const lease = database.reader.selectFrom('lease').select('expires_at').where('name', '=', 'three');
      return (await lease.executeTakeFirstOrThrow()).expires_at;
    };
    const work = await hold(leases);
    const firstEnd = await readEnd();
    await expect.poll(readEnd).toBeGreaterThan(firstEnd);
    work.end();
    await work.done;
  });

  it('a node is notified when another one has taken its lease, or its renewals fail', async () => {
    const slow = await openNode(source);
    const run = (name: string, spoil: () => Promise<unknown>) =>
      slow.leases.runAlone(name, 0, async (signal) => {
        expect(signal.aborted).toBe(false);
        await spoil();
        if (!signal.aborted) await once(signal, 'abort');
        vi.restoreAllMocks();
      });
    const next = await openNode(source);
    const { writer } = next.database;
    await run('four', () => writer.updateTable('lease').set({ number: 99 }).where('name', '=', 'four').execute());
    await run('five', () => {
      vi.spyOn(slow.database.writer, 'updateTable').mockImplementation(() => {
        throw new Error('cannot be reached');
      });
      return Promise.resolve();
    });
  }, 20_000);

  it('a dead node’s lease expires by the database’s clock, and work that it ends late has no effect on the lease', async () => {
    const [dead, next] = [await openNode(source), await openNode(source)];
    const hanging = await hold(dead.leases);
    // The clock of a node has no influence.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    expect(await next.leases.runAlone('three', 0, () => Promise.resolve())).toBe(false);
    clock.mockRestore();
    // As after some seconds without a renewal.
    await next.database.writer.updateTable('lease').set({ expires_at: 0 }).where('name', '=', 'three').execute();
    const running = await hold(next.leases);
    hanging.end();
    await hanging.done;
    expect(await dead.leases.runAlone('three', 0, () => Promise.resolve())).toBe(false);
    running.end();
    await running.done;
    expect(await dead.leases.runAlone('three', 0, () => Promise.resolve())).toBe(true);
  });
});
