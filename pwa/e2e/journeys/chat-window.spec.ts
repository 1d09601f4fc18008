import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { waitForOfflineReady } from '../support/fixtures.ts';
import { contactSupport, say } from '../support/chat-steps.ts';
import { expect, openSignedIn, logIn, test } from '../support/shops/demo-shop.ts';
import { FIRST_CABLE_ID } from '../support/shops/sample-catalogue.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const DAY_MS = 86_400_000;
const CABLE_05_ID = FIRST_CABLE_ID + 4;
const HISTORY = 300;

const windowOf = (page: Page): Locator => page.getByRole('region', { name: 'Support Chat' });
const fieldOf = (chat: Locator): Locator => chat.getByPlaceholder('Enter a message...');
const messageOf = (chat: Locator, text: string): Locator =>
  chat.getByRole('listitem').filter({ has: chat.page().getByText(text, { exact: true }) });
const stateOf = (message: Locator, state: string): Locator => message.getByRole('img', { name: state, exact: true });

/** Opens a chat on its own page. */
async function openChat(page: Page, chatId: string): Promise<Locator> {
  await page.goto(`/chat/${chatId}`);
  const chat = windowOf(page);
  await fieldOf(chat).waitFor();
  return chat;
}

/** Re-encoding a large photo is slow where several browsers share a processor. */
const PREPARED = { timeout: 30_000 };

/** A phone's photo with an orientation in its metadata. */
const takePhoto = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#84cc16' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Fills a chat with several days of history, one message every 20 minutes; the newest is two days old. */
async function fillHistory({ context: { database } }: TestApp, chatId: string): Promise<void> {
  const { buyer_sub } = await database.reader
    .selectFrom('chat')
    .select('buyer_sub')
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: HISTORY }, (_, place) => ({
    chat_id: chatId,
    seq: place + 1,
    id: `old-${place + 1}`,
    sender_sub: place % 3 === 0 ? 'demo-sam' : buyer_sub,
    content: `Old message ${place + 1}${place % 7 === 0 ? ' that goes on over more than one line of a phone'.repeat(3) : ''}`,
    images: '[]',
    created_at: Date.now() - 2 * DAY_MS - (HISTORY - place) * 1_200_000,
    clock: 0,
  }));
  await database.writer.insertInto('chat_message').values(rows).execute();
  const newest = { last_seq: HISTORY, last_content: rows.at(-1)?.content ?? '', last_sender_sub: buyer_sub };
  await database.writer
    .updateTable('chat')
    .set({ ...newest, last_buyer_seq: HISTORY, last_staff_seq: HISTORY - 2, last_message_at: Date.now() })
    .where('id', '=', chatId)
    .execute();
}

test(
  'a message with a product shows at once, waits offline, is sent online, and is then read',
  { tag: '@service-worker' },
  async ({ page, browser, baseURL, demo: { context } }) => {
    test.setTimeout(120_000);
    await logIn(page, 'Alice');
    const chat = await contactSupport(page, 5);
    await say(chat, 'Is it new?');
    const first = messageOf(chat, 'Is it new?');
    await expect(stateOf(first, 'Sent')).toBeVisible();

    await waitForOfflineReady(page);
    await goOffline(page.context());
    await chat.getByRole('button', { name: 'Attach a product' }).click();
    const search = page.getByRole('dialog', { name: 'Attach a product' });
    await search.getByRole('searchbox').fill('cable 05');
    await search.getByRole('region', { name: 'Smart shop' }).getByRole('button').click();
    await fieldOf(chat).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', `${location.origin}/?product=6`);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const attached = chat.getByRole('list', { name: 'Attached products' }).getByRole('listitem');
    await expect(attached).toHaveText([/Cable 05/, /Lamp 06/]);
    await chat.getByRole('button', { name: 'Remove product 2' }).click();
    await expect(attached).toHaveText([/Cable 05/]);
    await say(chat, 'And is it blue?');
    const second = messageOf(chat, 'And is it blue?');
    await expect(second.getByRole('link', { name: /Cable 05.*\$5.*Smart shop/ })).toBeVisible();
    await expect(stateOf(second, 'Pending')).toBeVisible();
    await page.context().setOffline(false);
    await expect(stateOf(second, 'Sent')).toBeVisible();

    const seller = await openSignedIn(browser, baseURL ?? '', 'Sam');
    const sellers = await openChat(seller, '5-demo-alice');
    await expect(sellers.getByText('Buyer: Alice')).toBeVisible();
    await expect(sellers.getByRole('link', { name: /Cable 05/ })).toBeVisible();
    await expect(stateOf(second, 'Read')).toBeVisible();
    await expect(stateOf(first, 'Read')).toBeVisible();

    await context.products.deleteProducts('smart', [CABLE_05_ID]);
    await expect(second.getByText('No longer in the shop', { exact: true })).toBeVisible();
    const cable = { title: 'Cable 05', main_category: 'Parts', category: 'Data', price: '5' };
    await context.products.saveProducts('smart', [{ id: CABLE_05_ID, fields: cable }]);
    await expect(second.getByText('No longer in the shop. Another product has its number now.')).toBeVisible();
    await expect(chat.getByRole('link', { name: /Cable 05/ })).toHaveCount(0);

    await fieldOf(sellers).pressSequentially('It is');
    await expect(chat.getByText('Seller is typing...')).toBeVisible();
    await expect(chat.getByText('Seller is typing...')).toHaveCount(0);
    await fieldOf(chat).pressSequentially('Oh');
    await expect(sellers.getByText('Buyer is typing...')).toBeVisible();
    await fieldOf(chat).press('Enter');
    await expect(sellers.getByText('Buyer is typing...')).toHaveCount(0);
    await expect(messageOf(sellers, 'Oh')).toBeVisible();
    await expect(sellers.locator('[aria-live=polite]')).toHaveText('Buyer: Oh');
    await seller.context().close();
  },
);

