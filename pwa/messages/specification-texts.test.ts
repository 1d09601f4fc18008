import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Every quoted text of the specification's sections 2 to 8 that people see, by section; variable parts are
 * filled with the arguments 7 and 9, or 'Lamps'.
 */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  '2': [
    'Search products by name...',
    'TOP Products',
    '▾ Lamps ▾',
    'Out of Stock',
    '7 of 9',
    '▾ Sort Products ▾',
    '▾ Category ▾',
    '▾ TOP Products ▾',
    '▾ PC Builds ▾',
    '❌Out of Stock',
    'Only 1 left!',
    '7 - in stock',
    'Price not available',
    'If you have a question, contact support',
    'Go to Admin Panel',
    'Cart',
    'Items in cart:',
    'There are no items in your cart.',
    'Total cost: $',
    'Your chats',
    'No active chats.',
    'No messages',
    '+1',
    'Support Chat',
    'Seller is typing...',
    'Buyer is typing...',
    'Loading chat...',
    'Enter a message...',
    'Thank you for your purchase!',
    'Your payment has been successfully completed.',
    'Back to the store',
    'Payment canceled',
    'Unfortunately, your payment was not completed. You can try again.',
    'To try again',
    'Admin Panel',
    'Too many login attempts. Please try again in',
    'Add from links',
    'Attention, item is in progress of being added',
    'Enter the ID to delete',
    'Delete product',
    'Load product',
    'Product Images',
    'Save changes',
    'Attention, saving is in progress',
    'Uploading an image...',
    'Back to Admin Panel',
    'Orders',
    'Postal Service',
    'Tracking Number',
    'Delete Order',
  ],
  '5': [
    'Please enter the product name',
    'Please enter the ID of the item to be deleted',
    'Are you sure you want to delete the product with ID - 7?',
    'Are you sure you want to clear all input fields?',
    'Are you sure you want to delete this order?',
  ],
  '8': [
    'Please log in to your account',
    'Please select a condition',
    'Item added to cart',
    'Could not delete order',
    'Не удалось обновить статус отправки',
    'Неверный пароль',
    'Товар успешно добавлен',
    'Товар обновлён',
    'Ошибка при обновлении товара',
    'Ошибка при загрузке новых изображений',
    'Товар не найден',
    'Ошибка при удалении изображения',
    'Произошла ошибка при редактировании',
    'Product with ID 7 has been deleted',
    'Error deleting the product',
    // The specification gives no exact texts for these three alerts, only their language.
    'Не удалось создать заказ',
    'Не удалось удалить товар из корзины',
    'Не удалось изменить количество товара',
  ],
};

/** A text of the page: the name of its export, the key of its group, its own key, and what it says with each of the sample arguments. */
interface Message {
  readonly name: string;
  readonly group: string;
  readonly key: string;
  readonly says: readonly string[];
}

const PWA = join(import.meta.dirname, '..');

function call(write: (...values: unknown[]) => unknown): string[] {
  return [[7, 9], ['7', '9'], ['Lamps']].flatMap((values) => {
    try {
      return [String(write(...values))];
    } catch {
      // The text needs other arguments.
      return [];
    }
  });
}

function listMessages(name: string, group: string, key: string, value: unknown): Message[] {
  if (typeof value === 'string') return [{ name, group, key, says: [value] }];
  if (typeof value === 'function')
    return [{ name, group, key, says: call(value as (...values: unknown[]) => unknown) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((member) =>
    listMessages(name, key, member, (value as Record<string, unknown>)[member]),
  );
}

async function readMessages(): Promise<Message[]> {
  const found: Message[] = [];
  for await (const file of glob('*.ts', { cwd: join(PWA, 'messages/en') })) {
    const module = (await import(join(PWA, 'messages/en', file))) as Record<string, unknown>;
    for (const [name, texts] of Object.entries(module)) found.push(...listMessages(name, '', name, texts));
  }
  return found;
}

/** The sources of the page without its texts and tests. */
async function readSources(): Promise<string[]> {
  const sources: Promise<string>[] = [];
  for await (const file of glob('{app,features,ui,platform,build,first-screen,messages}/**/*.{ts,tsx}', { cwd: PWA }))
    if (!/^messages\/(?:en|ru)\/|\.test\.tsx?$/.test(file)) sources.push(readFile(join(PWA, file), 'utf8'));
  return Promise.all(sources);
}

const known = Promise.all([readMessages(), readSources()]);

/** Whether a source that mentions the export also mentions the text, or picks a text of its group by a variable. */
const isRead = ({ name, group, key }: Message, sources: readonly string[]): boolean =>
  sources.some(
    (source) =>
      source.includes(name) && (new RegExp(`[.'"{, ]${key}\\b`).test(source) || source.includes(`.${group}[`)),
  );

test.each(Object.entries(TEXTS).flatMap(([section, texts]) => texts.map((text) => [section, text])))(
  'section %s: “%s” is a text of the page that some code shows',
  async (_section, text) => {
    const [messages, sources] = await known;
    const saying = messages.filter(({ says }) => says.some((words) => words === text || words.startsWith(text)));
    expect(saying).not.toEqual([]);
    expect(saying.filter((message) => isRead(message, sources))).not.toEqual([]);
  },
);
