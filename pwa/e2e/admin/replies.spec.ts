import { chatIdOf } from '#contract/chats/chat-path.ts';
import { openChatClient } from '#api/testing/clients/chat-client.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { openSignedIn } from '../support/shops/demo-shop.ts';
import { expect, openAdmin, test } from './admin-shop.ts';
import { goOffline } from '../support/browser/go-offline.ts';

const PRODUCT = 5;

test(
  'a canned reply of the administration is inserted by a seller, offline, and sent by nothing but Enter',
  { tag: '@proof' },
  async ({ page, browser, baseURL, shop }) => {
    const alice = await openChatClient(shop, 'alice');
    await alice.call('POST', '/api/chats', { productId: PRODUCT, buyerGoogleId: alice.sub });
    const seller = await openSignedIn(browser, baseURL ?? '', 'Sam', `/chat/${chatIdOf(alice.sub, PRODUCT)}`);
    const chat = seller.getByRole('region', { name: 'Support Chat' });
    const field = chat.getByPlaceholder('Enter a message...');
    await field.press('/');
    await expect(chat.getByText('No saved replies yet.')).toBeVisible();

    await openAdmin(page, '/ayzadmin?view=replies');
    for (const [name, text] of [
      ['Shipping', 'It ships tomorrow.'],
      ['Greeting', ', this is about '],
    ] as const) {
      await page.getByRole('button', { name: 'New reply' }).click();
      await page.getByLabel('Name').fill(name);
      const content = page.getByLabel('Text', { exact: true });
      await content.fill(text);
      if (name === 'Greeting') {
        await page.getByRole('button', { name: 'Product title' }).click();
        await content.press('ControlOrMeta+Home');
        await content.pressSequentially('Hello ');
        await page.getByRole('button', { name: 'Buyer’s name' }).click();
        await expect(content).toHaveValue('Hello {buyer}, this is about {product}');
        expect(await findAccessibilityViolations(page, 'reply form')).toEqual([]);
      }
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name }).waitFor();
    }
    await page.getByRole('button', { name: 'Move “Greeting” up' }).click();
    await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['Greeting', 'Shipping']);
    expect(await findAccessibilityViolations(page, 'replies')).toEqual([]);

    const options = chat.getByRole('option');
    await expect(options).toHaveText([/^Greeting/, /^Shipping/]);
    expect(await findAccessibilityViolations(seller, 'open list of replies')).toEqual([]);
    await goOffline(seller.context());
    await field.press('Escape');
    await expect(options).toHaveCount(0);
    await field.fill('');
    await field.pressSequentially('Good day! /hel');
    await expect(options).toHaveText([/^Greeting/]);
    await field.press('Enter');
    await expect(field).toHaveValue(/^Good day! Hello Alice, this is about Lamp 05$/);
    await expect(chat.getByText('No messages yet.')).toBeVisible();
    await field.press('Enter');
    await expect(chat.getByText('Good day! Hello Alice, this is about Lamp 05')).toBeVisible();
    await seller.context().close();
  },
);
