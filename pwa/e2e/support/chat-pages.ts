import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import type { Message } from '#contract/chats/chat.ts';
import { expect } from './shops/demo-shop.ts';

/** Locates an open chat, on its page or in the floating window. */
export const windowOf = (page: Page): Locator => page.getByRole('region', { name: 'Support Chat' });
export const fieldOf = (chat: Locator): Locator => chat.getByPlaceholder('Enter a message...');
export const messageOf = (chat: Locator, text: string): Locator => chat.getByRole('listitem').filter({ hasText: text });
/** Locates the state icon of an own message: `Pending`, `Sent`, `Read` or `Not sent`. */
export const stateOf = (message: Locator, state: string): Locator =>
  message.getByRole('img', { name: state, exact: true });
export const photosOf = (chat: Locator): Locator => chat.getByRole('button', { name: /^Photo.*: open full screen$/ });

/** Opens a chat on its own page; `origin` for browsers without a base URL. */
export async function openChat(page: Page, chatId: string, origin = ''): Promise<Locator> {
  await page.goto(`${origin}/chat/${chatId}`);
  const chat = windowOf(page);
  await fieldOf(chat).waitFor();
  return chat;
}

/** Sends a text with the button, as on a phone, where Enter starts a new line. */
export async function sendWithButton(chat: Locator, text: string): Promise<void> {
  await fieldOf(chat).fill(text);
  await chat.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(fieldOf(chat)).toHaveValue('');
  await expect(messageOf(chat, text).last()).toBeVisible();
}

export interface PhotoFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Returns an image file of one color, each channel 0 or 255. */
export async function makePhoto(colour: readonly [number, number, number], type: 'jpeg' | 'png'): Promise<PhotoFile> {
  const [r, g, b] = colour;
  const image = sharp({ create: { width: 1_200, height: 800, channels: 3, background: { r, g, b } } });
  return { name: `lamp.${type}`, mimeType: `image/${type}`, buffer: await image.toFormat(type).toBuffer() };
}

/** Attaches files with the button and waits until they can be sent. */
export async function attach(chat: Locator, files: readonly PhotoFile[]): Promise<void> {
  await chat
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
  await expect(chat.getByRole('list', { name: 'Attached photos' }).getByRole('img')).toHaveCount(files.length);
}

/** Reads a pixel of each photo of a chat, channels rounded to 0 or 255: proof that its bytes are loaded. */
export const readColours = (chat: Locator): Promise<number[][]> =>
  photosOf(chat)
    .getByRole('img')
    .evaluateAll((images) =>
      images.map((image) => {
        const canvas = document.createElement('canvas');
        const context = canvas.getContext('2d');
        context?.drawImage(image as HTMLImageElement, 0, 0);
        const pixel = context?.getImageData(4, 4, 1, 1).data.slice(0, 3) ?? [];
        return [...pixel].map((part) => Math.round(part / 255) * 255);
      }),
    );

/** Rows of a chat in a browser's database. */
export interface StoredChat {
  /** In the order of their sequence numbers. */
  readonly messages: Message[];
  /** Texts of the messages of all chats in the outbox, the oldest first. */
  readonly waiting: string[];
  readonly unread: number | undefined;
}

/** Reads a user's chat straight from a browser's database. */
export function readStoredChat(page: Page, user: string, chatId: string): Promise<StoredChat> {
  return page.evaluate(
    async ({ name, id }) => {
      const settle = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const database = await settle(indexedDB.open(name));
      try {
        const transaction = database.transaction(['messages', 'operations', 'chats']);
        const readAll = (store: string): Promise<unknown[]> => settle(transaction.objectStore(store).getAll());
        const messages = (await readAll('messages')) as Message[];
        const outbox = (await readAll('operations')) as {
          ackEpoch: string;
          mutation: { name: string; args: { content: string } };
        }[];
        const chats = (await readAll('chats')) as { id: string; unread_count: number }[];
        return {
          messages: messages.filter(({ chat_id }) => chat_id === id).sort((a, b) => a.seq - b.seq),
          waiting: outbox
            .filter(({ ackEpoch, mutation }) => ackEpoch === '' && mutation.name === 'sendMessage')
            .map(({ mutation }) => mutation.args.content),
          unread: chats.find((chat) => chat.id === id)?.unread_count,
        };
      } finally {
        database.close();
      }
    },
    { name: userDatabaseName(user), id: chatId },
  );
}

/** Reads a user's messages of a chat from a browser's database, in sequence order. */
export const readStoredMessages = async (page: Page, user: string, chatId: string): Promise<Message[]> =>
  (await readStoredChat(page, user, chatId)).messages;

/** Reads all messages of a chat from the server, in order; `page` must be a member's. */
export function readServerMessages(page: Page, chatId: string): Promise<Message[]> {
  return page.evaluate(async (id) => {
    const messages: Message[] = [];
    for (;;) {
      const [oldest] = messages;
      const query = oldest ? `?before=${oldest.seq}` : '';
      const reply = await fetch(`/api/chats/${id}/messages${query}`);
      if (!reply.ok) throw new Error(await reply.text());
      const older = (await reply.json()) as Message[];
      if (older.length === 0) return messages;
      messages.unshift(...older);
    }
  }, chatId);
}
