import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuyer, readStock, stockCameras } from './testing/apps/order-app.ts';
import type { Buyer } from './testing/apps/order-app.ts';
import { json } from './testing/clients/send.ts';
import { startServerProcess } from './testing/processes/server-process.ts';
import type { ServerProcess } from './testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from './testing/processes/shop-folder.ts';
import type { ShopFolder, SignedInBuyer } from './testing/processes/shop-folder.ts';
import { signIn } from './testing/clients/sign-in.ts';

/** Debian installs it among the libraries of the machine's architecture. */
const LIBRARY = spawnSync('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null']).stdout.toString().trim();
const hasLibrary = LIBRARY !== '' && existsSync(LIBRARY);
const reason = hasLibrary ? '' : ' (skipped: the package faketime is not installed)';
const HOUR_S = 3_600;
/** Longer than the interval of the order jobs. */
const JOBS_MS = 4_000;

let folder: ShopFolder;
let server: ServerProcess;
let buyer: Buyer;
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
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    RESERVATION_MINUTES: '30',
    RESERVATION_GRACE_MINUTES: '1',
  });
  await server.url();
}

/** Returns the server's time. */
async function readServerTime(): Promise<number> {
  const reply = await fetch(`${await server.url()}/healthz`);
  return Date.parse(reply.headers.get('date') ?? '');
}

describe.skipIf(!hasLibrary)(`the clock of the server${reason}`, { timeout: 60_000 }, () => {
  beforeEach(async () => {
    folder = await openShopFolder();
    clockFile = join(folder.dataDir, 'clock');
    await stockCameras(folder, 5);
    await setClock(0);
    await start();
    const [{ sub, headers }] = (await folder.addBuyers(1)) as [SignedInBuyer];
    buyer = createBuyer(await server.url(), sub, headers);
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
      await setClock(offsetS);
      const isSet = async (): Promise<boolean> =>
        Math.abs((await readServerTime()) - Date.now() - offsetS * 1_000) < 60_000;
      await expect.poll(isSet).toBe(true);
      expect((await buyer.buy(undefined, key)).status).toBe(200);
      await delay(JOBS_MS);
    }
    expect((await buyer.orders()).map(({ payment_status }) => payment_status)).toEqual(Array(3).fill('waiting'));
    const held = { available: 2, reserved: 3, sold: 0 };
    expect(await readStock(folder)).toEqual({ counters: held, ledger: held });
    expect((await signIn({ url: await server.url() }, 'carol')).sub).toBe('demo-carol');
    // A repetition is recognized whatever the clock shows.
    expect(json(await buyer.buy(undefined, 'before'))).toEqual(json(before));
  });
});
