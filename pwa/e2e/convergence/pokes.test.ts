import { once } from 'node:events';
import { WebSocket as ProgramSocket } from 'ws';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { createDevice, syncShop } from '../support/device.ts';
import type { Tab } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const { save, snapshotReady, pullAgain } = pc;

let tab: Tab;
/** Paths that the device has asked for. */
let requests: string[];
/** Calls of the device wait for this. */
let isReachable: Promise<void>;

beforeEach(async () => {
  // No random delay, so that an unwanted pull would begin at once.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  requests = [];
  isReachable = Promise.resolve();
  await save(1, 20);
  await snapshotReady(20);
  tab = pc.device.openTab(async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname.startsWith('/api/sync/')) requests.push(pathname);
    await isReachable;
    return fetch(input, init);
  });
  await syncShop(tab, 'pc');
  await tab.waitFor('pc', ({ isLive }) => isLive, 'the socket');
  // The pull that the opening of the socket causes is not counted.
  await pullAgain(tab, 'pc');
  requests = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const total = async (): Promise<number> => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total;

it('[PULL3] a poke about a change that the device has causes no call; one about a newer change causes one', async () => {
  const { bus, states } = pc.app.context;
  const { seq } = states.get('pc');
  for (const older of [seq - 1, seq])
    bus.publish({ type: 'products-changed', shop: 'pc', seq: older, epoch: states.epoch });
  await save(21, 1);
  await expect.poll(total).toBe(21);
  expect(requests.length, requests.join('\n')).toBe(1);
});

it('[PULL3] a poke of an unknown epoch causes a call, whatever its position', async () => {
  const { bus, states } = pc.app.context;
  bus.publish({ type: 'products-changed', shop: 'pc', seq: states.get('pc').seq - 1, epoch: 'restored' });
  await expect.poll(() => requests.length).toBe(1);
});

it('[PULL3] a change that a running pull brings along causes no second pull', async () => {
  const reachable = Promise.withResolvers<void>();
  isReachable = reachable.promise;
  await save(21, 1);
  await expect.poll(() => requests.length).toBe(1);
  const listener = new ProgramSocket(`${pc.app.url.replace('http', 'ws')}/realtime`, { origin: pc.app.url });
  await once(listener, 'open');
  const poked = once(listener, 'message');
  await save(22, 1);
  await poked;
  listener.close();
  reachable.resolve();
  await expect.poll(total).toBe(22);
  await save(23, 1);
  await expect.poll(total).toBe(23);
  expect(requests.length, requests.join('\n')).toBe(2);
});

it('[PULL3] a change of a shop is not missed while an older state of the shop is still on its way to the device', async () => {
  const { products } = pc.app.context;
  const rows = [1, 2].map((id) => ({ id, fields: { title: `Used ${id}`, main_category: 'Used', category: 'Used' } }));
  await products.saveProducts('ayz', rows.slice(0, 1));
  await pc.app.server.snapshots.build(['ayz']);
  const listener = new ProgramSocket(`${pc.app.url.replace('http', 'ws')}/realtime`, { origin: pc.app.url });
  await once(listener, 'open');
  const device = createDevice(pc.app.url);
  const second = device.openTab(async (input, init) => {
    const reply = await fetch(input, init);
    if (!String(input).includes('ayz=new')) return reply;
    const poked = once(listener, 'message');
    await products.saveProducts('ayz', rows.slice(1));
    await poked;
    // The device's socket gets the poke after the listener's.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return reply;
  });
  await second.waitFor('pc', ({ isLive }) => isLive, 'the socket');
  // The shop that is opened last is on the screen: its call asks for the other one as well.
  await Promise.all([syncShop(second, 'ayz'), syncShop(second, 'pc')]);
  await expect.poll(async () => (await second.engine.catalog.browse('ayz', EMPTY_BROWSE_STATE)).total).toBe(2);
  listener.close();
  device.closeAll();
});
