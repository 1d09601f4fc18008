import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CAMERA_ID, createBuyer, readStock, stockCameras } from './testing/apps/order-app.ts';
import { send } from './testing/clients/send.ts';
import { startServerProcess } from './testing/processes/server-process.ts';
import type { ServerProcess } from './testing/processes/server-process.ts';
import { openShopFolder, SHOP_PROCESS_ENV } from './testing/processes/shop-folder.ts';
import type { ShopFolder, SignedInBuyer } from './testing/processes/shop-folder.ts';

/** Files that the process may open in addition to those it has open. */
const ROOM = 12;
const CROWD = 60;
const PRODUCT = `/api/products/${CAMERA_ID}?shop=ayz`;

const canLimit = spawnSync('prlimit', ['--version']).status === 0;

let folder: ShopFolder;
let server: ServerProcess;
let agent: Agent;
let crowd: Socket[];

beforeEach(async () => {
  crowd = [];
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  folder = await openShopFolder();
  await stockCameras(folder, 5);
  server = startServerProcess(folder.dataDir, SHOP_PROCESS_ENV);
});
afterEach(async () => {
  for (const socket of crowd) socket.destroy();
  agent.destroy();
  await server.kill();
  await folder.close();
});

/** Sends a call through `agent`, which keeps its connection open; returns the status. */
function callOnKeptConnection(url: string, method: string, path: string, headers: object, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method, agent, headers: { ...headers, 'content-length': body.length } };
    const outgoing = request(url + path, options, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
    });
    outgoing.on('error', reject).end(body);
  });
}

/** Counts the files that an idle process has open. */
async function countOpenFiles(pid: string): Promise<number> {
  const count = (): number => readdirSync(`/proc/${pid}/fd`).length;
  let last: number;
  do {
    last = count();
    await delay(1_200);
  } while (count() !== last);
  return last;
}

/** Returns whether a new client is served. A server that can open no more files cuts it off or tells it to retry. */
const isServed = async (url: string): Promise<boolean> => {
  const reply = await send(url, PRODUCT).catch(() => undefined);
  if (reply) expect([200, 503]).toContain(reply.status);
  return reply?.status === 200;
};

it.skipIf(!canLimit)(
  `[fault 69] a process at its limit of open files serves connected clients, rejects others, and recovers${canLimit ? '' : ' (skipped: prlimit of util-linux is missing)'}`,
  async () => {
    const url = await server.url();
    const [{ sub, headers }] = (await folder.addBuyers(1)) as [SignedInBuyer];
    const read = () => callOnKeptConnection(url, 'GET', PRODUCT, headers);
    const change = (quantity: number): Promise<number> => {
      const line = { google_id: sub, product_id: CAMERA_ID, condition: 'good', quantity };
      const asJson = { ...headers, 'content-type': 'application/json' };
      return callOnKeptConnection(url, 'POST', '/api/cart', asJson, JSON.stringify(line));
    };
    expect([await read(), await change(1)]).toEqual([200, 200]);
    const pid = String(server.child.pid);
    const limit = (await countOpenFiles(pid)) + ROOM;
    expect(spawnSync('prlimit', ['--pid', pid, `--nofile=${limit}:${limit}`]).status).toBe(0);

    crowd = Array.from({ length: CROWD }, () => connect(Number(new URL(url).port), '127.0.0.1'));
    let turnedAway = 0;
    for (const socket of crowd) socket.on('error', () => undefined).on('close', () => (turnedAway += 1));
    await expect.poll(() => turnedAway).toBeGreaterThanOrEqual(CROWD / 2);
    expect(await isServed(url)).toBe(false);
    for (let quantity = 1; quantity <= 3; quantity += 1)
      expect([await read(), await change(quantity)]).toEqual([200, 200]);

    for (const socket of crowd) socket.destroy();
    await expect.poll(() => isServed(url)).toBe(true);
    await delay(100);
    const buyer = createBuyer(url, sub, headers);
    expect((await buyer.buy()).status).toBe(200);
    expect((await readStock(folder)).counters).toEqual({ available: 4, reserved: 1, sold: 0 });
    expect(server.child.exitCode).toBeNull();
  },
  60_000,
);
