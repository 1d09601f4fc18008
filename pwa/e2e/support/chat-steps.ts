import type { Locator, Page } from '@playwright/test';
import { expect } from './demo-shop.ts';

export const SUPPORT = 'If you have a question, contact support';

/** The floating window of the chats, or their full screen on a phone. */
export const chatsWindow = (page: Page): Locator => page.getByRole('dialog', { name: 'Your chats' });

/** Asks about a product as whoever is signed in; the chat is open afterwards, over the product. */
export async function contactSupport(page: Page, productId: number, origin = ''): Promise<Locator> {
  await page.goto(`${origin}/?product=${productId}`);
  await page.getByRole('button', { name: SUPPORT }).click();
  const chat = chatsWindow(page);
  await chat.getByRole('heading', { name: 'Support Chat' }).waitFor();
  return chat;
}

/** Says something in the chat that is open. */
export async function say(chat: Locator | Page, text: string): Promise<void> {
  const field = chat.getByPlaceholder('Enter a message...');
  await field.fill(text);
  await field.press('Enter');
  await expect(chat.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue('');
}
