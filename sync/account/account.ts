import { getPushKey, subscribePush, unsubscribePush } from '#contract/http/push.ts';
import { createSession, getSignIn } from '#contract/http/session.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { UserDatabaseOptions } from '../database/user-database.ts';
import { createApiClient } from '../http/api-client.ts';
import type { ApiClient } from '../http/api-client.ts';
import { OutboxDrain } from '../outbox/drain-outbox.ts';
import { OutboxKeeper } from '../outbox/outbox-keeper.ts';
import { toWaiting } from '../outbox/to-waiting.ts';
import type { LockRequester } from '../worker/leader.ts';
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
import { deleteUserData } from './delete-user-data.ts';
import { purchase } from './purchases.ts';
import { SessionEnd } from './session-end.ts';
import { UserStore } from './user-store.ts';

/** What several writes of one moment take to come together. */
const GATHER_MS = 10;
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
  /** Another session than before: other tabs and the socket must know. */
  readonly onSession: (sub: string | null) => void;
}

/** What one tab does for the visitor's account: calls that need the server, and, while it leads, the exchange of both outboxes. */
export class Account implements AccountApi {
  readonly #options: AccountOptions;
  readonly #client: ApiClient;
  readonly #sessionEnd: SessionEnd;
  #visitorStore: UserStore | undefined;
  #user: { readonly sub: string; readonly store: UserStore } | undefined;
  #leaving: Promise<void> | undefined;
  #isLeading = false;
  #keepers: { visitor?: OutboxKeeper | undefined; user?: OutboxKeeper | undefined } = {};

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#client = createApiClient(options.origin, options.fetch);
    this.#sessionEnd = new SessionEnd({
      store: () => this.#visitor(),
      client: this.#client,
      locks: options.locks,
    });
  }

  async setUser(sub: string | null): Promise<void> {
    if (this.#user?.sub === (sub ?? undefined) && !this.#user?.store.isClosed) return;
    this.#keepers.user?.close();
    this.#keepers.user = undefined;
    this.#user?.store.close();
    this.#user = sub === null ? undefined : { sub, store: new UserStore(sub, this.#options.userDatabases) };
    if (this.#isLeading) this.#keepUser();
  }

  signInOptions(): Promise<CallResult<SignInOptions>> {
    return toCallResult(this.#client.call(getSignIn, {}, { priority: 'high' }));
  }

  async signIn(credential: string): Promise<CallResult<Session>> {
    const open = (): Promise<Session> =>
      this.#client.call(createSession, { query: {}, body: { credential } }, { priority: 'high' });
    // Rows that are being removed must not be those of the next session.
    await this.#leaving?.catch(() => undefined);
    const result = await toCallResult(this.#sessionEnd.replace(open));
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
    this.#keepers.user?.poke();
    return result;
  }

  async syncAccount(): Promise<void> {
    this.wake();
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
    const record = toWaiting({ name: 'recordView', args: { shop, id } }, null);
    await this.#visitor()
      .run((database) => database.outbox.add(record))
      .catch(() => undefined);
  }

  /** This tab leads now: it sends for all tabs. */
  startTerm(): void {
    if (this.#isLeading) return;
    this.#isLeading = true;
    this.#keepers.visitor = this.#keep(this.#visitor(), null, {
      first: () => this.#sessionEnd.send({ isNoted: true }),
      gatherMs: GATHER_VIEWS_MS,
    });
    this.#keepUser();
  }

  endTerm(): void {
    this.#isLeading = false;
    for (const keeper of Object.values(this.#keepers)) keeper?.close();
    this.#keepers = {};
  }

  wake(): void {
    for (const keeper of Object.values(this.#keepers)) keeper?.wake();
  }

  wakeAfterConnect(): void {
    this.#keepers.user?.wakeAfterConnect();
  }

  /** The server says that the user's rows changed. */
  poke(): void {
    this.#keepers.user?.poke();
  }

  close(): void {
    this.endTerm();
    this.#user?.store.close();
    this.#visitorStore?.close();
  }

  async #leave(sub: string): Promise<void> {
    const isNoted = await this.#sessionEnd.request().then(
      () => true,
      () => false,
    );
    await this.setUser(null);
    await deleteUserData(sub, this.#options.userDatabases);
    // What does not get through now goes with the next exchange.
    await this.#sessionEnd.send({ isNoted }).catch(() => undefined);
    this.#options.onSession(null);
  }

  #visitor(): UserStore {
    if (!this.#visitorStore || this.#visitorStore.isClosed)
      this.#visitorStore = new UserStore(null, this.#options.userDatabases);
    return this.#visitorStore;
  }

  #keepUser(): void {
    if (this.#user) this.#keepers.user = this.#keep(this.#user.store, this.#user.sub, { gatherMs: GATHER_MS });
  }

  #keep(
    store: UserStore,
    user: string | null,
    more: { readonly gatherMs: number; readonly first?: () => Promise<void> },
  ): OutboxKeeper {
    const { now, monotonicNow, random, isVisible } = this.#options;
    const drain = new OutboxDrain({ store, client: this.#client, user, now, monotonicNow, random });
    return new OutboxKeeper({ ...more, store, drain, now, monotonicNow, random, isVisible });
  }
}
