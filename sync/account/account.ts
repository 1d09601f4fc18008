import { getPushKey, subscribePush, unsubscribePush } from '#contract/http/push.ts';
import { createSession, getSignIn } from '#contract/http/session.ts';
import type { DownMessage } from '#contract/realtime/down.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import type { ShopKey } from '#contract/shops.ts';
import { settleWithin } from '../database/settle-within.ts';
import type { UserDatabaseOptions } from '../database/user-database.ts';
import { createApiClient } from '../server/api-client.ts';
import type { ApiClient } from '../server/api-client.ts';
import { OutboxFlusher } from '../outbox/flush-outbox.ts';
import { OutboxSync } from '../outbox/outbox-sync.ts';
import type { OutboxSyncOptions } from '../outbox/outbox-sync.ts';
import { PhotoUploads } from '../outbox/photo-uploads.ts';
import { createOutboxRecord } from '../outbox/outbox-record.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type { TabChannel } from '../tabs/tab-channel.ts';
import type {
  AccountApi,
  CallResult,
  Purchase,
  PurchaseInput,
  PushSubscriptionInput,
  Session,
  SignInOptions,
} from './account-api.ts';
import { toCallResult } from './call-result.ts';
import { ChatLoader } from './chat-loader.ts';
import { deleteUserData } from './delete-user-data.ts';
import { purchase } from './purchases.ts';
import { SessionRevocation } from './session-revocation.ts';
import { Typing } from './typing.ts';
import type { TypingEvent } from './typing.ts';
import { UserStore } from './user-store.ts';

/** What several writes of one moment take to come together. */
const GATHER_MS = 10;
/** The parts of a page come in any order: so long what shows a chat waits for what names the user. */
const NAMING_MS = 10_000;
/** Views are nobody's hurry. */
const GATHER_VIEWS_MS = 2_000;

export interface AccountOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly locks: LockRequester | undefined;
  readonly isVisible: () => boolean;
  readonly now: () => number;
  readonly monotonicNow: () => number;
  readonly random: () => number;
  readonly userDatabases?: UserDatabaseOptions | undefined;
  readonly channel: Pick<TabChannel, 'send'>;
  /** Sends over the socket of whichever tab has it; lost without one. */
  readonly sendUp: (message: UpMessage) => void;
  /** Somebody of one of the user's chats types, or has stopped. */
  readonly onTyping: (event: TypingEvent) => void;
  /** A newer version of the app has the user's database. */
  readonly onOutdated?: () => void;
  /** Another session than before: other tabs and the socket must know. */
  readonly onSession: (sub: string | null) => void;
}

/** Who is signed in, with what belongs to them alone. */
interface OpenUser {
  readonly sub: string;
  readonly store: UserStore;
  readonly chats: ChatLoader;
}

