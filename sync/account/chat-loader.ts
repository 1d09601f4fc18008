import { photoPathSchema } from '#contract/chat.ts';
import { ApiError } from '#contract/errors.ts';
import { listMessages } from '#contract/http/chats.ts';
import type { ApiClient } from '../server/api-client.ts';
import { addOlderMessages, findOldest } from './apply-chats.ts';
import { cachePhoto } from './cache-photo.ts';
import type { UserStore } from './user-store.ts';

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
