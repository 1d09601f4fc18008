import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { createAppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import { createRandom } from '#api/testing/random.ts';
import { startServerProcess, UNLIMITED_SERVER } from '#api/testing/processes/server-process.ts';
import type { ServerProcess } from '#api/testing/processes/server-process.ts';
import { startChromium } from '../support/browser/chromium-process.ts';
import type { ChromiumProcess } from '../support/browser/chromium-process.ts';
import { messageOf, openChat, readServerMessages, readStoredChat, stateOf, windowOf } from '../support/chat-pages.ts';
import { contactSupport, say } from '../support/chat-steps.ts';
import { expect, openSignedIn, test } from '../support/shops/demo-shop.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';
import { typeMessage } from '../support/type-message.ts';

/** Messages of each side. */
const MESSAGES = 500;
/** The buyer's last messages, which stay unread: the seller has left the chat. */
const UNREAD = 10;
const SOCKET_CUTS = 100;
const SERVER_KILLS = 5;
const BROWSER_KILLS = 2;
const LONGEST_SOCKET_MS = 200;
const PRODUCT = 7;
const CHAT = `${PRODUCT}-demo-alice`;

let dataDir: string;
let profile: string;
let server: ServerProcess;
let lines: readonly [NetworkLink, NetworkLink];
/** The buyer's browser, which is killed and reopened. */
let chromium: ChromiumProcess;

const startServer = async (): Promise<void> => {
  server = startServerProcess(dataDir, { DEMO: '1' }, UNLIMITED_SERVER);
  const url = await server.url();
  for (const line of lines ?? []) line.through(url);
};

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-chats-'));
  profile = await mkdtemp(join(tmpdir(), 'hexlime-profile-'));
  const context = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  const fields = { title: 'Camera', main_category: 'Photo', category: 'Cameras', good_condition_price: '50' };
  await context.products.saveProducts('ayz', [{ id: PRODUCT, fields }]);
  await context.close();
  await startServer();
  const url = await server.url();
  lines = [await openNetworkLink(url), await openNetworkLink(url)];
});
test.afterEach(async () => {
  await Promise.all(lines.map((line) => line.stop()));
  await server.kill();
  await Promise.all([dataDir, profile].map((folder) => rm(folder, { recursive: true, force: true })));
});

/** One side of the chat: numbers its messages and continues on another page after the last one ended. */
class Writer {
  readonly user: string;
  /** Number of the last message sent, after which the page cleared the field: from then on it must not be lost. */
  said = 0;
  /** Highest number that may be written. */
  limit = 0;
  page: Page;
  /** The page is being closed: its failures do not count. */
  isEnding = false;

  constructor(user: string, page: Page) {
    this.user = user;
    this.page = page;
  }

  /** Writes messages up to a number. */
  async write(last: number): Promise<void> {
    while (this.said < last) {
      if (this.isEnding || this.said >= this.limit) {
        await sleep(20);
        continue;
      }
      const number = this.said + 1;
      try {
        await typeMessage(this.page, `${this.user} says ${number}`);
        this.said = Math.max(this.said, number);
      } catch (error) {
        if (!this.isEnding) throw error;
      }
    }
  }

  /** Continues on a reopened page after the last stored message. */
  async goOn(page: Page): Promise<void> {
    const { messages, waiting } = await readStoredChat(page, this.user, CHAT);
    const numbers = [...messages.map(({ content }) => content), ...waiting]
      .filter((content) => content.startsWith(this.user))
      .map((content) => Number(content.split(' ').at(-1)));
    const kept = Math.max(...numbers);
    // The message in progress may or may not be stored; none before it is missing.
    expect([this.said, this.said + 1]).toContain(kept);
    this.said = kept;
    this.page = page;
    this.isEnding = false;
  }
}

/** Opens the buyer's browser at the chat. */
async function openBuyer(): Promise<Page> {
  chromium = await startChromium(profile);
  const page = await chromium.context.newPage();
  await page.goto(lines[0].url);
  const chat = await openChat(page, CHAT, lines[0].url);
  await chat.getByRole('listitem').first().waitFor();
  // The draft returns to the field; nothing may be typed before that.
  await page.waitForTimeout(500);
  return page;
}

