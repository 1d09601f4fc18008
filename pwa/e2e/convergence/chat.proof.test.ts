import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { createAppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import { createRandom } from '#api/testing/random.ts';
import { startServerProcess, UNLIMITED_SERVER } from '#api/testing/processes/server-process.ts';
import type { ServerProcess } from '#api/testing/processes/server-process.ts';
import { createTestCredential } from '#api/testing/clients/sign-in.ts';
import type { MessageView, UserData } from '#sync/api/account-api.ts';
import { createDevice } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';

const isNight = process.env['NIGHT'] === '1';
/** Messages of each side. */
const MESSAGES = isNight ? 500 : 150;
const STEPS = isNight ? 100 : 30;
const SERVER_KILLS = 5;
const BROWSER_KILLS = 2;
/** Number of messages per photo. */
const PHOTO_EVERY = 50;
const PRODUCT = 7;
const KNOWN = { product_id: PRODUCT, title: 'Phone', preview: '', placeholder: '', buyer_name: 'Alice' };
const CHAT = chatIdOf('demo-alice', PRODUCT);

let dataDir: string;
let server: ServerProcess;
let url: string;
let image: Blob;
const members: Member[] = [];

const startServer = async (): Promise<void> => {
  server = startServerProcess(dataDir, { DEMO: '1', ...(url && { PORT: new URL(url).port }) }, UNLIMITED_SERVER);
  url = await server.url();
};

beforeEach(async () => {
  url = '';
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-chats-'));
  const context = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  const fields = { title: 'Phone', main_category: 'Phones', category: 'Used' };
  await context.products.saveProducts('ayz', [{ id: PRODUCT, fields }]);
  await context.close();
  await startServer();
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'lime' } })
    .jpeg()
    .toBuffer();
  image = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
});
afterEach(async () => {
  for (const { device } of members.splice(0)) device.closeAll();
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** A side of the chat on its own device, over a link that loses calls and replies. */
class Member {
  readonly sub: string;
  readonly device: Device;
  readonly data: UserData;
  readonly #random = createRandom(11);
  lossRate = 0;
  #tab: Tab;
  #said = 0;

  private constructor(sub: string, device: Device) {
    this.sub = sub;
    this.device = device;
    this.#tab = this.#open();
    this.data = device.openUserData(sub);
  }

  static async signIn(name: string): Promise<Member> {
    const member = new Member(`demo-${name}`, createDevice(url));
    members.push(member);
    const result = await member.#tab.engine.account.signIn(await createTestCredential({ url }, name));
    if (!result.ok) throw new Error(`Signing in came to ${JSON.stringify(result)}`);
    return member;
  }

  get engine(): Tab['engine'] {
    return this.#tab.engine;
  }

  get said(): number {
    return this.#said;
  }

  get events(): Tab['events'] {
    return this.#tab.events;
  }

  async say(): Promise<void> {
    this.#said += 1;
    const photos = this.#said % PHOTO_EVERY === 0 ? [await this.data.chats.addPhoto(CHAT, image)] : [];
    await this.data.chats.send(CHAT, { content: `${this.sub} says ${this.#said}`, photos });
  }

  /** Kills and reopens the browser. */
  async restart(): Promise<void> {
    this.#tab.close();
    this.#tab = this.#open();
    await this.engine.account.setUser(this.sub);
  }

  async look(): Promise<readonly MessageView[]> {
    return (await this.data.chats.messages(CHAT, 10_000)).messages;
  }

  /** Reads the whole chat, oldest first. */
  async lookAtAll(): Promise<readonly MessageView[]> {
    for (let round = 0; round < 20 && (await this.data.chats.messages(CHAT, 10_000)).older !== 'none'; round++)
      await this.engine.account.loadOlderMessages(CHAT);
    return this.look();
  }

  #open(): Tab {
    return this.device.openTab(async (input, init) => {
      if (this.#random() < this.lossRate) throw new TypeError('lost');
      const response = await fetch(input, init);
      if (this.#random() < this.lossRate) throw new TypeError('cut');
      return response;
    });
  }
}

const contents = (messages: readonly MessageView[]): string[] => messages.map(({ content }) => content);
const unreadOf = async ({ data }: Member): Promise<number | undefined> => (await data.chats.find(CHAT))?.unread_count;

describe('[CHAT11] a chat on the real server', () => {
  it(`is equal on both devices after ${2 * MESSAGES} messages, cut links and killed servers and browsers`, async () => {
    const [alice, sam] = [await Member.signIn('alice'), await Member.signIn('sam')];
    await alice.data.chats.start(KNOWN);
    await expect.poll(() => sam.data.chats.list()).toHaveLength(1);
    const random = createRandom(5);
    alice.lossRate = 0.03;
    sam.lossRate = 0.03;
    for (let step = 1; step <= STEPS; step++) {
      for (const member of [alice, sam]) while (member.said < Math.floor((MESSAGES * step) / STEPS)) await member.say();
      if (step % (STEPS / SERVER_KILLS) === 0) {
        await server.kill();
        await startServer();
      }
      if (step % Math.floor(STEPS / (BROWSER_KILLS + 1)) === 0) await alice.restart();
      (random() < 0.5 ? alice : sam).device.cutSockets();
      await new Promise((resolve) => setTimeout(resolve, random() * 100));
      for (const member of [alice, sam]) {
        const ids = (await member.look()).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
    alice.lossRate = 0;
    sam.lossRate = 0;
    await Promise.all([alice.engine.account.syncAccount(), sam.engine.account.syncAccount()]);
    for (const { data } of [alice, sam]) await expect.poll(() => data.outbox(), { timeout: 120_000 }).toEqual([]);
    const placesOf = async (member: Member): Promise<(number | null)[]> =>
      (await member.lookAtAll()).map(({ seq }) => seq);
    const all = Array.from({ length: 2 * MESSAGES }, (_, place) => place + 1);
    for (const member of [alice, sam]) await expect.poll(() => placesOf(member)).toEqual(all);
    const [mine, theirs] = [await alice.look(), await sam.look()];
    expect(mine.map(({ id, content, images }) => [id, content, images])).toEqual(
      theirs.map(({ id, content, images }) => [id, content, images]),
    );
    for (const { sub } of [alice, sam])
      expect(contents(mine).filter((content) => content.startsWith(sub))).toEqual(
        Array.from({ length: MESSAGES }, (_, n) => `${sub} says ${n + 1}`),
      );
    expect(mine.flatMap(({ images }) => images).length).toBe((2 * MESSAGES) / PHOTO_EVERY);

    expect([await unreadOf(alice), await unreadOf(sam)]).toEqual([MESSAGES, MESSAGES]);
    await alice.data.chats.markRead(CHAT, MESSAGES);
    const unread = mine.filter(({ seq, sender_google_id }) => (seq ?? 0) > MESSAGES && sender_google_id === sam.sub);
    expect(await unreadOf(alice)).toBe(unread.length);
    await expect.poll(() => alice.data.outbox()).toEqual([]);
    expect(await unreadOf(alice)).toBe(unread.length);
    await alice.data.chats.markRead(CHAT, 2 * MESSAGES);
    const isRead = async (): Promise<boolean> =>
      (await sam.look()).every(({ state, sender_google_id }) => sender_google_id !== sam.sub || state === 'read');
    await expect.poll(isRead).toBe(true);
  }, 400_000);

  it('delivers a message with a photo, written offline before a restart, once', async () => {
    const [alice, sam] = [await Member.signIn('alice'), await Member.signIn('sam')];
    alice.lossRate = 1;
    await alice.data.chats.start(KNOWN);
    const path = await alice.data.chats.addPhoto(CHAT, image);
    await alice.data.chats.send(CHAT, { content: 'Look', photos: [path] });
    await alice.data.chats.send(CHAT, { content: 'Well?', photos: [] });
    await alice.restart();
    expect(contents(await alice.look())).toEqual(['Look', 'Well?']);
    expect(await (await alice.data.chats.photo(path))?.bytes()).toEqual(await image.bytes());
    alice.lossRate = 0;
    await alice.restart();
    await expect.poll(async () => contents(await sam.look())).toEqual(['Look', 'Well?']);
    expect(await alice.data.outbox()).toEqual([]);
    expect(await sam.data.chats.photo(path)).toBeUndefined();
    expect(await sam.engine.account.loadPhoto(path)).toEqual({ ok: true, value: undefined });
    expect((await sam.data.chats.photo(path))?.type).toBe('image/webp');
  }, 60_000);

  it('keeps messages of an ended session, and deletes everything at sign-out', async () => {
    const alice = await Member.signIn('alice');
    await alice.data.chats.start(KNOWN);
    await expect.poll(() => alice.data.outbox()).toEqual([]);
    const session = new Map(alice.device.cookies);
    alice.device.cookies.clear();
    await alice.data.chats.send(CHAT, { content: 'Look', photos: [await alice.data.chats.addPhoto(CHAT, image)] });
    await expect.poll(async () => (await alice.data.state()).needsSignIn).toBe(true);
    expect(await alice.look()).toMatchObject([{ content: 'Look', state: 'waiting' }]);
    for (const [name, value] of session) alice.device.cookies.set(name, value);
    await alice.engine.account.syncAccount();
    await expect.poll(() => alice.look()).toMatchObject([{ content: 'Look', state: 'sent' }]);
    await alice.data.chats.saveDraft(CHAT, { content: 'Half a', photos: [] });
    await alice.engine.account.signOut(alice.sub);
    const next = alice.device.openUserData(alice.sub);
    expect(await next.chats.list()).toEqual([]);
    expect(await next.chats.draft(CHAT)).toEqual({ content: '', photos: [] });
    expect(await next.chats.messages(CHAT, 10)).toEqual({ messages: [], older: 'none' });
  }, 60_000);

  it('loads a photo and older messages that a page requests before it has set its user', async () => {
    const [alice, sam] = [await Member.signIn('alice'), await Member.signIn('sam')];
    await alice.data.chats.start(KNOWN);
    const path = await alice.data.chats.addPhoto(CHAT, image);
    await alice.data.chats.send(CHAT, { content: '', photos: [path] });
    await expect.poll(() => sam.look()).toHaveLength(1);
    const early = sam.device.openTab();
    const asked = [early.engine.account.loadPhoto(path), early.engine.account.loadOlderMessages(CHAT)];
    await early.engine.account.setUser(sam.sub);
    expect(await Promise.all(asked)).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: { hasOlder: false } },
    ]);
    expect((await sam.data.chats.photo(path))?.type).toBe('image/webp');
  }, 60_000);

  it('shows in every other tab who types, and when they stop', async () => {
    const [alice, sam] = [await Member.signIn('alice'), await Member.signIn('sam')];
    await alice.data.chats.start(KNOWN);
    await expect.poll(() => sam.data.chats.list()).toHaveLength(1);
    const follower = sam.device.openTab();
    await follower.engine.account.setUser(sam.sub);
    const typed = (events: Tab['events']) => events.filter(({ type }) => type === 'typing');
    await expect
      .poll(
        async () => {
          await alice.engine.account.setTyping(CHAT, true);
          return typed(follower.events).length;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBe(1);
    const begun = { type: 'typing', chatId: CHAT, userId: alice.sub, isTyping: true };
    expect(typed(sam.events)).toEqual([begun]);
    await alice.engine.account.setTyping(CHAT, false);
    await expect.poll(() => typed(follower.events)).toEqual([begun, { ...begun, isTyping: false }]);
    await follower.engine.account.setTyping(CHAT, true);
    await expect.poll(() => typed(alice.events)).toMatchObject([{ userId: sam.sub, isTyping: true }]);
    // Without further events, the server or the tab itself ends the typing.
    await expect.poll(() => typed(alice.events).length, { timeout: 6_000 }).toBe(2);
  }, 60_000);
});
