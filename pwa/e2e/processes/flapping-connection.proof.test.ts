import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { createDevice } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';

/** Times are a tenth of the real ones, which the browser test uses at night (`chat-connection.spec.ts`). */
const SCALE = vi.hoisted(() => 10);
vi.mock(import('#contract/limits.ts'), async (importOriginal) => {
  const limits = await importOriginal();
  return {
    ...limits,
    REALTIME_MIN_DELAY_MS: limits.REALTIME_MIN_DELAY_MS / SCALE,
    REALTIME_MAX_DELAY_MS: limits.REALTIME_MAX_DELAY_MS / SCALE,
    REALTIME_CONNECT_TIMEOUT_MS: limits.REALTIME_CONNECT_TIMEOUT_MS / SCALE,
    REALTIME_PING_INTERVAL_MS: limits.REALTIME_PING_INTERVAL_MS / SCALE,
    REALTIME_PONG_TIMEOUT_MS: limits.REALTIME_PONG_TIMEOUT_MS / SCALE,
  } as typeof limits;
});

const FLAP_MS = 2_000 / SCALE;
const FLAPS = 30;
const MIN_DELAY_MS = 500 / SCALE;
const MAX_DELAY_MS = 5_000 / SCALE;
const MAX_SILENCE_MS = 60_000 / SCALE;
const PRODUCT = 7;
const CHAT = chatIdOf('demo-alice', PRODUCT);
const KNOWN = { product_id: PRODUCT, title: 'Phone', preview: '', placeholder: '', buyer_name: 'Alice' };

/** A side of the chat on its own device. */
interface Member {
  readonly data: UserData;
  readonly tab: Tab;
}

let app: TestApp;
let line: NetworkLink;
let devices: Device[];
let alice: Member;
let sam: Member;

beforeEach(async () => {
  devices = [];
  app = await startTestApp();
  const fields = { title: 'Phone', main_category: 'Phones', category: 'Used' };
  await app.context.products.saveProducts('ayz', [{ id: PRODUCT, fields }]);
  line = await openNetworkLink(app.url);
  alice = await openMember('alice', line.url);
  sam = await openMember('sam', app.url);
  await alice.data.chats.start(KNOWN);
  await expect.poll(() => sam.data.chats.list()).toHaveLength(1);
  await expect.poll(() => line.countSockets()).toBe(1);
});
afterEach(async () => {
  for (const device of devices) device.closeAll();
  await line.stop();
  await app.stop();
});

async function openMember(name: string, url: string): Promise<Member> {
  const device = createDevice(url);
  devices.push(device);
  const tab = device.openTab();
  await tab.engine.openShop('ayz');
  const result = await tab.engine.account.signIn(await createTestCredential(app, name));
  if (!result.ok) throw new Error(`Signing in came to ${JSON.stringify(result)}`);
  return { tab, data: device.openUserData(`demo-${name}`) };
}

const say = ({ data }: Member, content: string): Promise<void> => data.chats.send(CHAT, { content, photos: [] });
const read = async ({ data }: Member): Promise<string[]> =>
  (await data.chats.messages(CHAT, 1_000)).messages.map(({ content }) => content);
const from = (name: string, contents: readonly string[]): string[] =>
  contents.filter((content) => content.startsWith(name));

it('[fault 36] a flapping connection has one socket, pauses within limits, and no lost or duplicate message', async () => {
  line.mostSockets = 0;
  const first = line.attemptsAtMs.length;
  for (let flap = 0; flap < FLAPS; flap += 1) {
    line.isUp = flap % 2 === 1;
    if (!line.isUp) line.dropAll();
    await Promise.all([say(alice, `alice ${flap}`), say(sam, `sam ${flap}`)]);
    await sleep(FLAP_MS);
  }
  line.isUp = true;
  const attempts = line.attemptsAtMs.slice(first);
  const pauses = attempts.slice(1).map((atMs, place) => atMs - (attempts[place] ?? 0));
  expect(attempts.length).toBeGreaterThan(FLAPS / 4);
  // Timers may fire a little early, and the attempt's own time is not counted.
  expect(Math.min(...pauses)).toBeGreaterThan(MIN_DELAY_MS * 0.9);
  expect(line.mostSockets).toBe(1);

  await alice.tab.engine.account.syncAccount();
  const expected = (name: string): string[] => Array.from({ length: FLAPS }, (_, flap) => `${name} ${flap}`);
  for (const member of [alice, sam]) {
    await expect.poll(async () => (await read(member)).length).toBe(2 * FLAPS);
    const contents = await read(member);
    expect([from('alice', contents), from('sam', contents)]).toEqual([expected('alice'), expected('sam')]);
  }
  expect(await read(alice)).toEqual(await read(sam));
  const backMs = performance.now();
  line.cutSockets();
  await expect.poll(() => line.countSockets(), { interval: 10 }).toBe(1);
  expect(performance.now() - backMs).toBeLessThan(3 * MAX_DELAY_MS);
}, 60_000);

it('[fault 37] a silent connection is noticed and resumed at its cursor', async () => {
  await say(sam, 'sam before');
  await expect.poll(() => read(alice)).toEqual(['sam before']);
  line.silenceSockets();
  const silentMs = performance.now();
  await say(sam, 'sam meanwhile');
  const isLive = (): boolean | undefined => alice.tab.status('ayz')?.isLive;
  expect(isLive()).toBe(true);
  await expect.poll(isLive, { interval: 20 }).toBe(false);
  expect(performance.now() - silentMs).toBeLessThan(MAX_SILENCE_MS);
  // The poke was lost in the silence: the device pulls from its cursor once connected.
  await expect.poll(isLive).toBe(true);
  await expect.poll(() => read(alice)).toEqual(['sam before', 'sam meanwhile']);
  await say(sam, 'sam after');
  await expect.poll(() => read(alice)).toEqual(['sam before', 'sam meanwhile', 'sam after']);
}, 60_000);
