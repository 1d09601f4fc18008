import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { epochOf, POSITION_HEADER, UNKNOWN_POSITION } from '#contract/http/data-position.ts';
import { stockCameras } from '../apps/order-app.ts';
import { send } from '../clients/send.ts';
import { signInAdmin } from '../clients/sign-in.ts';
import { TapDevice } from '../clients/tap-device.ts';
import { POSTGRES_MISSING } from '../databases/postgres-server.ts';
import { REDIS_MISSING } from '../databases/redis-server.ts';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';

const PRODUCT = 1;
const LAMP = { title: 'Lamp', main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;
const LISTS_MS = 10_000;

describe.each([
  ['Valkey', REDIS_MISSING],
  ['the database', undefined],
] as const)('[R6] a database put back to a copy under three nodes, events carried by %s', (carrier, redisMissing) => {
  const missing = POSTGRES_MISSING ?? redisMissing;
  if (missing !== undefined) {
    it.skip(`was not tested: ${missing}`);
    return;
  }
  let cluster: Cluster;
  /** The device under test, and others. */
  let device: TapDevice;
  let others: TapDevice[];
  let nextId = 10;

  beforeAll(async () => {
    cluster = await startCluster({ nodes: 3, hasRedis: carrier === 'Valkey' });
    await stockCameras(cluster, 10_000, PRODUCT);
    const buyers = await cluster.addBuyers(4);
    const devices = buyers.map(({ sub, headers }) => new TapDevice(sub, headers, PRODUCT));
    device = devices[0] as TapDevice;
    others = devices.slice(1);
  }, 120_000);
  afterAll(() => cluster.stop());

  const urlOf = (node: number): string => cluster.nodes[node % 3]?.url ?? '';
  /** Repeats the exchange of a device until the node has its database again. */
  const exchange = async (one: TapDevice, node: number): Promise<void> => {
    await expect.poll(() => one.exchange(urlOf(node)).then(() => true, String)).toBe(true);
  };
  const tap = async (one: TapDevice, node: number, taps: number): Promise<void> => {
    for (let count = 0; count < taps; count++) {
      one.tap();
      await exchange(one, node);
    }
  };
  const settle = async (): Promise<void> => {
    // The exchange of one device may begin an epoch; the other devices learn of it at their next exchange.
    for (let round = 0; round < 2; round++)
      for (const [node, one] of [device, ...others].entries()) await exchange(one, node);
  };
  const readCarts = () =>
    cluster.context.database.reader.selectFrom('cart_line').select(['sub', 'quantity']).orderBy('sub').execute();
  const expectEqual = async (): Promise<void> => {
    const all = [device, ...others];
    expect((await readCarts()).map(({ quantity }) => quantity)).toEqual(all.map(({ taps }) => taps));
    for (const one of all) expect(one.lines.map(({ quantity }) => quantity)).toEqual([one.taps]);
  };
  const listAt = async (node: number) => (await send(urlOf(node), '/api/sync/pc/browse')).body.toString();
  const save = (title: string) =>
    cluster.context.products.saveProducts('pc', [{ id: (nextId += 1), fields: { ...LAMP, title } }]);
  const waitForLists = async (test: (list: string) => boolean): Promise<void> => {
    for (const node of [0, 1, 2]) {
      await expect.poll(async () => test(await listAt(node)), { timeout: LISTS_MS, interval: 100 }).toBe(true);
    }
  };

  /** Copies the database while devices and server agree, makes further changes, and puts the copy back: the further changes are lost. */
  const loseSome = async (lost: string): Promise<void> => {
    await tap(device, 0, 2);
    for (const [index, other] of others.entries()) await tap(other, index, 1);
    const copy = await cluster.postgres.copy();
    await tap(device, 1, 2);
    await tap(others[0] as TapDevice, 2, 1);
    await save(lost);
    await waitForLists((list) => list.includes(lost));
    await cluster.postgres.putBack(copy);
  };

  it('loses no tap and duplicates none when the device is the first to call, and lists are correct', async () => {
    await save('Kept');
    await loseSome('Lost A');
    const startMs = performance.now();
    await exchange(device, 0);
    await waitForLists((list) => !list.includes('Lost A') && list.includes('Kept'));
    expect(performance.now() - startMs).toBeLessThan(LISTS_MS);
    await settle();
    await expectEqual();
  }, 120_000);

  it('loses no tap and duplicates none when others write first, beyond the lost numbers, and lists are correct', async () => {
    await loseSome('Lost B');
    // Enough for every counter to pass the numbers that were lost.
    for (let turn = 0; turn < 4; turn++) await tap(others[1] as TapDevice, turn, 1);
    for (const turn of [1, 2]) await save(`Later ${turn}`);
    await waitForLists((list) => !list.includes('Lost B') && list.includes('Later 2'));
    await settle();
    await expectEqual();
  }, 120_000);

  it('accepts no write of an administrator’s device at a position that it has lost, and names the new epoch', async () => {
    const { authorization } = await signInAdmin(cluster);
    const known = async (node: number, position: string, method = 'GET') => {
      const headers = { authorization, [POSITION_HEADER]: position, 'content-type': 'application/json' };
      const [path, body] =
        method === 'GET' ? ['/api/administrators/me'] : ['/api/admin-purchases/exports', JSON.stringify({ count: 1 })];
      const reply = await send(urlOf(node), path, { method, headers, ...(body !== undefined && { body }) });
      return { status: reply.status, position: String(reply.headers[POSITION_HEADER]) };
    };
    const copy = await cluster.postgres.copy();
    await save('Lost D');
    const { position } = await known(0, UNKNOWN_POSITION);
    expect(await known(1, position, 'POST')).toMatchObject({ status: 204 });
    await cluster.postgres.putBack(copy);
    await expect.poll(async () => (await known(1, position, 'POST')).status).toBe(400);
    const now = await known(2, position);
    expect(epochOf(now.position)).not.toBe(epochOf(position));
    expect(await known(0, now.position, 'POST')).toMatchObject({ status: 204 });
  }, 120_000);

  it('loses no tap and duplicates none when it is put back twice within a minute while devices tap', async () => {
    const copy = await cluster.postgres.copy();
    const over = new AbortController();
    const busy = [device, ...others].map(async (one, node) => {
      while (!over.signal.aborted) {
        // A cart line holds at most 99 units. While the database is away, calls fail fast, and unlimited taps would exceed that.
        if (one.taps < 90) one.tap();
        await one.exchange(urlOf(node)).catch(() => undefined);
        await delay(20);
      }
    });
    const epochs = [device.epoch];
    for (const round of [1, 2]) {
      await delay(1_500);
      // On a slow machine, taps that are sent again hold their locks for longer than a write waits. The save then fails and is tried again.
      await expect.poll(() => save(`Lost C${round}`).then(() => true, String), { timeout: 60_000 }).toBe(true);
      await cluster.postgres.putBack(copy);
      await expect.poll(() => epochs.includes(device.epoch)).toBe(false);
      epochs.push(device.epoch);
    }
    await delay(1_500);
    over.abort();
    await Promise.all(busy);
    await waitForLists((list) => !list.includes('Lost C'));
    await settle();
    await expectEqual();
  }, 120_000);
});
