import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARTS_COUNTER, CHATS_COUNTER, ORDERS_COUNTER } from './counters.repository.ts';
import { openEpoch } from './epoch.ts';
import { createFileWitness } from './epoch-witness.ts';
import type { Epoch } from './epoch.ts';
import { createMemoryEventBus } from './events/memory-event-bus.ts';
import { migrate } from './migrate.ts';
import { openSqliteDatabase } from './sqlite/sqlite-database.ts';

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

describe('[R6] the epoch', () => {
  const sidecar = () => join(folder, 'epoch.json');
  const fail = (error: unknown): void => {
    throw error;
  };
  const open = async (run?: (epoch: Epoch) => Promise<void> | void) => {
    const database = await openDatabase();
    const epoch = await openEpoch(database, createFileWitness(sidecar()), fail);
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
    const writer = await openEpoch(database, createFileWitness(sidecar()), fail);
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

  it('is begun once by processes that find the same history lost', async () => {
    const database = await openDatabase();
    const openHere = () => openEpoch(database, createFileWitness(sidecar()), fail);
    const [one, other] = [await openHere(), await openHere()];
    const known = one.value;
    expect(await Promise.all([one.replace(known), other.replace(known)])).toEqual([true, false]);
    expect(one.value).not.toBe(known);
    await database.close();
    expect(await open()).toBe(one.value);
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
