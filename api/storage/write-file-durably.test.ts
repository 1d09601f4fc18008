import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEpoch } from './epoch.ts';
import { createFileWitness } from './epoch-witness.ts';
import { migrate } from './migrate.ts';
import { openSqliteDatabase } from './sqlite/sqlite-database.ts';

/** What was done to files, in order. */
const steps: string[] = [];

/** Records how files reach the disk; the calls go on to the real file system. */
function recordSteps(): void {
  const { openSync, fsyncSync, renameSync } = fs;
  const names = new Map<number, string>();
  vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
    const handle = openSync(path, ...rest);
    names.set(handle, String(path));
    return handle;
  });
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    steps.push(`sync ${basename(names.get(handle) ?? '')}`);
    fsyncSync(handle);
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    steps.push(`rename ${basename(String(from))} to ${basename(String(to))}`);
    renameSync(from, to);
  });
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-durable-'));
  steps.length = 0;
  recordSteps();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

it('[R6] the epoch file is on the disk before its name, and its name before the call returns', async () => {
  const database = openSqliteDatabase(join(folder, 'db.sqlite'));
  await migrate(database.writer);
  const epoch = await openEpoch(database, createFileWitness(join(folder, 'epoch.json')), () => undefined);
  const temporary = `epoch.json.${process.pid}.tmp`;
  const durable = [`sync ${temporary}`, `rename ${temporary} to epoch.json`, `sync ${basename(folder)}`];
  expect(steps).toEqual(durable);

  steps.length = 0;
  for (let seq = 1; seq <= 1_000; seq++) epoch.note('pc', seq);
  // The first change is written at once, the others together.
  expect(steps).toEqual(durable);
  epoch.flush();
  expect(steps).toEqual([...durable, ...durable]);
  expect(JSON.parse(await readFile(join(folder, 'epoch.json'), 'utf8'))).toMatchObject({ seqs: { pc: 1_000 } });
  expect((await readdir(folder)).filter((name) => name.startsWith('epoch'))).toEqual(['epoch.json']);
  await database.close();
});