/** What one tab does for the visitor's account: calls that need the server, and, while it leads, the exchange of both outboxes. */
export class Account implements AccountApi {
  readonly #options: AccountOptions;
  readonly #client: ApiClient;
  readonly #sessionRevocation: SessionRevocation;
  readonly #typing: Typing;
  #visitorStore: UserStore | undefined;
  #user: OpenUser | undefined;
  readonly #named = Promise.withResolvers<void>();
  #leaving: Promise<void> | undefined;
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
    if (this.#user?.sub === (sub ?? undefined) && !this.#user?.store.isClosed) return;
    this.#outboxSyncs.user?.close();
    this.#outboxSyncs.user = undefined;
    this.#user?.store.close();
    this.#typing.clear();
    this.#user = sub === null ? undefined : this.#open(sub);
    if (this.#user) this.#named.resolve();
    if (this.#isLeading) this.#startUserSync();
  }

  signInOptions(): Promise<CallResult<SignInOptions>> {
    return toCallResult(this.#client.call(getSignIn, {}, { priority: 'high' }));
  }

  async signIn(credential: string): Promise<CallResult<Session>> {
    const open = (): Promise<Session> =>
      this.#client.call(createSession, { query: {}, body: { credential } }, { priority: 'high' });
    // Rows that are being removed must not be those of the next session.
    await this.#leaving?.catch(() => undefined);
    const result = await toCallResult(this.#sessionRevocation.replace(open));
    if (!result.ok) return result;
    const { sub } = result.value.user;
    await this.followSession(sub);
    // Storage that fails does not undo a sign-in.
    await this.#user?.store.noteState({ needsSignIn: false, problem: null }).catch(() => undefined);
    this.#options.onSession(sub);
    return result;
  }

  signOut(sub: string): Promise<void> {
    this.#leaving = this.#leave(sub);
    return this.#leaving;
  }

  /** Somebody signed in or out, here or in another tab. */
  async followSession(sub: string | null): Promise<void> {
    await this.setUser(sub);
    this.wake();
  }

  async createPurchase(input: PurchaseInput): Promise<CallResult<Purchase>> {
    if (!this.#user) return { ok: false, problem: 'device-error' };
    const result = await purchase(this.#user.store, this.#client, this.#options.now, input);
    this.#outboxSyncs.user?.poke();
    return result;
  }

  async syncAccount(): Promise<void> {
    this.wake();
  }

  async loadOlderMessages(chatId: string): Promise<CallResult<{ readonly hasOlder: boolean }>> {
    await settleWithin(this.#named.promise, NAMING_MS);
    if (!this.#user) return { ok: false, problem: 'device-error' };
    return toCallResult(this.#user.chats.loadOlder(chatId));
  }

  async loadPhoto(path: string): Promise<CallResult<undefined>> {
    await settleWithin(this.#named.promise, NAMING_MS);
    if (!this.#user) return { ok: false, problem: 'device-error' };
    return toCallResult(this.#user.chats.loadPhoto(path));
  }

  async setTyping(chatId: string, isTyping: boolean): Promise<void> {
    if (this.#user) this.#typing.say(this.#user.sub, chatId, isTyping);
  }

  /** What the leading tab's socket heard; every tab is told. */
  hear(message: DownMessage): void {
    if (!('event' in message)) return;
    if (message.event === 'typing' || message.event === 'stopTyping') {
      const heard = { ...message.data, isTyping: message.event === 'typing' };
      this.#options.channel.send({ type: 'typing', ...heard });
      this.noteTyping(heard);
    } else if (message.event === 'cartChanged' || message.event === 'ordersChanged' || message.event === 'chatsChanged')
      this.#outboxSyncs.user?.poke();
  }

  /** What another tab heard. */
  noteTyping(heard: TypingEvent): void {
    this.#typing.note(heard);
  }

  pushKey(): Promise<CallResult<string>> {
    return toCallResult(this.#client.call(getPushKey, {}).then(({ key }) => key));
  }

  subscribePush(subscription: PushSubscriptionInput): Promise<CallResult<undefined>> {
    return toCallResult(this.#client.call(subscribePush, { body: subscription }));
  }

  unsubscribePush(endpoint: string): Promise<CallResult<undefined>> {
    return toCallResult(this.#client.call(unsubscribePush, { body: { endpoint } }));
  }

  /** Puts a view into the visitor's outbox; one that cannot be kept is a count less. */
  async recordView(shop: ShopKey, id: number): Promise<void> {
    const record = createOutboxRecord({ name: 'recordView', args: { shop, id } }, null);
    await this.#visitor()
      .run((database) => database.outbox.add(record))
      .catch(() => undefined);
  }

  /** This tab leads now: it sends for all tabs. */
  startLeading(): void {
    if (this.#isLeading) return;
    this.#isLeading = true;
    this.#outboxSyncs.visitor = this.#keep(this.#visitor(), null, {
      first: () => this.#sessionRevocation.send({ isNoted: true }),
      gatherMs: GATHER_VIEWS_MS,
    });
    this.#startUserSync();
  }

  stopLeading(): void {
    this.#isLeading = false;
    for (const keeper of Object.values(this.#outboxSyncs)) keeper?.close();
    this.#outboxSyncs = {};
  }

  wake(): void {
    for (const keeper of Object.values(this.#outboxSyncs)) keeper?.wake();
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

  async #leave(sub: string): Promise<void> {
    const isNoted = await this.#sessionRevocation.request().then(
      () => true,
      () => false,
    );
    await this.setUser(null);
    await deleteUserData(sub, this.#options.userDatabases);
    // What does not get through now goes with the next exchange.
    await this.#sessionRevocation.send({ isNoted }).catch(() => undefined);
    this.#options.onSession(null);
  }

  #visitor(): UserStore {
    if (!this.#visitorStore || this.#visitorStore.isClosed)
      this.#visitorStore = new UserStore(null, this.#options.userDatabases);
    return this.#visitorStore;
  }

  #open(sub: string): OpenUser {
    const { userDatabases, onOutdated } = this.#options;
    const store = new UserStore(sub, { ...userDatabases, ...(onOutdated && { onOutdated }) });
    // Opened in every tab, also where another one leads: each must hear when a newer version wants the database.
    store.database.open().catch(() => undefined);
    return { sub, store, chats: new ChatLoader({ store, client: this.#client, now: this.#options.now }) };
  }

  #startUserSync(): void {
    if (!this.#user) return;
    const { sub, store } = this.#user;
    this.#outboxSyncs.user = this.#keep(store, sub, {
      gatherMs: GATHER_MS,
      createUploads: (onReleased) =>
        new PhotoUploads({ store, client: this.#client, user: sub, now: this.#options.now, onReleased }),
    });
  }

  #keep(
    store: UserStore,
    user: string | null,
    more: Pick<OutboxSyncOptions, 'gatherMs' | 'first' | 'createUploads'>,
  ): OutboxSync {
    const { now, monotonicNow, random, isVisible } = this.#options;
    const drain = new OutboxFlusher({ store, client: this.#client, user, now, monotonicNow, random });
    return new OutboxSync({ ...more, store, drain, now, monotonicNow, random, isVisible });
  }
}
