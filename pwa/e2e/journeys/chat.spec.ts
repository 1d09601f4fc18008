import { openChatClient } from '#api/testing/clients/chat-client.ts';
import { messageOf, windowOf } from '../support/chat-pages.ts';
import { waitForOfflineReady } from '../support/fixtures.ts';
import { CHOICE_ID } from '../support/shops/sample-catalogue.ts';
import { chatsWindow, contactSupport, say, SUPPORT } from '../support/chat-steps.ts';
import { expect, logIn, openSignedIn, signInAs, test } from '../support/shops/demo-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const OTHER_ID = 4;

test('a buyer asks about a product, the seller answers on /chats, and both see unread badges', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const seller = await openSignedIn(browser, baseURL ?? '', 'Sam');
  await logIn(page, 'Alice');
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the chats' }).click();
  await expect(chatsWindow(page).getByText('No active chats.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chatsWindow(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open the chats' })).toBeFocused();

  const chat = await contactSupport(page, CHOICE_ID);
  await say(chat, 'Is the lamp still in its box?');
  await chat.getByRole('link', { name: /^Lamp 03/ }).click();
  await expect(chatsWindow(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`product=${CHOICE_ID}`));
  await page.keyboard.press('Escape');

  await seller.goto('/chats');
  const asked = seller.getByRole('region', { name: 'Your chats' }).getByRole('link', { name: /^Lamp 03/ });
  await expect(asked).toContainText('Is the lamp still in its box?');
  await expect(asked).toContainText(`ID: ${CHOICE_ID}`);
  await expect(asked).toContainText('Buyer: Alice');
  await expect(asked).toContainText('+1');
  await asked.click();
  await expect(seller).toHaveURL(new RegExp(`/chat/${CHOICE_ID}-demo-alice`));
  await expect(asked).not.toContainText('+1');
  await say(seller.getByRole('region', { name: 'Support Chat' }), `Yes, ${'it is '.repeat(10)}there`);

  // The buyer's badge counts chats, and the list previews the message.
  await expect(page.getByRole('button', { name: 'Open the chats: 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the chats: 1' }).click();
  const listed = chatsWindow(page).getByRole('link', { name: /^Lamp 03/ });
  await expect(listed).toContainText('+1');
  await expect(listed.getByText(/^Yes, it is .*\.\.\.$/)).toBeVisible();
  await expect(listed).not.toContainText('Buyer:');
  await listed.click();
  await expect(chatsWindow(page).getByText(/there$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close the chats: 1' })).toHaveCount(0);
  await chatsWindow(page).getByPlaceholder('Enter a message...').press('Escape');
  await expect(page.getByRole('button', { name: 'Open the chats', exact: true })).toBeVisible();
  await seller.context().close();
});

test('only the buttons for chats and to the top float over a list, covering nothing at its end', async ({ page }) => {
  await signInAs(page, 'Alice');
  await page.goto('/smartshop?main=Lighting');
  const chats = page.getByRole('button', { name: 'Open the chats' });
  const toTop = page.getByRole('button', { name: 'Scroll to top' });
  await expect(chats).toBeVisible();
  await expect(toTop).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 1e6));
  await expect(toTop).toBeVisible();
  await expect(chats).toBeVisible();
  const lastCard = page.locator('main article').last();
  const readRoom = async (): Promise<number> => {
    const [end, ...tops] = await Promise.all([lastCard, toTop, chats].map((one) => one.boundingBox()));
    return Math.min(...tops.map((top) => top?.y ?? NaN)) - ((end?.y ?? NaN) + (end?.height ?? NaN));
  };
  await expect.poll(readRoom).toBeGreaterThanOrEqual(0);
});

test(
  'the seller filters the list by its address, searches messages, and returns by a link',
  { tag: '@night' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(90_000);
    const buyer = await openSignedIn(browser, baseURL ?? '', 'Bob');
    await say(await contactSupport(buyer, CHOICE_ID), 'Does the switch click?');
    await say(await contactSupport(buyer, OTHER_ID), 'How long is the cable of it?');
    await logIn(page, 'Ada');
    await page.goto('/chats?unread=1');
    const bobs = page.getByRole('link').filter({ hasText: 'Buyer: Bob' });
    await expect(bobs).toHaveCount(2);
    await expect(page.getByRole('checkbox', { name: 'Unread only' })).toBeChecked();

    await page.getByRole('combobox', { name: 'Product' }).selectOption(String(OTHER_ID));
    await expect(bobs).toHaveCount(1);
    await expect(page).toHaveURL(/unread=1&product=4$/);
    await page.reload();
    await expect(bobs).toHaveCount(1);
    await bobs.click();
    await expect(page).toHaveURL(/\/chat\/4-demo-bob\?unread=1&product=4$/);
    await expect(
      page.getByRole('region', { name: 'Support Chat' }).getByText('How long is the cable of it?'),
    ).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/chats\?unread=1&product=4$/);
    await page.getByRole('button', { name: 'Show all chats' }).click();
    await expect(page).toHaveURL(/\/chats$/);

    await page.getByRole('searchbox', { name: 'Search your messages' }).fill('CLICK switch');
    await expect(page.getByText('1 message', { exact: true })).toBeVisible();
    await expect(page.locator('mark')).toHaveText(['switch', 'click']);
    await page.getByRole('link').filter({ hasText: 'Does the switch click?' }).click();
    await expect(page).toHaveURL(new RegExp(`/chat/${CHOICE_ID}-demo-bob\\?q=CLICK\\+switch&message=1$`));
    await buyer.context().close();
  },
);

