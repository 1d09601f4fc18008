import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { CARTS_COUNTER, CHATS_COUNTER, ORDERS_COUNTER } from './counters.repository.ts';
import { openEpoch } from './epoch.ts';
import type { Epoch } from './epoch.ts';
import { createMemoryEventBus } from './memory-event-bus.ts';
import { migrate } from './migrate.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-storage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openDatabase = async () => {
  const database = openSqliteDatabase(join(folder, 'db.sqlite'));
  await migrate(database.writer);
  return database;
};

describe('the SQLite database', () => {
  it('is durable on every open, not only on the first', async () => {
    for (let open = 0; open < 2; open++) {
      const database = await openDatabase();
      expect(database.isDurable()).toBe(true);
      await database.close();
    }
  });

  it('migrates once and rejects values of a wrong type, range or owner', async () => {
    const database = await openDatabase();
    await migrate(database.writer);
    await expect(sql`update shop set seq = 'many'`.execute(database.writer)).rejects.toThrow(/cannot store TEXT/);
    await expect(sql`update shop set count = -1`.execute(database.writer)).rejects.toThrow(/CHECK/);
    await expect(sql`insert into tombstone values ('nobody', 1, 1, 1)`.execute(database.writer)).rejects.toThrow(
      /FOREIGN KEY/,
    );
    await expect(sql`delete from shop`.execute(database.reader)).rejects.toThrow(/readonly/);
    await database.close();
  });

  it('takes the write lock when a transaction begins, and waits for it without blocking the loop', async () => {
    const [one, two] = [await openDatabase(), await openDatabase()];
    const order: string[] = [];
    const first = one.writer.transaction().execute(async () => {
      order.push('first begins');
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
      order.push('first ends');
    });
    const second = two.writer.transaction().execute(async () => {
      order.push('second begins');
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins']);
    await Promise.all([one.close(), two.close()]);
  });

  it('notices what another connection has committed', async () => {
    const [one, two] = [await openDatabase(), await openDatabase()];
    const before = one.foreignWrites();
    await one.writer.updateTable('shop').set({ count: 1 }).execute();
    expect(one.foreignWrites()).toBe(before);
    await two.writer.updateTable('shop').set({ count: 2 }).execute();
    expect(one.foreignWrites()).not.toBe(before);
    await Promise.all([one.close(), two.close()]);
  });
});

describe('[R6] the epoch', () => {
  const sidecar = () => join(folder, 'epoch.json');
  const fail = (error: unknown): void => {
    throw error;
  };
  const open = async (run?: (epoch: Epoch) => Promise<void> | void) => {
    const database = await openDatabase();
    const epoch = await openEpoch(database, sidecar(), fail);
    await run?.(epoch);
    epoch.flush();
    await database.close();
    return epoch.value;
  };

  it('stays the same from start to start', async () => {
    const first = await open();
    expect(await open()).toBe(first);
  });

  it('changes when the epoch file is missing, torn, or of another epoch', async () => {
    const values = [await open()];
    await rm(sidecar());
    values.push(await open());
    await writeFile(sidecar(), '{"epoch":');
    values.push(await open());
    await writeFile(sidecar(), '{"epoch":"other","seqs":{}}');
    values.push(await open());
    expect(new Set(values).size).toBe(4);
  });

  it('changes when the epoch file is ahead of the database', async () => {
    const values = [
      await open((epoch) => epoch.note('pc', 5)),
      await open((epoch) => epoch.note(CHATS_COUNTER, 1)),
      await open((epoch) => epoch.note(ORDERS_COUNTER, 1)),
      await open((epoch) => epoch.note(CARTS_COUNTER, 1)),
      await open(),
    ];
    expect(new Set(values).size).toBe(5);
    expect(await open()).toBe(values.at(-1));
  });

  it('flushes the last of many changes on demand', async () => {
    const first = await open((epoch) => {
      for (let seq = 1; seq <= 100; seq += 1) epoch.note('pc', seq);
    });
    expect(JSON.parse(await readFile(sidecar(), 'utf8'))).toMatchObject({ epoch: first, seqs: { pc: 100 } });
  });

  it('is the same for processes that start at once, also during writes', async () => {
    expect(new Set(await Promise.all([open(), open(), open()])).size).toBe(1);
    const database = await openDatabase();
    const writer = await openEpoch(database, sidecar(), fail);
    let seq = 0;
    const writing = { isOver: false };
    const done = (async () => {
      while (!writing.isOver) {
        seq += 1;
        await database.writer.updateTable('shop').set({ seq }).where('key', '=', 'pc').execute();
        writer.note('pc', seq);
        await setImmediate();
      }
    })();
    for (let start = 0; start < 10; start++) expect(await open()).toBe(writer.value);
    writing.isOver = true;
    await done;
    writer.flush();
    await database.close();
  });

  it('changes when the database is missing', async () => {
    const first = await open();
    for (const name of await readdir(folder)) if (name.startsWith('db.sqlite')) await rm(join(folder, name));
    expect(await open()).not.toBe(first);
  });
});

it('the event bus continues when a listener fails', () => {
  const errors: unknown[] = [];
  const heard: number[] = [];
  const bus = createMemoryEventBus((error) => errors.push(error));
  bus.subscribe(() => {
    throw new Error('broken');
  });
  const stop = bus.subscribe((event) => heard.push('seq' in event ? event.seq : 0));
  bus.publish({ type: 'products-changed', shop: 'pc', seq: 1, epoch: 'e' });
  stop();
  bus.publish({ type: 'products-changed', shop: 'pc', seq: 2, epoch: 'e' });
  expect([heard, errors.length]).toEqual([[1], 2]);
});
