import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CAMERA_ID, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json, send } from '../testing/clients/send.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { fileOf } from './database-source.ts';
import { WRITE_LOCK } from '../nodes/postgres/postgres-driver.ts';

const LOCK_HOLDER = join(import.meta.dirname, '..', 'testing', 'processes', 'lock-holder.ts');
const MAX_BLOCKED_MS = 250;
/** If SQLite itself waited for the lock, it would block the event loop for longer; a busy machine blocks it for less. */
const OWN_WAIT_MS = 3_000;
const READS = 40;
/** A unit on PostgreSQL is repeated once when it has waited in vain for five seconds. */
const MAX_REJECTION_MS = 20_000;

let app: TestApp;
let alice: Buyer;
let endHolder: (() => Promise<unknown>) | undefined;

beforeEach(async () => {
  app = await startOrderApp(5);
  alice = await signInBuyer(app, 'alice');
});
afterEach(async () => {
  await endHolder?.();
  endHolder = undefined;
  await app.stop();
});

/** Makes another program take the write lock; the returned function releases it. */
const lockFromOutside = (): Promise<() => Promise<unknown>> => {
  const { database } = app.context.config;
  return database.engine === 'postgres' ? lockServer(database.url) : lockFile(fileOf(database));
};

async function lockFile(file: string): Promise<() => Promise<unknown>> {
  const holder = spawn(process.execPath, [LOCK_HOLDER, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  endHolder = async () => holder.kill('SIGKILL');
  await once(holder.stdout, 'data');
  return async () => {
    holder.stdin.end();
    await once(holder, 'exit');
  };
}

async function lockServer(url: string): Promise<() => Promise<unknown>> {
  const holder = new pg.Client({ connectionString: url });
  endHolder = () => holder.end();
  await holder.connect();
  const takeLock = `select pg_advisory_lock(${WRITE_LOCK})`;
  await holder.query(takeLock);
  return () => holder.query('select pg_advisory_unlock_all()');
}

it('[fault 29] a database that stays locked: writes are retried later, reads and the event loop go on', async () => {
  const unlock = await lockFromOutside();
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const startMs = performance.now();
  const buying = alice.buy(undefined, 'key-1');
  for (let read = 0; read < READS; read += 1) {
    expect((await send(app.url, `/api/products/${CAMERA_ID}?shop=ayz`)).status).toBe(200);
    expect((await alice.call('GET', `/api/cart/${alice.sub}`)).status).toBe(200);
    await delay(100);
  }
  const rejected = await buying;
  const tookMs = performance.now() - startMs;
  loop.disable();
  const { status, headers } = rejected;
  expect([status, json(rejected)['code'], json(rejected)['error'], headers['retry-after']]).toEqual([
    503,
    'not-ready',
    'The database is busy.',
    '2',
  ]);
  expect(tookMs).toBeGreaterThan(4_900);
  expect(tookMs).toBeLessThan(MAX_REJECTION_MS);
  expect(loop.percentile(99) / 1e6).toBeLessThan(MAX_BLOCKED_MS);
  expect(loop.max / 1e6).toBeLessThan(OWN_WAIT_MS);

  await unlock();
  expect((await alice.buy(undefined, 'key-1')).status).toBe(200);
  const held = { available: 4, reserved: 1, sold: 0 };
  expect(await readStock(app)).toEqual({ counters: held, ledger: held });
});
