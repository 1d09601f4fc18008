import { setTimeout as sleep } from 'node:timers/promises';
import { REALTIME_MAX_DELAY_MS, REALTIME_MIN_DELAY_MS } from '#contract/limits.ts';
import {
  messageOf,
  openChat,
  readServerMessages,
  readStoredMessages,
  stateOf,
  windowOf,
} from '../support/chat-pages.ts';
import { contactSupport } from '../support/chat-steps.ts';
import { expect, openSignedIn, test } from '../support/shops/demo-shop.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import { typeMessage } from '../support/type-message.ts';

const FLAP_MS = 2_000;
const FLAPS = 8;
/** Longest time until a silently dead connection is noticed. */
const NOTICED_MS = 60_000;
/** Less than the time until a dead connection is noticed. */
const AT_ONCE_MS = 8_000;

test(
  '[fault 36] a connection that flaps every two seconds has one socket and no duplicate message',
  { tag: '@night' },
  async ({ browser, demo }) => {
    test.setTimeout(180_000);
    const chatId = '16-demo-alice';
    const line = await openNetworkLink(demo.url);
    const seller = await openSignedIn(browser, demo.url, 'Sam');
    const buyer = await openSignedIn(browser, line.url, 'Alice');
    await contactSupport(buyer, 16);
    await openChat(buyer, chatId);
    await openChat(seller, chatId);
    await expect.poll(() => line.countSockets()).toBe(1);
    const attemptsBefore = line.attemptsAtMs.length;
    line.mostSockets = 0;

    for (let flap = 1; flap <= FLAPS; flap++) {
      line.isUp = false;
      line.dropAll();
      await typeMessage(buyer, `Buyer ${flap}`);
      await sleep(FLAP_MS);
      line.isUp = true;
      await typeMessage(seller, `Seller ${flap}`);
      await sleep(FLAP_MS);
    }
    for (const page of [buyer, seller])
      for (const text of [`Buyer ${FLAPS}`, `Seller ${FLAPS}`])
        await expect(messageOf(windowOf(page), text)).toHaveCount(1);
    expect(line.mostSockets).toBe(1);
    const attempts = line.attemptsAtMs.slice(attemptsBefore);
    const pauses = attempts.slice(1).map((atMs, place) => atMs - (attempts[place] ?? 0));
    // A randomized pause is at least half the shortest one; a timer may fire late, never early.
    expect(Math.min(...pauses)).toBeGreaterThan(REALTIME_MIN_DELAY_MS / 2 - 50);
    expect(attempts.length).toBeGreaterThan((FLAPS * 2 * FLAP_MS) / (2 * REALTIME_MAX_DELAY_MS));

    const onServer = await readServerMessages(seller, chatId);
    for (const side of ['Buyer', 'Seller'])
      expect(onServer.map(({ content }) => content).filter((content) => content.startsWith(side))).toEqual(
        Array.from({ length: FLAPS }, (_, place) => `${side} ${place + 1}`),
      );
    await expect.poll(() => readStoredMessages(buyer, 'demo-alice', chatId)).toEqual(onServer);
    await Promise.all([buyer, seller].map((page) => page.context().close()));
    await line.stop();
  },
);

test(
  '[fault 37] a silently dead connection is noticed, and nothing is lost in either direction',
  { tag: '@night' },
  async ({ browser, demo }) => {
    test.setTimeout(180_000);
    const chatId = '17-demo-alice';
    const line = await openNetworkLink(demo.url);
    const seller = await openSignedIn(browser, demo.url, 'Sam');
    const buyer = await openSignedIn(browser, line.url, 'Alice');
    await contactSupport(buyer, 17);
    await openChat(buyer, chatId);
    await openChat(seller, chatId);
    await typeMessage(buyer, 'Do you hear me?');
    await expect(messageOf(windowOf(seller), 'Do you hear me?')).toBeVisible();
    await expect.poll(() => line.countSockets()).toBe(1);

    line.silenceAll();
    await typeMessage(seller, 'Said into the silence');
    await expect(stateOf(messageOf(windowOf(seller), 'Said into the silence'), 'Sent')).toBeVisible();
    await expect(messageOf(windowOf(buyer), 'Said into the silence')).toHaveCount(1, { timeout: NOTICED_MS });
    await typeMessage(buyer, 'Said out of the silence');
    await expect(messageOf(windowOf(seller), 'Said out of the silence')).toHaveCount(1, { timeout: AT_ONCE_MS });
    line.silenceSockets();
    await typeMessage(seller, 'Said once more');
    await expect(messageOf(windowOf(buyer), 'Said once more')).toHaveCount(1, { timeout: NOTICED_MS });
    await expect(stateOf(messageOf(windowOf(seller), 'Said once more'), 'Read')).toBeVisible();
    await typeMessage(seller, 'Now at once');
    await expect(messageOf(windowOf(buyer), 'Now at once')).toHaveCount(1, { timeout: AT_ONCE_MS });
    const onServer = await readServerMessages(seller, chatId);
    expect(onServer.map(({ content }) => content)).toEqual([
      'Do you hear me?',
      'Said into the silence',
      'Said out of the silence',
      'Said once more',
      'Now at once',
    ]);
    expect(await readStoredMessages(buyer, 'demo-alice', chatId)).toEqual(onServer);
    await Promise.all([buyer, seller].map((page) => page.context().close()));
    await line.stop();
  },
);