test(
  'a search hit opens at its place, also far up in its chat, and back leads to the hits',
  { tag: '@proof' },
  async ({ page, demo }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    const bob = await openChatClient(demo, 'bob');
    const texts = Array.from({ length: 90 }, (_, index) => `Message ${index + 1}`);
    for (const seq of [10, 80]) texts[seq - 1] += ' about the needle';
    const chat_id = `${OTHER_ID}-${bob.sub}`;
    await bob.push({ name: 'startChat', args: { product_id: OTHER_ID } });
    for (let start = 0; start < texts.length; start += 45)
      await bob.push(
        ...texts.slice(start, start + 45).map((content) => ({
          name: 'sendMessage',
          args: { chat_id, message_id: crypto.randomUUID(), content, images: [] },
        })),
      );
    await signInAs(page, 'Ada');
    await page.goto('/chats');
    const field = page.getByRole('searchbox', { name: 'Search your messages' });
    await field.fill('needle');
    const hit = page.getByRole('link').filter({ hasText: 'Message 80 about the needle' });
    await hit.click();
    const chat = windowOf(page);
    await expect(messageOf(chat, 'Message 80 about')).toBeInViewport({ ratio: 0.95 });
    await expect(chat.locator('mark')).toHaveText('needle');
    await page.goBack();
    await expect(field).toHaveValue('needle');
    await expect(hit).toBeVisible();

    // The device has only the newest messages.
    await page.goto(`/chat/${chat_id}?q=needle&message=10`);
    await expect(messageOf(chat, 'Message 10 about')).toBeInViewport({ ratio: 0.95 });
    await expect(chat.getByText('2 of 2')).toBeVisible();
    await chat.getByRole('button', { name: 'Next match' }).click();
    await expect(messageOf(chat, 'Message 80 about')).toBeInViewport({ ratio: 0.95 });
    await expect(chat.getByText('1 of 2')).toBeVisible();
    await chat.getByRole('button', { name: 'Previous match' }).click();
    await expect(messageOf(chat, 'Message 10 about')).toBeInViewport({ ratio: 0.95 });
    await chat.getByRole('button', { name: 'Close the search' }).click();
    await expect(page).toHaveURL(new RegExp(`/chat/${chat_id}\\?q=needle$`));
    // A chat that needs no scrolling is read at once.
    const args = { chat_id: `${CHOICE_ID}-${bob.sub}`, message_id: crypto.randomUUID(), content: 'Short', images: [] };
    await bob.push({ name: 'startChat', args: { product_id: CHOICE_ID } }, { name: 'sendMessage', args });
    await page.goto(`/chat/${args.chat_id}?q=short&message=1`);
    await expect(messageOf(chat, 'Short')).toBeInViewport({ ratio: 0.95 });
    await expect(chat.getByRole('button', { name: 'New messages' })).toHaveCount(0);
  },
);

