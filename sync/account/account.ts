import { createSession, openChatSession } from '#contract/http/session.ts';
import type { News } from '#contract/realtime/news.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { WatchList } from '#contract/products/watch.ts';
import { settleWithin } from '../database/settle-within.ts';
import type { UserDatabaseOptions } from './store/user-database.ts';
import {
  beginUserDatabase,
  deleteDatabase,
  deleteEndedDatabases,
  endUserDatabase,
  findUserDatabase,
} from './store/user-index.ts';
import { createApiClient } from '../server/api-client.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { Clocks } from '../server/clocks.ts';
import { toCallResult } from '../server/call-result.ts';
import { AccountExchange } from './exchange.ts';
import type { AccountExchangeOptions } from './exchange.ts';
import { OutboxSync } from './outbox/outbox-sync.ts';
import type { OutboxSyncOptions } from './outbox/outbox-sync.ts';
import { uploadPhotos } from './outbox/photo-uploads.ts';
import * as accountEndpoints from '../api/account-endpoints.ts';
import { createOutboxRecord, createWriteIdentity } from '../api/outbox-record.ts';
import { addOperations, OUTBOX_TABLES } from '../outbox/operations-table.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type { TabChannel } from '../tabs/tab-channel.ts';
import type {
  AccountApi,
  AccountCalls,
  Purchase,
  PurchaseInput,
  PushSubscriptionInput,
  Session,
} from '../api/account-api.ts';
import { namedCalls } from '../api/calls.ts';
import type { CallResult } from '../api/calls.ts';
import { ChatLoader } from './chats/chat-loader.ts';
import { purchase } from './purchases.ts';
import { sendWatches } from './send-watches.ts';
import { SessionRevocation } from './session-revocation.ts';
import { Typing } from './chats/typing.ts';
import type { TypingEvent } from './chats/typing.ts';
import { UserStore } from './store/user-store.ts';

/** A user's operations are sent without a further wait: `watchOperations` reports a burst of them together, not each write. */
const GATHER_MS = 0;
/** Parts of a page load in any order: a call for a chat waits this long for `setUser`. */
const SET_USER_WAIT_MS = 10_000;
/** Views are not urgent. */
const GATHER_VIEWS_MS = 2_000;
/** A product that a tab shows again within this time does not count as viewed again. */
const VIEW_REPEAT_MS = 30 * 60_000;

export interface AccountOptions extends Clocks {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly locks: LockRequester | undefined;
  readonly isVisible: () => boolean;
  readonly userDatabases?: UserDatabaseOptions | undefined;
  readonly channel: Pick<TabChannel, 'send'>;
  /** Sends a message over the socket of the tab that has one; without a socket, the message is lost. */
  readonly sendUp: (message: UpMessage) => void;
  readonly onTyping: (event: TypingEvent) => void;
  /** Called when a newer version of the app owns the user's database. */
  readonly onOutdated?: () => void;
  /** Called when the session has changed: other tabs and the socket must follow. */
  readonly onSession: (sub: string | null) => void;
}

/** The signed-in user, with their data. */
interface OpenUser {
  readonly sub: string;
  readonly store: UserStore;
  readonly chats: ChatLoader;
}

