import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLaterEpoch, openEpoch, replaceEpoch } from './epoch.ts';
import { createMemoryEventBus } from './events/memory-event-bus.ts';
import { readEpoch } from './history.repository.ts';
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
  const open = async () => {
    const database = await openDatabase();
    await openEpoch(database);
    const epoch = await readEpoch(database.reader);
    await database.close();
    return epoch;
  };

  it('stays the same from start to start, also when several processes start at once', async () => {
    const first = await open();
    expect(await Promise.all([open(), open(), open()])).toEqual([first, first, first]);
  });

  it('is replaced only once by processes that find the same history lost', async () => {
    const known = await open();
    const [one, other] = [await openDatabase(), await openDatabase()];
    expect(await Promise.all([replaceEpoch(one, known), replaceEpoch(other, known)])).toEqual([true, false]);
    await Promise.all([one.close(), other.close()]);
    expect(await open()).not.toBe(known);
  });

  it('begins after every known epoch, even one from a clock that was ahead or a version that noted no start', async () => {
    await open();
    const database = await openDatabase();
    const ahead = { ...database, now: () => Date.now() + 1e9 };
    for (const [at, known] of [[ahead], [database], [database, `${'1'.repeat(9)}-put-back`]] as const) {
      const before = await readEpoch(database.reader);
      await replaceEpoch(at, before, known);
      const epoch = await readEpoch(database.reader);
      expect([before, known ?? before].map((other) => isLaterEpoch(epoch, other))).toEqual([true, true]);
    }
    await database.close();
    expect(isLaterEpoch('0'.repeat(8) + '1-x', '7f6d2c1a-1111-4222-8333-444455556666')).toBe(true);
  });

  it('changes when the database is missing', async () => {
    const first = await open();
    for (const name of await readdir(folder)) await rm(join(folder, name));
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