test('a visitor who asks about a product, or follows a chat link, is in the chat after logging in', async ({
  page,
}) => {
  await page.goto(`/?product=${CHOICE_ID}`);
  await page.getByRole('button', { name: SUPPORT }).click();
  await expect(page.getByText('Log in to ask about a product')).toBeVisible();
  await page.getByRole('button', { name: 'Continue as Bob' }).click();
  await expect(chatsWindow(page).getByRole('heading', { name: 'Support Chat' })).toBeVisible();
  await say(chatsWindow(page), 'I have just come in');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/chat/${CHOICE_ID}-demo-bob`);
  await page.getByRole('button', { name: 'Continue as Bob' }).click();
  await expect(
    page.getByRole('region', { name: 'Support Chat' }).getByText('I have just come in', { exact: true }),
  ).toBeVisible();

  await page.goto('/chat/999-demo-bob');
  await expect(page.getByText('Chat not found')).toBeVisible();
  await page.goto(`/chat/${CHOICE_ID}-demo-alice`);
  await expect(page.getByText('Chat not found')).toBeVisible();
  await page.getByRole('button', { name: 'All chats' }).click();
  await expect(page).toHaveURL(/\/chats$/);
});

test(
  'a chat started offline waits on the device and then reaches the seller',
  { tag: '@night' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(90_000);
    const productId = 5;
    await page.setViewportSize({ width: 390, height: 844 });
    await logIn(page, 'Alice');
    await page.goto(`/?product=${productId}`);
    await page.getByRole('button', { name: SUPPORT }).waitFor();
    await waitForOfflineReady(page);
    await goOffline(page.context());
    await page.getByRole('button', { name: SUPPORT }).click();
    const chat = chatsWindow(page);
    await say(chat, 'Written in a tunnel');
    await page.reload();
    await page.goto('/chats');
    const waiting = page.getByRole('link', { name: /Written in a tunnel/ });
    await expect(waiting).toContainText('Not sent yet');
    await page.goto('/chat/77-demo-alice');
    await expect(page.getByText('This chat is not on this device yet.')).toBeVisible();
    await page.goto('/chats');
    await page.context().setOffline(false);
    await expect(waiting).not.toContainText('Not sent yet');

    const seller = await openSignedIn(browser, baseURL ?? '', 'Sam', '/chats');
    await expect(seller.getByRole('link', { name: /Written in a tunnel/ })).toHaveCount(1);
    await seller.context().close();
  },
);

test('a chat alone on a tablet has the heading of its page and ends on the screen', async ({ page }) => {
  await signInAs(page, 'Alice');
  await contactSupport(page, 8);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/chat/8-demo-alice');
  const field = page.getByPlaceholder('Enter a message...');
  await expect(field).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your chats');
  // Below the field is room for what a demo shows at the lower edge of the screen.
  expect(await field.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(1_180 - 40);
});

test(
  'unread messages play one sound, set the app badge, and show in a hidden tab’s title',
  { tag: '@proof' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(90_000);
    await page.addInitScript(() => {
      const told = { tones: 0, badges: [] as number[], closedNotices: 0 };
      Object.assign(globalThis, { told });
      const notice = { tag: 'chat 8-demo-alice', close: () => void (told.closedNotices += 1) };
      ServiceWorkerRegistration.prototype.getNotifications = async () => [notice as unknown as Notification];
      Object.assign(navigator, { setAppBadge: async (count: number) => void told.badges.push(count) });
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when?: number): void {
        told.tones += 1;
        start.call(this, when);
      };
    });
    interface Told {
      readonly tones: number;
      readonly badges: number[];
      readonly closedNotices: number;
    }
    const readTold = (): Promise<Told> => page.evaluate(() => (globalThis as unknown as { told: Told }).told);
    const hide = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          value: hidden ? 'hidden' : 'visible',
        });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);

    await signInAs(page, 'Alice');
    await say(await contactSupport(page, 8), 'Anybody there?');
    await page.goto('/');
    await page.getByRole('button', { name: 'Open the chats', exact: true }).click();
    await chatsWindow(page)
      .getByRole('link', { name: /Anybody there/ })
      .waitFor();
    await page.keyboard.press('Escape');
    expect((await readTold()).tones).toBe(0);
    await hide(true);

    const seller = await openSignedIn(browser, baseURL ?? '', 'Sam', '/chat/8-demo-alice');
    const chat = seller.getByRole('region', { name: 'Support Chat' });
    await say(chat, 'I am');
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    await expect.poll(async () => (await readTold()).tones).toBe(2);
    expect((await readTold()).badges.at(-1)).toBe(1);

    await hide(false);
    expect(await page.title()).not.toMatch(/^\(/);
    await page.getByRole('button', { name: 'Open the chats: 1' }).click();
    await chatsWindow(page).getByRole('button', { name: 'New message sound: on' }).click();
    await chatsWindow(page).getByRole('link', { name: /I am/ }).click();
    await expect.poll(async () => (await readTold()).badges.at(-1)).toBe(0);
    // Longer than the window in which several messages share one sound.
    await page.waitForTimeout(2_000);
    await say(chat, 'Still here');
    await expect(chatsWindow(page).getByText('Still here', { exact: true }).first()).toBeVisible();
    await page.waitForTimeout(500);
    expect((await readTold()).tones).toBe(2);

    await page.keyboard.press('Escape');
    await page.goto('/account');
    await say(chat, 'Going home');
    await expect.poll(async () => (await readTold()).badges.at(-1)).toBe(1);
    const { closedNotices } = await readTold();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Continue as Alice' }).waitFor();
    await expect.poll(async () => (await readTold()).badges.at(-1)).toBe(0);
    // Logging out closes the notifications, which are not for the next user.
    await expect.poll(async () => (await readTold()).closedNotices).toBe(closedNotices + 1);
    await seller.context().close();
  },
);
