import type { Locator, Page } from '@playwright/test';
import { expect } from './shops/demo-shop.ts';

export const SUPPORT = 'If you have a question, contact support';

/** Locates the floating chats window, full screen on a phone. */
export const chatsWindow = (page: Page): Locator => page.getByRole('dialog', { name: 'Your chats' });

/** Starts a chat about a product as the signed-in user; the chat is open above the product afterwards. */
export async function contactSupport(page: Page, productId: number, origin = ''): Promise<Locator> {
  await page.goto(`${origin}/?product=${productId}`);
  await page.getByRole('button', { name: SUPPORT }).click();
  const chat = chatsWindow(page);
  await chat.getByRole('heading', { name: 'Support Chat' }).waitFor();
  return chat;
}

/** Sends a message in the open chat. */
export async function say(chat: Locator | Page, text: string): Promise<void> {
  const field = chat.getByPlaceholder('Enter a message...');
  await field.fill(text);
  await field.press('Enter');
  await expect(chat.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue('');
}