/** One tab's part of the account: calls that need the server and, while the tab leads, the sync of the visitor's and the user's outbox. */
export class Account implements AccountApi {
  readonly calls: AccountCalls = namedCalls((name, input) =>
    // oxlint-disable-next-line import/namespace -- the compiler checks the names
    toCallResult(this.#client.call(accountEndpoints[name], input, { priority: 'high' })),
  );
  readonly #options: AccountOptions;
  readonly #client: ApiClient;
  readonly #sessionRevocation: SessionRevocation;
  readonly #typing: Typing;
  #visitorStore: UserStore | undefined;
  #user: OpenUser | undefined;
  readonly #userKnown = Promise.withResolvers<void>();
  #signingOut: Promise<void> | undefined;
  readonly #viewedAtMs = new Map<string, number>();
  #isLeading = false;
  #outboxSyncs: { visitor?: OutboxSync | undefined; user?: OutboxSync | undefined } = {};

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#client = createApiClient(options.origin, options.fetch);
    this.#sessionRevocation = new SessionRevocation({
      store: () => this.#visitor(),
      client: this.#client,
      locks: options.locks,
    });
    this.#typing = new Typing(options);
  }

  async setUser(sub: string | null): Promise<void> {
    if (this.#user?.sub !== (sub ?? undefined)) this.#switchUser(sub);
    else if (this.#user) void this.#reopenIfReplaced(this.#user);
  }

  /** Opens the user's current database if the open one was closed, or if a new sign-in in another tab replaced it unnoticed by this tab. */
  async #reopenIfReplaced(user: OpenUser): Promise<void> {
    const { store } = user;
    const isOver = (await store.isReplaced()) || (store.isClosed && (await store.isCurrent()));
    if (isOver && this.#user === user) this.#switchUser(user.sub);
  }

  #switchUser(sub: string | null): void {
    this.#outboxSyncs.user?.close();
    this.#outboxSyncs.user = undefined;
    this.#user?.store.close();
    this.#typing.clear();
    this.#user = sub === null ? undefined : this.#open(sub);
    if (this.#user) this.#userKnown.resolve();
    if (this.#isLeading) this.#startUserSync();
  }

  signIn(credential: string): Promise<CallResult<Session>> {
    const input = { query: {}, body: { credential } };
    return this.#begin(() => this.#client.call(createSession, input, { priority: 'high' }));
  }

  answerChats(adminToken: string): Promise<CallResult<Session>> {
    const headers = { authorization: `Bearer ${adminToken}` };
    return this.#begin(() => this.#client.call(openChatSession, {}, { priority: 'high', headers }));
  }

  async #begin(open: () => Promise<Session>): Promise<CallResult<Session>> {
    // The next session must not begin with the database of the one that ends.
    await this.#signingOut?.catch(() => undefined);
    const result = await toCallResult(this.#sessionRevocation.replace(open));
    if (!result.ok) return result;
    const { sub } = result.value.user;
    // If the index cannot be written, other tabs open the session's rows only when the tabs are reloaded.
    await beginUserDatabase(sub, this.#options.userDatabases).catch(() => undefined);
    await this.followSession(sub);
    // A storage failure does not undo a sign-in.
    await this.#user?.store.noteState({ needsSignIn: false, problem: null }).catch(() => undefined);
    this.#options.onSession(sub);
    return result;
  }

  signOut(sub: string): Promise<void> {
    this.#signingOut = this.#endSession(sub);
    return this.#signingOut;
  }

  async followSession(sub: string | null): Promise<void> {
    await this.setUser(sub);
    this.wake();
  }

  async createPurchase(input: PurchaseInput): Promise<CallResult<Purchase>> {
    if (!this.#user) return { ok: false, problem: 'device-error' };
    const context = this.#contextOf(this.#user.store);
    const exchange = new AccountExchange(context);
    const flush = (): Promise<void> => exchange.run(new AbortController().signal, () => undefined);
    const result = await purchase({ ...context, flush }, input);
    this.#outboxSyncs.user?.poke();
    return result;
  }

  async syncAccount(): Promise<void> {
    this.wake();
  }

  loadOlderMessages(chatId: string): Promise<CallResult<{ readonly hasOlder: boolean }>> {
    return this.#withChats((chats) => chats.loadOlder(chatId));
  }

  loadOlderChats(): Promise<CallResult<{ readonly hasOlder: boolean }>> {
    return this.#withChats((chats) => chats.loadOlderChats());
  }

  loadChat(chatId: string): Promise<CallResult<undefined>> {
    return this.#withChats((chats) => chats.loadChat(chatId));
  }

  loadPhoto(path: string): Promise<CallResult<undefined>> {
    return this.#withChats((chats) => chats.loadPhoto(path));
  }

  async #withChats<T>(load: (chats: ChatLoader) => Promise<T>): Promise<CallResult<T>> {
    await settleWithin(this.#userKnown.promise, SET_USER_WAIT_MS);
    return this.#user ? toCallResult(load(this.#user.chats)) : { ok: false, problem: 'device-error' };
  }

  async setTyping(chatId: string, isTyping: boolean): Promise<void> {
    if (this.#user) this.#typing.send(this.#user.sub, chatId, isTyping);
  }

  /** Handles a message of the leader's socket; typing is passed on to the other tabs. */
  receive(message: News): void {
    if (message.event === 'typing' || message.event === 'stopTyping') {
      const event = { ...message.data, isTyping: message.event === 'typing' };
      this.#options.channel.send({ type: 'typing', ...event });
      this.receiveTyping(event);
    } else if (message.event === 'cartChanged' || message.event === 'ordersChanged' || message.event === 'chatsChanged')
      this.#outboxSyncs.user?.poke();
  }

  receiveTyping(event: TypingEvent): void {
    this.#typing.receive(event);
  }

  sendWatches(subscription: PushSubscriptionInput, list: WatchList): Promise<CallResult<undefined>> {
    return toCallResult(sendWatches(this.#client, subscription, list));
  }

  /** Adds a view to the visitor's outbox; a repeated one, and one that cannot be stored, is not counted. */
  async recordView(shop: ShopKey, id: number): Promise<void> {
    const key = `${shop}/${id}`;
    const nowMs = this.#options.monotonicNow();
    if (nowMs - (this.#viewedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < VIEW_REPEAT_MS) return;
    this.#viewedAtMs.set(key, nowMs);
    const record = createOutboxRecord(createWriteIdentity(), { name: 'recordView', args: { shop, id } }, null);
    await this.#visitor()
      .run((database) => database.transaction('rw', OUTBOX_TABLES, async () => addOperations(database, [record])))
      .catch(() => undefined);
  }

  /** This tab leads now: it sends for all tabs. */
  startLeading(): void {
    if (this.#isLeading) return;
    this.#isLeading = true;
    void deleteEndedDatabases(this.#options.userDatabases);
    this.#outboxSyncs.visitor = this.#startSync(this.#visitor(), {
      first: () => this.#sessionRevocation.send({ isNoted: true }),
      gatherMs: GATHER_VIEWS_MS,
    });
    this.#startUserSync();
  }

  stopLeading(): void {
    this.#isLeading = false;
    for (const sync of Object.values(this.#outboxSyncs)) sync?.close();
    this.#outboxSyncs = {};
  }

  wake(): void {
    for (const sync of Object.values(this.#outboxSyncs)) sync?.wake();
  }

  wakeAfterConnect(): void {
    this.#outboxSyncs.user?.wakeAfterConnect();
  }

  close(): void {
    this.stopLeading();
    this.#typing.clear();
    this.#user?.store.close();
    this.#visitorStore?.close();
  }

  async #endSession(sub: string): Promise<void> {
    const isNoted = await this.#sessionRevocation.request().then(
      () => true,
      () => false,
    );
    await this.setUser(null);
    await this.#endDatabase(sub);
    // A failed revocation is repeated with the next exchange.
    await this.#sessionRevocation.send({ isNoted }).catch(() => undefined);
    this.#options.onSession(null);
  }

  /** Deletes the user's rows and operations; if another tab blocks their database, a later attempt deletes it. */
  async #endDatabase(sub: string): Promise<void> {
    const { userDatabases = {} } = this.#options;
    try {
      await endUserDatabase(sub, userDatabases);
      void deleteEndedDatabases(userDatabases);
    } catch {
      // The index cannot be written, so the next session would find the same database: it is deleted at once.
      const name = await findUserDatabase(sub, userDatabases).catch(() => undefined);
      if (name !== undefined) await deleteDatabase(name, userDatabases);
    }
  }

  #visitor(): UserStore {
    if (!this.#visitorStore || this.#visitorStore.isClosed)
      this.#visitorStore = new UserStore(null, this.#options.userDatabases);
    return this.#visitorStore;
  }

  #open(sub: string): OpenUser {
    const { userDatabases, onOutdated } = this.#options;
    const store = new UserStore(sub, { ...userDatabases, ...(onOutdated && { onOutdated }) });
    // Opened in every tab, not only the leader's: each must notice when a newer version claims the database.
    store.cursor().catch(() => undefined);
    return { sub, store, chats: new ChatLoader(this.#contextOf(store)) };
  }

  #startUserSync(): void {
    if (!this.#user) return;
    const { store } = this.#user;
    this.#outboxSyncs.user = this.#startSync(store, {
      gatherMs: GATHER_MS,
      uploadPhotos: (run) => uploadPhotos(this.#contextOf(store), run),
    });
  }

  #startSync(store: UserStore, more: Pick<OutboxSyncOptions, 'gatherMs' | 'first' | 'uploadPhotos'>): OutboxSync {
    const exchange = new AccountExchange(this.#contextOf(store));
    return new OutboxSync({ ...this.#options, ...more, store, exchange });
  }

  #contextOf(store: UserStore): AccountExchangeOptions {
    return { ...this.#options, store, client: this.#client };
  }
}
