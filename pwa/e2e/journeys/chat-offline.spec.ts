import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { startChromium } from '../support/browser/chromium-process.ts';
import { PAGE_DIR, waitForOfflineReady } from '../support/fixtures.ts';
import { fillShops } from '../support/shops/sample-catalogue.ts';
import {
  attach,
  fieldOf,
  makePhoto,
  messageOf,
  openChat,
  readColours,
  readServerMessages,
  readStoredMessages,
  sendWithButton,
  stateOf,
  windowOf,
} from '../support/chat-pages.ts';
import { chatsWindow, contactSupport, say, SUPPORT } from '../support/chat-steps.ts';
import { expect, openSignedIn, test } from '../support/shops/demo-shop.ts';
import { prepareOfflineProfile } from '../support/browser/prepare-offline-profile.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const DAY_MS = 86_400_000;
const LIME = [0, 255, 0] as const;
const PRODUCT = 11;
const CHAT = `${PRODUCT}-demo-alice`;

test(
  '[fault 35] a photo between two texts written offline arrives once, in order, in a later visit',
  { tag: '@night' },
  async ({ browser }) => {
    test.setTimeout(180_000);
    const profile = await mkdtemp(join(tmpdir(), 'hexlime-chat-'));
    let aheadMs = 0;
    const app = await startTestApp({ env: { PAGE_DIR, DEMO: '1' }, now: () => Date.now() + aheadMs });
    try {
      await fillShops(app);
      await app.server.snapshots.build();
      await prepareOfflineProfile(profile, app.url);

      const flight = await startChromium(profile);
      await goOffline(flight.context);
      const page = await flight.context.newPage();
      await page.goto(`${app.url}/?product=${PRODUCT}`);
      await page.getByRole('button', { name: SUPPORT }).click();
      const chat = chatsWindow(page);
      await say(chat, 'Before the photo');
      await attach(chat, [await makePhoto(LIME, 'jpeg')]);
      await sendWithButton(chat, 'With the photo');
      await say(chat, 'After the photo');
      await expect(stateOf(chat.getByRole('listitem'), 'Pending')).toHaveCount(3);
      await expect.poll(() => readColours(chat)).toEqual([LIME]);
      await flight.kill();
      expect(await app.context.database.reader.selectFrom('chat').select('id').execute()).toEqual([]);

      aheadMs = DAY_MS;
      const later = await startChromium(profile);
      try {
        await later.context.clock.setSystemTime(Date.now() + DAY_MS);
        const again = await later.context.newPage();
        await again.goto(`${app.url}/chat/${CHAT}`);
        const texts = ['Before the photo', 'With the photo', 'After the photo'];
        const opened = windowOf(again);
        for (const text of texts) await expect(stateOf(messageOf(opened, text), 'Sent')).toHaveCount(1);
        await expect.poll(() => readColours(opened)).toEqual([LIME]);

        const seller = await openSignedIn(browser, app.url, 'Sam');
        const sellers = await openChat(seller, CHAT);
        await expect.poll(() => readColours(sellers)).toEqual([LIME]);
        // A reload still shows it once.
        await again.reload();
        await expect(stateOf(messageOf(windowOf(again), 'After the photo'), 'Read')).toBeVisible();
        const onServer = await readServerMessages(seller, CHAT);
        expect(onServer.map(({ content, images }) => [content, images.length])).toEqual([
          ['Before the photo', 0],
          ['With the photo', 1],
          ['After the photo', 0],
        ]);
        expect(await readStoredMessages(again, 'demo-alice', CHAT)).toEqual(onServer);
        expect(await readStoredMessages(seller, 'demo-sam', CHAT)).toEqual(onServer);
        const photos = await app.context.database.reader.selectFrom('chat_photo').selectAll().execute();
        expect(photos).toHaveLength(1);
        await seller.context().close();
      } finally {
        await later.kill();
      }
    } finally {
      await app.stop();
      await rm(profile, { recursive: true, force: true });
    }
  },
);

