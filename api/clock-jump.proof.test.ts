import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuyer, readStock, stockCameras } from './testing/apps/order-app.ts';
import type { Buyer } from './testing/apps/order-app.ts';
import { json } from './testing/clients/send.ts';
import { ON_SQLITE } from './testing/databases/test-database.ts';
import { readCpuMs } from './testing/processes/cpu-time.ts';
import { FAKE_TIME_ENV, FAKE_TIME_MISSING } from './testing/processes/fake-time.ts';
import { startServerProcess } from './testing/processes/server-process.ts';
import type { ServerProcess } from './testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from './testing/processes/shop-folder.ts';
import type { ShopFolder, SignedInBuyer } from './testing/processes/shop-folder.ts';
import { signIn } from './testing/clients/sign-in.ts';

const reason = FAKE_TIME_MISSING ?? '';
const HOUR_S = 3_600;
/** Longer than the interval of the order jobs. */
const JOBS_MS = 4_000;
/** Largest share of a processor for a server that runs only its jobs; timers that fire without a pause would take all of one. */
const MAX_CPU_SHARE = 0.5;

let folder: ShopFolder;
let server: ServerProcess;
let buyer: Buyer;
let headers: SignedInBuyer['headers'];
let clockFile: string;

/** Shifts the server's wall clock by some seconds, as an administrator or a time server does. */
async function setClock(offsetS: number): Promise<void> {
  const next = `${clockFile}.next`;
  await writeFile(next, `${offsetS >= 0 ? '+' : ''}${offsetS}\n`);
  await rename(next, clockFile);
}

async function start(): Promise<void> {
  server = startServerProcess(folder.dataDir, {
    ...SHOP_PROCESS_ENV,
    ...FAKE_TIME_ENV,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    RESERVATION_MINUTES: '30',
    RESERVATION_GRACE_MINUTES: '1',
  });
  await server.url();
}

/** Lets jobs run on the new time; returns the share of a processor that the server takes meanwhile. */
async function letJobsRun(): Promise<number> {
  const pid = server.child.pid ?? 0;
  const beforeMs = await readCpuMs(pid);
  await delay(JOBS_MS);
  return ((await readCpuMs(pid)) - beforeMs) / JOBS_MS;
}

/** Sets the server's clock, and waits until the server shows the new time. */
async function jump(offsetS: number): Promise<void> {
  await setClock(offsetS);
  const isSet = async (): Promise<boolean> =>
    Math.abs((await readServerTime()) - Date.now() - offsetS * 1_000) < 60_000;
  await expect.poll(isSet).toBe(true);
}

/** Lists the change numbers of the orders (`clock`), in the order in which the orders were placed. */
async function listNumbers(): Promise<readonly number[]> {
  const rows = await folder.context.database.reader.selectFrom('purchase').select(['request_key', 'clock']).execute();
  const clocks = new Map(rows.map(({ request_key, clock }) => [request_key, clock]));
  return ['before', 'ahead', 'back'].map((key) => clocks.get(key) ?? Number.NaN);
}

/** Returns the server's time. */
async function readServerTime(): Promise<number> {
  const reply = await fetch(`${await server.url()}/healthz`);
  return Date.parse(reply.headers.get('date') ?? '');
}

describe.skipIf(reason !== '')(`the clock of the server${reason}`, { timeout: 60_000 }, () => {
  beforeEach(async () => {
    folder = await openShopFolder();
    clockFile = join(folder.dataDir, 'clock');
    await stockCameras(folder, 5);
    await setClock(0);
    await start();
    const [added] = (await folder.addBuyers(1)) as [SignedInBuyer];
    ({ headers } = added);
    buyer = createBuyer(await server.url(), added.sub, headers);
  });
  afterEach(async () => {
    await server.kill();
    await folder.close();
  });

  it('[fault 20] jumps by an hour and back by two: no order expires early, sessions and purchases work', async () => {
    const before = await buyer.buy(undefined, 'before');
    for (const [key, offsetS] of [
      ['ahead', HOUR_S],
      ['back', -HOUR_S],
    ] as const) {
      await jump(offsetS);
      expect((await buyer.buy(undefined, key)).status).toBe(200);
      expect(await letJobsRun()).toBeLessThan(MAX_CPU_SHARE);
    }
    expect((await buyer.orders()).map(({ payment_status }) => payment_status)).toEqual(Array(3).fill('waiting'));
    const numbers = await listNumbers();
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const held = { available: 2, reserved: 3, sold: 0 };
    expect(await readStock(folder)).toEqual({ counters: held, ledger: held });
    expect((await signIn({ url: await server.url() }, 'carol')).sub).toBe('demo-carol');
    // A repetition is recognized whatever the clock shows.
    expect(json(await buyer.buy(undefined, 'before'))).toEqual(json(before));
  });
  it.skipIf(ON_SQLITE)('[fault 20] does not matter on PostgreSQL, whose own time is stored and decides', async () => {
    const logIn = async (): Promise<number> =>
      (await buyer.call('POST', '/api/login', { password: 'a wrong password' })).status;
    for (let tries = 0; tries < 5; tries += 1) await logIn();
    expect(await logIn()).toBe(429);
    await server.kill();
    await setClock(HOUR_S);
    await start();
    buyer = createBuyer(await server.url(), buyer.sub, headers);
    expect((await buyer.buy(undefined, 'before')).status).toBe(200);
    expect(await logIn()).toBe(429);
    for (const [key, offsetS] of [
      ['ahead', 3 * HOUR_S],
      ['back', -HOUR_S],
    ] as const) {
      await setClock(offsetS);
      // Without a pause, so that the server does not read the database's clock in between.
      expect((await buyer.buy(undefined, key)).status).toBe(200);
      expect(await logIn()).toBe(429);
    }
    expect((await signIn({ url: await server.url() }, 'carol')).sub).toBe('demo-carol');
    const { reader } = folder.context.database;
    const stored = [
      ...(await reader.selectFrom('purchase').select('created_at as at').execute()),
      ...(await reader.selectFrom('session').select('created_at as at').execute()),
      ...(await reader.selectFrom('stock_move').select('at').execute()),
    ];
    expect(stored.length).toBeGreaterThanOrEqual(3 + 2 + 4);
    expect(stored.filter(({ at }) => Math.abs(at - Date.now()) > 120_000)).toEqual([]);
    const numbers = await listNumbers();
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
});
