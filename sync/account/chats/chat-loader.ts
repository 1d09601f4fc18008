import { photoPathSchema } from '#contract/chats/chat.ts';
import { chatIdSchema } from '#contract/chats/chat-id.ts';
import type { EndpointInput } from '#contract/http/endpoint.ts';
import { ApiError } from '#contract/http/errors.ts';
import { listOlderChats } from '#contract/http/account.ts';
import type { OlderChats } from '#contract/http/account.ts';
import { listMessages } from '#contract/http/chats.ts';
import { ask } from '../../database/answer.ts';
import type { Answer, Rows } from '../../database/answer.ts';
import { addOlderChats, addOlderMessages, chatRows, findEdge } from './apply-chats.ts';
import { cachePhoto } from './cache-photo.ts';
import { findOlderChats } from './read-chats.ts';
import type { ChatPlace, UserDatabase } from '../store/user-database.ts';
import type { UserContext } from '../store/user-store.ts';

const ALL_CHATS = chatRows(async () => ({}));

/** The place in the list of chats where those on the device end. */
const OLDER_CHATS = chatRows(async (database): Promise<Partial<ChatPlace>> => {
  const place = await findOlderChats(database);
  return place === 'start' || place === null ? {} : place;
});

/** Fetches chat data that is not on the device: concurrent requests for the same thing share one call. */
export class ChatLoader {
  readonly #options: UserContext;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(options: UserContext) {
    this.#options = options;
  }

  /** Fetches messages older than those on the device; returns whether there are even older ones. @throws as ApiClient, and as `addOlderMessages` */
  loadOlder(chatId: string): Promise<{ readonly hasOlder: boolean }> {
    return this.#once(chatId, async () => {
      const { store, client } = this.#options;
      for (;;) {
        const rows = chatRows((database) => findEdge(database, chatId));
        const answer = await ask(store, rows, async ({ seq, isStored }) => {
          if (seq === 0 || (seq === 1 && isStored)) return [];
          const before = seq === undefined ? undefined : seq + 1;
          return client.call(listMessages, { params: { chatId }, query: { before } }, { priority: 'high' });
        });
        const hasOlder = await answer.store(addOlderMessages);
        if (hasOlder !== undefined) return { hasOlder };
      }
    });
  }

  /** Fetches chats older than those on the device; returns whether the server has even older ones. @throws as ApiClient */
  loadOlderChats(): Promise<{ readonly hasOlder: boolean }> {
    return this.#once('older chats', async () => {
      for (;;) {
        const { store } = this.#options;
        if ((await store.run(findOlderChats)) === null) return { hasOlder: false };
        const answer = await this.#askForChats(OLDER_CHATS, ({ before, chat }) => ({ before, chat }));
        const stored = await answer.store(async (database, page) => {
          const added = await addOlderChats(database, page, page.next);
          // A page whose chats are all on the device already adds none: the next page is fetched.
          return { isDone: added !== 0 || page.next === null, hasOlder: page.next !== null };
        });
        if (stored?.isDone) return { hasOlder: stored.hasOlder };
      }
    });
  }

  /** Fetches a chat, and stores it if it is not on the device. @throws as ApiClient */
  loadChat(chatId: string): Promise<undefined> {
    return this.#once(`chat ${chatId}`, async () => {
      if (!chatIdSchema.safeParse(chatId).success) throw new ApiError('not-found');
      for (;;) {
        const found = await this.#askForChats(ALL_CHATS, () => ({ chat: chatId }));
        const added = await found.store((database, page) => addOlderChats(database, page));
        if (added !== undefined) return undefined;
      }
    });
  }

  /** Fetches a photo unless it is on the device. @throws as ApiClient */
  loadPhoto(path: string): Promise<undefined> {
    return this.#once(path, async () => {
      const { store, client, now } = this.#options;
      if (!photoPathSchema.safeParse(path).success) throw new ApiError('not-found');
      for (;;) {
        if ((await store.run((database) => database.photos.where('path').equals(path).count())) > 0) return undefined;
        const fetched = await ask(store, ALL_CHATS, () => client.fetchImage(path, { priority: 'high' }));
        if (await cachePhoto(fetched, path, now())) return undefined;
      }
    });
  }

  #askForChats<Known extends object>(
    rows: Rows<UserDatabase, Known>,
    toQuery: (known: Known) => EndpointInput<typeof listOlderChats>['query'],
  ): Promise<Answer<UserDatabase, Known, OlderChats>> {
    const { store, client } = this.#options;
    return ask(store, rows, async (known) => {
      const page = await client.call(listOlderChats, { query: toQuery(known) }, { priority: 'high' });
      // The browser sends the session of the last sign-in, which may be another user's, opened in another tab a moment ago.
      if (page.user !== undefined && page.user !== store.sub) throw new ApiError('identity-mismatch');
      return page;
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
