import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { HttpProxy } from '#api/testing/network/http-proxy.ts';
import { createDevice, syncShop } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const OLD_PRODUCTS = 30;
const isNight = process.env['NIGHT'] === '1';
/** Bytes between two cuts. */
const STEP = isNight ? 1 : 23;

const pc = usePcShop();
let line: NetworkLink;
let proxy: HttpProxy;
let devices: Device[];

beforeEach(async () => {
  devices = [];
  await pc.save(1, OLD_PRODUCTS);
  await pc.snapshotReady(OLD_PRODUCTS);
  line = await openNetworkLink(pc.app.url);
  proxy = await startHttpProxy(pc.app.url);
});
afterEach(async () => {
  for (const device of devices) device.closeAll();
  await line.stop();
  await proxy.stop();
});

const openTab = (url: string): Tab => {
  const device = createDevice(url);
  devices.push(device);
  return device.openTab();
};
const countOf = async (tab: Tab): Promise<number> => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total;

/** Pulls once and waits for its end, successful or not. */
async function pullOnce(tab: Tab): Promise<void> {
  const from = tab.events.length;
  await tab.engine.refresh();
  const hasEnded = (): boolean => {
    const pulls = tab.events.slice(from).flatMap((event) => {
      return event.type === 'status' && event.status.shop === 'pc' ? [event.status.isPulling] : [];
    });
    return pulls.includes(true) && pulls.at(-1) === false;
  };
  await expect.poll(hasEnded, { interval: 2 }).toBe(true);
}

it(`[fault 39] a reply cut at any byte changes no data (${isNight ? 'each byte' : `each ${STEP}th, at night each`})`, async () => {
  const tab = openTab(line.url);
  await syncShop(tab, 'pc');
  const before = await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE);
  line.cutAtByte = 0;
  line.dropAll();
  await pc.save(OLD_PRODUCTS + 1, 3);
  let cuts = 0;
  for (let at = 0; ; at += STEP) {
    line.cutAtByte = at;
    const cutsBefore = line.byteCuts;
    await pullOnce(tab);
    if (line.byteCuts === cutsBefore) break;
    cuts += 1;
    expect(await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).toEqual(before);
    expect(tab.status('pc')?.problem).not.toBeNull();
  }
  expect(cuts * STEP).toBeGreaterThan(500);

  line.cutAtByte = undefined;
  await pc.pullAgain(tab, 'pc');
  expect(await countOf(tab)).toBe(OLD_PRODUCTS + 3);
  await pc.expectInSync(tab, 'pc');
}, 600_000);

it('[fault 39] compressed blocks that are damaged or truncated are never stored and are fetched again', async () => {
  const old = openTab(proxy.url);
  await syncShop(old, 'pc');
  const faults = ['damage', 'cut', 'damage', 'cut', 'damage', 'drop'] as const;
  let broken = 0;
  proxy.fault = (path) => (path.startsWith('/api/sync/blocks/') ? faults[broken++] : undefined);
  const fresh = openTab(proxy.url);
  await fresh.engine.openShop('pc');
  // Retrying by hand ignores the pause between two attempts.
  const tryAgain = async (): Promise<number> => {
    await fresh.engine.refresh();
    return broken;
  };
  await expect.poll(tryAgain, { interval: 200 }).toBeGreaterThanOrEqual(faults.length);
  await syncShop(fresh, 'pc');
  expect(await countOf(old)).toBe(OLD_PRODUCTS);
  await pc.expectInSync(fresh, 'pc');
  await pc.expectInSync(old, 'pc');
}, 60_000);