test(
  'a chat that two devices start offline about one product is one chat with all messages',
  { tag: '@night' },
  async ({ browser, baseURL }) => {
    test.setTimeout(120_000);
    const productId = 12;
    const chatId = `${productId}-demo-bob`;
    const pages = await Promise.all([1, 2].map(() => openSignedIn(browser, baseURL ?? '', 'Bob')));
    for (const [place, page] of pages.entries()) {
      await page.goto(`/?product=${productId}`);
      await page.getByRole('button', { name: SUPPORT }).waitFor();
      await waitForOfflineReady(page);
      await goOffline(page.context());
      await page.getByRole('button', { name: SUPPORT }).click();
      await say(chatsWindow(page), `First from device ${place + 1}`);
      await say(chatsWindow(page), `Second from device ${place + 1}`);
    }
    await Promise.all(pages.map((page) => page.context().setOffline(false)));
    for (const page of pages)
      for (const text of ['First from device 1', 'Second from device 1', 'First from device 2', 'Second from device 2'])
        await expect(messageOf(chatsWindow(page), text)).toHaveCount(1);
    const [one, two] = pages;
    if (!one || !two) throw new Error('There are two devices');
    await expect.poll(() => readServerMessages(one, chatId)).toHaveLength(4);
    const onServer = await readServerMessages(one, chatId);
    expect(await readStoredMessages(one, 'demo-bob', chatId)).toEqual(onServer);
    expect(await readStoredMessages(two, 'demo-bob', chatId)).toEqual(onServer);
    for (const number of [1, 2])
      expect(onServer.map(({ content }) => content).filter((content) => content.endsWith(String(number)))).toEqual([
        `First from device ${number}`,
        `Second from device ${number}`,
      ]);
    const seller = await openSignedIn(browser, baseURL ?? '', 'Sam', '/chats');
    await expect(seller.getByRole('link', { name: /^Lamp 12/ })).toHaveCount(1);
    await expect(seller.getByRole('link', { name: /^Lamp 12/ })).toContainText('4 unread messages');
    await Promise.all([...pages, seller].map((page) => page.context().close()));
  },
);

test(
  'logging out asks about an unsent message and deletes it',
  { tag: '@night' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(90_000);
    const chatId = '13-demo-alice';
    await page.goto('/account');
    await page.getByRole('button', { name: 'Continue as Alice' }).click();
    await page.getByRole('tab', { name: 'My Orders' }).waitFor();
    await say(await contactSupport(page, 13), 'This one is sent');
    await expect(stateOf(messageOf(chatsWindow(page), 'This one is sent'), 'Sent')).toBeVisible();
    await waitForOfflineReady(page);
    await goOffline(page.context());
    await attach(chatsWindow(page), [await makePhoto(LIME, 'png')]);
    await sendWithButton(chatsWindow(page), 'This one is not');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Log out' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 change is saved on this device only.');
    await question.getByRole('button', { name: 'Stay logged in' }).click();
    await openChat(page, chatId);
    await expect(messageOf(windowOf(page), 'This one is not')).toBeVisible();

    await page.goto('/account');
    await page.getByRole('button', { name: 'Log out' }).click();
    await question.getByRole('button', { name: 'Log out anyway' }).click();
    await expect(page.getByText('Logging in needs a connection.')).toBeVisible();
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain('hexlime-user-demo-alice');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Continue as Alice' }).click();
    await page.getByRole('tab', { name: 'My Orders' }).waitFor();
    const chat = await openChat(page, chatId);
    await expect(messageOf(chat, 'This one is sent')).toBeVisible();
    const seller = await openSignedIn(browser, baseURL ?? '', 'Sam');
    expect((await readServerMessages(seller, chatId)).map(({ content }) => content)).toEqual(['This one is sent']);
    await expect(messageOf(chat, 'This one is not')).toHaveCount(0);
    await seller.context().close();
  },
);

test('[fault 48] unsent work of a user is hidden from the next one and sent when the first returns', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const chatId = '14-demo-alice';
  await page.goto('/account');
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
  await contactSupport(page, 14);
  await waitForOfflineReady(page);
  await goOffline(page.context());
  await attach(chatsWindow(page), [await makePhoto(LIME, 'jpeg')]);
  await sendWithButton(chatsWindow(page), 'Only Alice says this');
  // The session ends without a logout, such as by its age: nothing is deleted.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/account');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Continue as Bob' }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
  await page.goto(`/chat/${chatId}`);
  await expect(page.getByText('Chat not found')).toBeVisible();
  await page.goto('/chats');
  await expect(page.getByText('Only Alice says this')).toHaveCount(0);
  await say(await contactSupport(page, 15), 'Bob says this');
  await expect(stateOf(messageOf(chatsWindow(page), 'Bob says this'), 'Sent')).toBeVisible();

  const seller = await openSignedIn(browser, baseURL ?? '', 'Sam');
  expect((await readServerMessages(seller, '15-demo-bob')).map(({ sender_google_id }) => sender_google_id)).toEqual([
    'demo-bob',
  ]);
  expect((await seller.request.get(`/api/chats/14-demo-bob/messages`)).status()).toBe(404);
  const early = await readServerMessages(seller, chatId);
  expect(early).toEqual([]);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Continue as Alice' }).click();
  await page.getByRole('tab', { name: 'My Orders' }).waitFor();
  const chat = await openChat(page, chatId);
  await expect(stateOf(messageOf(chat, 'Only Alice says this'), 'Sent')).toBeVisible();
  await expect(fieldOf(chat)).toHaveValue('');
  expect(
    (await readServerMessages(seller, chatId)).map(({ sender_google_id, images }) => [sender_google_id, images.length]),
  ).toEqual([['demo-alice', 1]]);
  await seller.context().close();
});
