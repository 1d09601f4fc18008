import { devices } from '@playwright/test';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import {
  attach,
  fieldOf,
  makePhoto,
  messageOf,
  openChat,
  photosOf,
  readColours,
  readServerMessages,
  readStoredMessages,
  sendWithButton,
  stateOf,
  windowOf,
} from '../support/chat-pages.ts';
import { chatsWindow, contactSupport } from '../support/chat-steps.ts';
import { expect, signInAs, test } from '../support/shops/demo-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const LIME = [0, 255, 0] as const;
const RED = [255, 0, 0] as const;
const BLUE = [0, 0, 255] as const;

const TOUCH = { hasTouch: true, isMobile: true, userAgent: devices['Pixel 7'].userAgent } as const;
const PHONE: BrowserContextOptions = { ...TOUCH, viewport: { width: 390, height: 844 } };
const TABLET: BrowserContextOptions = { ...TOUCH, viewport: { width: 820, height: 1_180 } };

async function openDevice(browser: Browser, options: BrowserContextOptions, name: string): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await signInAs(page, name);
  return page;
}

/** Texts of the messages of an open chat, from top to bottom. */
const readTexts = async (chat: Locator): Promise<string[]> =>
  (await chat.getByRole('listitem').locator('p[dir=auto]').allTextContents()).map((text) => text.trim());

const badge = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: count === 0 ? 'Open the chats' : `Open the chats: ${count}`, exact: true });

test(
  'a buyer on a phone and a seller on a tablet exchange messages, photos, typing and read marks',
  { tag: '@night' },
  async ({ browser, baseURL }) => {
    test.setTimeout(120_000);
    const productId = 9;
    const chatId = `${productId}-demo-alice`;
    const phone = await openDevice(browser, { ...PHONE, baseURL: baseURL ?? '' }, 'Alice');
    const tablet = await openDevice(browser, { ...TABLET, baseURL: baseURL ?? '' }, 'Sam');
    await tablet.goto('/');
    const buyers = await contactSupport(phone, productId);
    await sendWithButton(buyers, 'Is it still there?');

    // The badge appears on every screen of the shop.
    await badge(tablet, 1).tap();
    const listed = chatsWindow(tablet).getByRole('link', { name: /^Lamp 09/ });
    await expect(listed).toContainText('Buyer: Alice');
    await expect(listed).toContainText('+1');
    await expect(stateOf(messageOf(buyers, 'Is it still there?'), 'Sent')).toBeVisible();
    await listed.tap();
    const sellers = windowOf(tablet);
    await expect(messageOf(sellers, 'Is it still there?')).toBeVisible();
    await expect(stateOf(messageOf(buyers, 'Is it still there?'), 'Read')).toBeVisible();

    await test.step('typing shows to the other side only, and times out', async () => {
      await fieldOf(sellers).pressSequentially('Yes');
      await expect(buyers.getByText('Seller is typing...')).toBeVisible();
      await expect(sellers.getByText(/is typing/)).toHaveCount(0);
      await expect(buyers.getByText('Seller is typing...')).toHaveCount(0);
      await fieldOf(buyers).pressSequentially('Good');
      await expect(sellers.getByText('Buyer is typing...')).toBeVisible();
      await expect(buyers.getByText(/is typing/)).toHaveCount(0);
      await expect(sellers.getByText('Buyer is typing...')).toHaveCount(0);
      await fieldOf(buyers).pressSequentially(' to know');
      await expect(sellers.getByText('Buyer is typing...')).toBeVisible();
      // Sending ends typing at once.
      await sellers.getByRole('button', { name: 'Send', exact: true }).tap();
      await buyers.getByRole('button', { name: 'Send', exact: true }).tap();
      await expect(sellers.getByText('Buyer is typing...')).toHaveCount(0, { timeout: 1_500 });
      await expect(messageOf(sellers, 'Good to know')).toBeVisible();
      await expect(stateOf(messageOf(sellers, 'Yes'), 'Read')).toBeVisible();
    });

    await test.step('photos go both ways', async () => {
      await attach(buyers, [await makePhoto(LIME, 'jpeg'), await makePhoto(RED, 'png')]);
      await sendWithButton(buyers, 'Mine looks like this');
      await expect.poll(() => readColours(sellers)).toEqual([LIME, RED]);
      await attach(sellers, [await makePhoto(BLUE, 'jpeg')]);
      await sellers.getByRole('button', { name: 'Send', exact: true }).tap();
      await expect.poll(() => readColours(buyers)).toEqual([LIME, RED, BLUE]);
      await photosOf(buyers).last().tap();
      await expect(phone.getByRole('dialog', { name: 'Photo in full screen' }).getByRole('img')).toBeVisible();
      await phone.keyboard.press('Escape');
    });

    await test.step('unread counts agree on every device of the buyer', async () => {
      await phone.goto('/');
      await expect(badge(phone, 0)).toBeVisible();
      const second = await openDevice(browser, { ...TABLET, baseURL: baseURL ?? '' }, 'Alice');
      await second.goto('/chats');
      const onSecond = second.getByRole('link', { name: /^Lamp 09/ });
      await expect(onSecond).toBeVisible();
      await expect(onSecond).not.toContainText('+1');
      await sendWithButton(sellers, 'Nice one');
      await sendWithButton(sellers, 'I keep it for you');
      await expect(badge(phone, 1)).toBeVisible();
      await expect(onSecond).toContainText('+1');
      await expect(onSecond).toContainText('2 unread messages');
      await badge(phone, 1).tap();
      await expect(chatsWindow(phone).getByRole('link', { name: /^Lamp 09/ })).toContainText('2 unread messages');
      await phone.keyboard.press('Escape');
      await expect(stateOf(messageOf(sellers, 'I keep it for you'), 'Sent')).toBeVisible();

      await onSecond.tap();
      await expect(stateOf(messageOf(sellers, 'I keep it for you'), 'Read')).toBeVisible();
      await expect(badge(phone, 0)).toBeVisible();
      await second.context().close();
    });

    await test.step('after a reload both sides show the same messages', async () => {
      await tablet.goto(`/chat/${chatId}`);
      await phone.goto(`/chat/${chatId}`);
      await Promise.all([phone.reload(), tablet.reload()]);
      const said = [
        'Is it still there?',
        'Yes',
        'Good to know',
        'Mine looks like this',
        'Nice one',
        'I keep it for you',
      ];
      for (const page of [phone, tablet]) {
        await expect.poll(() => readTexts(windowOf(page))).toEqual(said);
        await expect.poll(() => readColours(windowOf(page))).toEqual([LIME, RED, BLUE]);
      }
      const onServer = await readServerMessages(phone, chatId);
      expect(onServer).toHaveLength(7);
      expect(await readStoredMessages(phone, 'demo-alice', chatId)).toEqual(onServer);
      expect(await readStoredMessages(tablet, 'demo-sam', chatId)).toEqual(onServer);
      for (const chat of [windowOf(phone), windowOf(tablet)])
        for (const name of ['Pending', 'Sent', 'Not sent'])
          await expect(chat.getByRole('img', { name, exact: true })).toHaveCount(0);
    });
    await Promise.all([phone.context().close(), tablet.context().close()]);
  },
);