test('photos are attached, removed and sent, offline too; other files are rejected with a reason', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const large = { name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(3_000, 2_000) };
  const small = { ...large, buffer: await takePhoto(60, 40) };
  await logIn(page, 'Alice');
  const chat = await contactSupport(page, 6);
  const picker = chat.locator('input[type=file]').first();
  await picker.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(chat.getByRole('alert')).toContainText('“notes.pdf” is not a photo. Only photos can be attached.');
  await picker.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
  await expect(chat.getByRole('alert')).toContainText('“broken.png” cannot be opened.');
  await picker.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') });
  await expect(chat.getByRole('alert')).toContainText('“IMG_1.HEIC” is an HEIC photo');
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled();

  await picker.setInputFiles([large, small]);
  const attached = chat.getByRole('list', { name: 'Attached photos' });
  await expect(attached.getByRole('img')).toHaveCount(2, PREPARED);
  await expect(chat.getByRole('alert')).toHaveCount(0);
  await attached.getByRole('button', { name: 'Remove photo 2' }).click();
  await expect(attached.getByRole('img')).toHaveCount(1);
  await expect(fieldOf(chat)).toBeFocused();

  await goOffline(page.context());
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(attached).toHaveCount(0);
  const sent = chat
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Photo: open full screen' }) });
  await expect(stateOf(sent, 'Pending')).toBeVisible();
  await page.context().setOffline(false);
  await expect(stateOf(sent, 'Sent')).toBeVisible();

  const seller = await openSignedIn(browser, baseURL ?? '', 'Sam');
  const sellers = await openChat(seller, '6-demo-alice');
  const enlarge = sellers.getByRole('button', { name: 'Photo: open full screen' });
  await enlarge.click();
  const viewer = seller.getByRole('dialog', { name: 'Photo in full screen' });
  const size = await viewer
    .getByRole('img')
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  // Upright, in the size that the server stores.
  expect(size).toEqual([1_067, 1_600]);
  await seller.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(enlarge).toBeFocused();
  await seller.context().close();
});

test('[fault 64] a draft survives a reload; links are links and tags are text', async ({ page }) => {
  await logIn(page, 'Alice');
  await contactSupport(page, 7);
  const chat = await openChat(page, '7-demo-alice');
  const field = fieldOf(chat);
  await expect(field).toBeFocused();
  await field.fill('Half a sentence');
  await expect(page.getByRole('link', { name: /^Lamp 07/ }).first()).toContainText('Half a sentence');
  await page.reload();
  await expect(field).toHaveValue('Half a sentence');

  await field.fill('<script>alert(1)</script>');
  await field.press('Shift+Enter');
  await field.pressSequentially('see https://example.com/a?b=1.');
  await field.press('Enter');
  const message = chat.getByRole('listitem');
  await expect(message.locator('p[dir=auto]')).toHaveText('<script>alert(1)</script>\nsee https://example.com/a?b=1.');
  const link = message.getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://example.com/a?b=1');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(field).toBeFocused();

  const send = chat.getByRole('button', { name: 'Send' });
  await field.fill(' \n ');
  await expect(send).toBeDisabled();
  await field.press('Enter');
  await field.fill('x'.repeat(3_990));
  await expect(chat.getByText('10 left')).toBeVisible();
  await field.fill('x'.repeat(4_001));
  await expect(chat.getByText('1 too many')).toBeVisible();
  await expect(send).toBeDisabled();
  await field.fill('👍');
  await page.keyboard.press('Tab');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(messageOf(chat, '👍')).toBeVisible();
  await expect(chat.getByRole('listitem')).toHaveCount(2);
});

test(
  'a long chat opens at its end, loads older messages on scroll, and keeps its position',
  { tag: '@night' },
  async ({ page, browser, baseURL, demo }) => {
    test.setTimeout(120_000);
    const buyer = await openSignedIn(browser, baseURL ?? '', 'Bob');
    const buyers = await contactSupport(buyer, 8);
    await fillHistory(demo, '8-demo-bob');
    await logIn(page, 'Sam');
    const chat = await openChat(page, '8-demo-bob');
    await expect(messageOf(chat, `Old message ${HISTORY}`)).toBeInViewport();
    await expect(chat.getByText('Today')).toHaveCount(0);

    await chat.getByRole('region', { name: 'Messages' }).hover();
    await expect(async () => {
      await page.mouse.wheel(0, -2_000);
      await expect(messageOf(chat, 'Old message 2')).toBeInViewport({ timeout: 300 });
    }).toPass({ timeout: 40_000 });

    await say(buyers, 'Are you there?');
    await expect(messageOf(chat, 'Are you there?')).toHaveCount(0);
    await chat.getByRole('button', { name: 'New messages' }).click();
    await expect(messageOf(chat, 'Are you there?')).toBeInViewport();
    await expect(stateOf(messageOf(buyers, 'Are you there?'), 'Read')).toBeVisible();
    await buyer.context().close();
  },
);
