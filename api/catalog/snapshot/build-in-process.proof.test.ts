import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Manifest } from '#contract/http/catalog.ts';
import { buildSnapshotsHere } from '../../testing/build-snapshots-here.ts';
import { generateProducts, inBatches } from '../../testing/generate-products.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { buildInProcess } from './build-in-process.ts';
import type { BuildSnapshots, SnapshotMessage, SnapshotTask, StoreMessage } from './snapshot-build.ts';

const PRODUCTS = 6_000;
/** More changes than a snapshot of these products may lag behind. */
const CHANGES = 200;

/** Only the tests start builds. */
const NEVER = { settleMs: 1e9, quietMs: 1e9, longestBurstMs: 1e9 };

let app: TestApp;
/** The process that was started last. */
let child: ChildProcess;
/** Called before each block or snapshot of the app's builds is stored. */
let beforeStoring: () => void;
const onStart = (message: unknown): void => {
  child = (message as { process: ChildProcess }).process;
};
beforeEach(async () => {
  subscribe('child_process', onStart);
  beforeStoring = () => undefined;
  app = await startTestApp({
    buildSnapshots: (task, store) =>
      buildInProcess(task, (message) => {
        beforeStoring();
        return store(message);
      }),
    snapshotTimes: NEVER,
  });
  // Builds the snapshots that the start finds missing.
  await app.server.snapshots.build();
});
afterEach(async () => {
  await app.stop();
  unsubscribe('child_process', onStart);
});

const fill = async (): Promise<void> => {
  for (const batch of inBatches(generateProducts(PRODUCTS), 1_000))
    await app.context.products.saveProducts('pc', batch);
};
const change = (price: string) =>
  app.context.products.saveProducts(
    'pc',
    Array.from({ length: CHANGES }, (_, index) => ({ id: 1 + index, fields: { price } })),
  );
const readManifest = async (): Promise<Manifest> =>
  (await (await fetch(`${app.url}/api/sync/pc/manifest`)).json()) as Manifest;
const makeTask = (): SnapshotTask => ({
  source: app.context.database.source,
  due: [{ shop: 'pc', renewal: 'all' }],
  cardsBlockRows: 500,
  quickFromRows: 0,
});
const drop: StoreMessage = () => Promise.resolve();
const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;

/** Runs a build to its end; returns what is to be stored. */
async function collect(build: BuildSnapshots): Promise<SnapshotMessage[]> {
  const messages: SnapshotMessage[] = [];
  await build(makeTask(), async (message) => void messages.push(message)).done;
  return messages;
}

it('a build in a process has the same bytes as a build on the calling thread', async () => {
  await fill();
  const here = await collect(buildSnapshotsHere);
  expect(here.length).toBeGreaterThan(15);
  const byProcess = await collect(buildInProcess);
  expect(byProcess).toEqual(here);
  expect(hasEnded()).toBe(true);
});

it('[R11] a renewal that is killed leaves the previous snapshot in place, and the next renewal succeeds', async () => {
  await fill();
  await app.server.snapshots.build(['pc']);
  const before = await readManifest();
  await change('77');
  beforeStoring = () => child.kill('SIGKILL');
  await expect(app.server.snapshots.build(['pc'])).rejects.toThrow('SIGKILL');
  expect(await readManifest()).toEqual(before);

  beforeStoring = () => undefined;
  await app.server.snapshots.build(['pc']);
  const { seq, rows } = await readManifest();
  expect([seq, rows]).toEqual([app.context.states.get('pc').seq, PRODUCTS]);
});

it.for([0, 150, 400])('a build that is stopped after %i ms ends its process and does not fail', async (ms) => {
  await fill();
  const build = buildInProcess(makeTask(), drop);
  await new Promise((resolve) => setTimeout(resolve, ms));
  await build.stop();
  expect(hasEnded()).toBe(true);
  await build.done;
});

it('a block that cannot be stored ends the process and fails the build', async () => {
  await fill();
  const build = buildInProcess(makeTask(), () => Promise.reject(new Error('no room')));
  await expect(build.done).rejects.toThrow('no room');
  expect(hasEnded()).toBe(true);
});

it('an error in the process fails the build', async () => {
  const file = join(app.context.config.dataDir, 'no-database');
  await writeFile(file, 'x'.repeat(10_000));
  const build = buildInProcess({ ...makeTask(), source: { engine: 'sqlite', file } }, drop);
  await expect(build.done).rejects.toThrow('file is not a database');
});

it('signals to the whole process group do not end a build; only the server ends it', async () => {
  await fill();
  let count = 0;
  const build = buildInProcess(makeTask(), async () => {
    if (count++ > 0) return;
    child.kill('SIGINT');
    child.kill('SIGTERM');
  });
  await build.done;
  expect(count).toBeGreaterThan(15);
});

it('the process ends when the server was killed', async () => {
  await fill();
  // A server that ends closes its side of the channel.
  buildInProcess(makeTask(), async () => child.disconnect());
  expect(await once(child, 'exit')).toEqual([1, null]);
});