test('read marks of two devices merge by maximum in any order', { tag: '@night' }, async ({ browser, baseURL }) => {
  const chatId = '10-demo-bob';
  const late = await openDevice(browser, { ...PHONE, baseURL: baseURL ?? '' }, 'Bob');
  await contactSupport(late, 10);
  const seller = await openDevice(browser, { ...TABLET, baseURL: baseURL ?? '' }, 'Sam');
  const sellers = await openChat(seller, chatId);
  await sendWithButton(sellers, 'One');
  const buyers = windowOf(late);
  await expect(messageOf(buyers, 'One')).toBeVisible();
  await late.goto('/');
  await sendWithButton(sellers, 'Two');
  await expect(badge(late, 1)).toBeVisible();
  // The second message is read offline: its mark is pending.
  await goOffline(late.context());
  await badge(late, 1).tap();
  await chatsWindow(late)
    .getByRole('link', { name: /^Lamp 10/ })
    .tap();
  await expect(messageOf(windowOf(late), 'Two')).toBeVisible();
  const other = await openDevice(browser, { ...PHONE, baseURL: baseURL ?? '' }, 'Bob');
  await sendWithButton(sellers, 'Three');
  await openChat(other, chatId);
  await expect(stateOf(messageOf(sellers, 'Three'), 'Read')).toBeVisible();
  await late.keyboard.press('Escape');
  await late.context().setOffline(false);
  await expect(badge(late, 0)).toBeVisible();
  await other.goto('/chats');
  await expect(other.getByRole('link', { name: /^Lamp 10/ })).not.toContainText('+1');
  await expect(stateOf(messageOf(sellers, 'Three'), 'Read')).toBeVisible();
  await Promise.all([late, other, seller].map((page) => page.context().close()));
});