test(
  'both browsers hold 1,000 messages once and in order despite cut sockets and killed processes',
  { tag: '@night' },
  async ({ browser }) => {
    test.setTimeout(600_000);
    chromium = await startChromium(profile);
    const first = await chromium.context.newPage();
    await first.goto(`${lines[0].url}/account`);
    await first.getByRole('button', { name: 'Continue as Alice' }).click();
    await first.getByRole('tab', { name: 'My Orders' }).waitFor();
    await say(await contactSupport(first, PRODUCT, lines[0].url), 'Hello');
    await expect(stateOf(messageOf(windowOf(first), 'Hello'), 'Sent')).toBeVisible();
    // A killed browser may lose cookies.
    await chromium.quit();
    const buyer = new Writer('demo-alice', await openBuyer());
    const seller = new Writer('demo-sam', await openSignedIn(browser, lines[1].url, 'Sam'));
    await openChat(seller.page, CHAT);
    await seller.page.waitForTimeout(500);

    const random = createRandom(3);
    const writing = Promise.all([buyer.write(MESSAGES), seller.write(MESSAGES)]);
    // A failing side ends the test below; until then the rejection must not be unhandled.
    writing.catch(() => undefined);
    const kills = { server: 0, browser: 0 };
    const isTime = (done: number, all: number, cuts: number): boolean =>
      done < all && cuts >= (SOCKET_CUTS * (done + 1)) / (all + 1);
    for (let cuts = 0; cuts < SOCKET_CUTS;) {
      await sleep(random() * LONGEST_SOCKET_MS);
      const line = random() < 0.5 ? lines[0] : lines[1];
      const cut = line.cutSockets();
      if (cut === 0) continue;
      cuts += cut;
      for (const writer of [buyer, seller]) writer.limit = Math.ceil(((MESSAGES - UNREAD) * cuts) / SOCKET_CUTS);
      if (isTime(kills.server, SERVER_KILLS, cuts)) {
        kills.server += 1;
        await server.kill();
        await startServer();
      }
      if (isTime(kills.browser, BROWSER_KILLS, cuts)) {
        kills.browser += 1;
        buyer.isEnding = true;
        await chromium.kill();
        await buyer.goOn(await openBuyer());
      }
    }
    expect(kills).toEqual({ server: SERVER_KILLS, browser: BROWSER_KILLS });
    seller.limit = MESSAGES;
    await expect.poll(() => [buyer.said, seller.said], { timeout: 60_000 }).toEqual([MESSAGES - UNREAD, MESSAGES]);
    const total = 1 + 2 * MESSAGES;
    const stored = async ({
      page,
      user,
    }: Writer): Promise<{ messages: number; waiting: number; unread: number | undefined }> => {
      const { messages, waiting, unread } = await readStoredChat(page, user, CHAT);
      return { messages: messages.length, waiting: waiting.length, unread };
    };
    const level = { messages: total - UNREAD, waiting: 0, unread: 0 };
    for (const writer of [buyer, seller]) await expect.poll(() => stored(writer), { timeout: 60_000 }).toEqual(level);

    await seller.page.goto('/chats');
    buyer.limit = MESSAGES;
    await writing;
    const listed = seller.page.getByRole('link', { name: /^Camera/ });
    await expect(listed).toContainText(`${UNREAD} unread messages`);
    await expect(listed).toContainText('+1');
    expect(await stored(seller)).toEqual({ messages: total, waiting: 0, unread: UNREAD });
    await listed.click();
    await expect(stateOf(messageOf(windowOf(buyer.page), `demo-alice says ${MESSAGES}`), 'Read')).toBeVisible();
    await expect.poll(() => stored(seller)).toEqual({ messages: total, waiting: 0, unread: 0 });
    await expect.poll(() => stored(buyer)).toEqual({ messages: total, waiting: 0, unread: 0 });

    const truth = await readServerMessages(seller.page, CHAT);
    expect(truth.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, place) => place + 1));
    expect(new Set(truth.map(({ id }) => id)).size).toBe(total);
    for (const { user, page } of [buyer, seller]) {
      const contents = truth.filter(({ sender_google_id }) => sender_google_id === user).map(({ content }) => content);
      expect(contents.filter((content) => content !== 'Hello')).toEqual(
        Array.from({ length: MESSAGES }, (_, place) => `${user} says ${place + 1}`),
      );
      expect((await readStoredChat(page, user, CHAT)).messages).toEqual(truth);
    }
    await chromium.kill();
    await seller.page.context().close();
  },
);
