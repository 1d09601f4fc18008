import { chatIdSchema, photoPathSchema } from '#contract/chats/chat.ts';
import { ApiError } from '#contract/http/errors.ts';
import { listOlderChats } from '#contract/http/account.ts';
import { listMessages } from '#contract/http/chats.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { addOlderChats, addOlderMessages, findOldest } from './apply-chats.ts';
import { cachePhoto } from './cache-photo.ts';
import { findOlderChats } from './read-chats.ts';
import type { UserStore } from '../store/user-store.ts';

export interface ChatLoaderOptions {
  readonly store: UserStore;
  readonly client: ApiClient;
  /** Wall time in ms. */
  readonly now: () => number;
}

/** Fetches chat data that is not on the device: concurrent requests for the same thing share one call. */
export class ChatLoader {
  readonly #options: ChatLoaderOptions;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(options: ChatLoaderOptions) {
    this.#options = options;
  }

  /** Fetches messages older than those on the device; returns whether the server has still older ones. @throws as ApiClient */
  loadOlder(chatId: string): Promise<{ readonly hasOlder: boolean }> {
    return this.#once(chatId, async () => {
      const { store, client } = this.#options;
      const { seq: before, epoch } = await store.run((database) => findOldest(database, chatId));
      if (before === 1) return { hasOlder: false };
      const older = await client.call(listMessages, { params: { chatId }, query: { before } }, { priority: 'high' });
      const oldest = await store.run((database) => addOlderMessages(database, chatId, older, epoch));
      return { hasOlder: oldest > 1 && older.length > 0 };
    });
  }

  /**
   * Fetches chats that are older than those on the device, or that it did not receive for another reason; returns whether the server has
   * still older ones. @throws as ApiClient
   */
  loadOlderChats(): Promise<{ readonly hasOlder: boolean }> {
    return this.#once('older chats', async () => {
      const { store, client } = this.#options;
      for (;;) {
        const place = await store.run(findOlderChats);
        if (place === null) return { hasOlder: false };
        const query = place === 'start' ? {} : place;
        const page = await client.call(listOlderChats, { query }, { priority: 'high' });
        const added = await store.run((database) => addOlderChats(database, page, page.next));
        // Pages of chats that are on the device already add none.
        if (added !== 0 || page.next === null) return { hasOlder: page.next !== null };
      }
    });
  }

  /** Fetches a chat unless it is on the device. @throws as ApiClient */
  loadChat(chatId: string): Promise<undefined> {
    return this.#once(`chat ${chatId}`, async () => {
      const { store, client } = this.#options;
      if (!chatIdSchema.safeParse(chatId).success) throw new ApiError('not-found');
      const found = await client.call(listOlderChats, { query: { chat: chatId } }, { priority: 'high' });
      await store.run((database) => addOlderChats(database, found));
      return undefined;
    });
  }

  /** Fetches a photo unless it is on the device. @throws as ApiClient */
  loadPhoto(path: string): Promise<undefined> {
    return this.#once(path, async () => {
      const { store, client, now } = this.#options;
      if (!photoPathSchema.safeParse(path).success) throw new ApiError('not-found');
      if ((await store.run((database) => database.photos.where('path').equals(path).count())) > 0) return undefined;
      const blob = await client.fetchImage(path, { priority: 'high' });
      await store.run((database) => cachePhoto(database, { path, blob, keptAtMs: now() }));
      return undefined;
    });
  }

  #once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) as Promise<T> | undefined;
    if (running) return running;
    const started = load().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
