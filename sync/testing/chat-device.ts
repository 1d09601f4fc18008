import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { MessageView, UserData } from '../api/account-api.ts';
import { ChatLoader } from '../account/chats/chat-loader.ts';
import { openUserData } from '../account/open-user-data.ts';
import type { AccountCursor } from '../account/store/user-database.ts';
import { UserStore } from '../account/store/user-store.ts';
import { createApiClient } from '../server/api-client.ts';
import { applyAnswer } from './apply-answer.ts';
import type { AccountServer, Fault } from './account-server.ts';
import { AccountExchange } from '../account/exchange.ts';
import { PhotoUploads } from '../account/outbox/photo-uploads.ts';

export const SHOP = 'http://shop.example';
const never = new AbortController().signal;
export const BUYER = 'alice';
export const SELLER = 'sam';
export const CHAT = chatIdOf(BUYER, 7);

/** A device of a chat member: its rows as the page has them, and the leader's sync. */
export class ChatDevice {
  readonly server: AccountServer;
  readonly data: UserData;
  readonly store: UserStore;
  readonly loader: ChatLoader;
  readonly #uploads: PhotoUploads;
  #exchange: AccountExchange;
  #nowMs = 0;
  /** Milliseconds by which the clock of uploads is ahead. */
  laterMs = 0;

  constructor(server: AccountServer) {
    this.server = server;
    const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
    const client = createApiClient(SHOP, server.fetch);
    this.data = openUserData(server.sub, idb);
    this.store = new UserStore(server.sub, idb);
    this.loader = new ChatLoader({ store: this.store, client, now: () => ++this.#nowMs });
    this.#uploads = new PhotoUploads({
      store: this.store,
      client,
      user: server.sub,
      now: () => Date.now() + this.laterMs,
      onReleased: () => undefined,
    });
    this.#exchange = this.#start();
  }

  /** Uploads and exchanges until nothing is left or a call fails; returns whether all succeeded. */
  async exchange(fault: Fault = 'none'): Promise<boolean> {
    this.server.fault = fault;
    this.#nowMs += 60_000;
    try {
      await this.#exchange.run(never, () => undefined);
      await this.#uploads.run(never, () => undefined);
      await this.#exchange.run(never, () => undefined);
      return true;
    } catch {
      return false;
    } finally {
      this.server.fault = 'none';
    }
  }

  /** Another tab leads now, without knowledge of what this one has sent. */
  handOver(): void {
    this.#exchange = this.#start();
  }

  async say(content: string, chatId = CHAT, photos = 0): Promise<void> {
    const paths: string[] = [];
    for (let count = 0; count < photos; count++)
      paths.push(await this.data.chats.addPhoto(chatId, new Blob([content])));
    await this.data.chats.send(chatId, { content, photos: paths });
  }

  async look(chatId = CHAT): Promise<readonly MessageView[]> {
    return (await this.data.chats.messages(chatId, 1_000)).messages;
  }

  async states(chatId = CHAT): Promise<string[]> {
    return (await this.look(chatId)).map(({ content, state }) => `${content} ${state}`);
  }

  close(): void {
    this.data.close();
    this.store.close();
  }

  #start(): AccountExchange {
    return new AccountExchange({
      store: this.store,
      client: createApiClient(SHOP, this.server.fetch),
      user: this.server.sub,
      now: () => 1,
      monotonicNow: () => this.#nowMs,
      random: () => 1,
    });
  }
}

/** Starts a chat about a product. */
export const startChat = (device: ChatDevice, product_id = 7): Promise<string> =>
  device.data.chats.start({ product_id, title: '', preview: '', placeholder: '', buyer_name: '' });
/** Applies changes of chats, as of an answer. */
export const applyChats = async (
  { store, server }: ChatDevice,
  changes: AccountChanges['chats'],
  asked?: AccountCursor,
): Promise<boolean> =>
  applyAnswer(store, {
    asked,
    changes: {
      epoch: server.epoch,
      user: { sub: server.sub, name: '', email: '', picture: '' },
      cart: { seq: 0 },
      orders: { seq: 0, changed: [], removed: [], isReset: false, more: false },
      chats: changes,
    },
  });
