import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import type { SyncStatus } from '#sync/api/engine-api.ts';
import { createDevice } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';

/** Times are a tenth of the real ones, except the pause between two pulls: no pull may notice the server's absence. */
const SCALE = vi.hoisted(() => 10);
vi.mock(import('#contract/limits.ts'), async (importOriginal) => {
  const limits = await importOriginal();
  const scaled = Object.entries(limits).filter(([name]) => /^(REALTIME|PROBE)_\w+_MS$/.test(name));
  return { ...limits, ...Object.fromEntries(scaled.map(([name, ms]) => [name, Number(ms) / SCALE])) } as typeof limits;
});

const SHOP = 'pc';
const NOTICED_WITHIN_MS = 35_000 / SCALE;
/** A new socket starts another pull, at most a second after the previous one began. */
const LAST_PULL_MS = 1_200;

let app: TestApp;
let line: NetworkLink;
let device: Device;
let tab: Tab;

beforeEach(async () => {
  app = await startTestApp();
  line = await openNetworkLink(app.url);
  device = createDevice(line.url);
  tab = device.openTab();
  await tab.engine.openShop(SHOP);
  await tab.waitFor(SHOP, ({ isLive }) => isLive, 'a socket');
  const liveAtMs = Date.now();
  const isAtRest = ({ isPulling, lastPulledAtMs }: SyncStatus): boolean =>
    !isPulling && Date.now() - Math.max(lastPulledAtMs ?? Infinity, liveAtMs) > LAST_PULL_MS;
  await tab.waitFor(SHOP, isAtRest, 'the pull that follows a new socket');
});
afterEach(async () => {
  device.closeAll();
  await line.stop();
  await app.stop();
});

it.each([
  [
    'is killed',
    () => {
      line.isUp = false;
      line.dropAll();
    },
  ],
  [
    'falls silent',
    () => {
      line.isSilent = true;
      line.silenceAll();
    },
  ],
])('RT7: a page notices within 35 s that its server %s, and that it is back', async (_what, leave) => {
  leave();
  await expect.poll(() => tab.status(SHOP)?.problem, { timeout: NOTICED_WITHIN_MS }).toBe('unreachable');
  line.isUp = true;
  line.isSilent = false;
  await expect.poll(() => tab.status(SHOP)?.problem).toBeNull();
});

it('RT7: a socket that is lost while its server answers is not taken for a lost server', async () => {
  line.cutSockets();
  await expect.poll(() => tab.status(SHOP)?.isLive).toBe(false);
  await tab.waitFor(SHOP, ({ isLive }) => isLive, 'a new socket');
  expect(tab.events.filter((event) => event.type === 'status' && event.status.problem !== null)).toEqual([]);
});
