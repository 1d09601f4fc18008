import type { WatchList } from '#contract/watch.ts';
import type { AccountApi, CallResult, PurchaseInput, PushSubscriptionInput } from '../account/account-api.ts';
import type { Account } from '../account/account.ts';
import { lazyModule } from './lazy-module.ts';
import type { LazyModule } from './lazy-module.ts';

/** Unsent operations of an earlier session are looked up once the first screen has settled. */
const LOOK_AFTER_MS = 5_000;

/** A tab's account, whose code is loaded on first use. */
export class AccountAccess {
  readonly #account: LazyModule<Account>;
  #isLeading = false;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<Account>) {
    this.#account = lazyModule(load);
  }

  async get(): Promise<Account> {
    const account = await this.#account.get();
    if (this.#isLeading) account.startLeading();
    return account;
  }

  /** Calls back with the account if its code is loaded: a visitor without an account does not need it. */
  ifLoaded(use: (account: Account) => void): void {
    this.#account.started?.then(use, () => undefined);
  }

  startLeading(): void {
    this.#isLeading = true;
    this.ifLoaded((account) => {
      if (this.#isLeading) account.startLeading();
    });
    // A failed load is reported to the next caller that needs the account.
    this.#lookTimer = setTimeout(() => void this.get().catch(() => undefined), LOOK_AFTER_MS);
  }

  stopLeading(): void {
    this.#isLeading = false;
    clearTimeout(this.#lookTimer);
    this.ifLoaded((account) => account.stopLeading());
  }

  close(): void {
    this.stopLeading();
    this.ifLoaded((account) => account.close());
  }
}

/** The account's calls as the page makes them; each of them may be the first, before the code is loaded. */
export function createAccountApi(access: AccountAccess, onSyncRequest: () => void): AccountApi {
  /** A failed load is a result as well: errors lose their type on the way out of a worker. */
  const call =
    <Input extends readonly unknown[], T>(send: (account: Account, ...input: Input) => Promise<CallResult<T>>) =>
    (...input: Input): Promise<CallResult<T>> =>
      access.get().then(
        (account) => send(account, ...input),
        () => ({ ok: false, problem: 'unreachable' }),
      );
  return {
    async setUser(sub) {
      if (sub === null) access.ifLoaded((account) => void account.setUser(null));
      else await (await access.get()).setUser(sub);
    },
    async signOut(sub) {
      await (await access.get()).signOut(sub);
    },
    async syncAccount() {
      onSyncRequest();
      await (await access.get()).syncAccount();
    },
    async setTyping(chatId, isTyping) {
      access.ifLoaded((account) => void account.setTyping(chatId, isTyping));
    },
    signInOptions: call((account) => account.signInOptions()),
    signIn: call((account, credential: string) => account.signIn(credential)),
    listSessions: call((account) => account.listSessions()),
    revokeSession: call((account, id: string) => account.revokeSession(id)),
    revokeSessions: call((account, scope: 'others' | 'all') => account.revokeSessions(scope)),
    createPurchase: call((account, input: PurchaseInput) => account.createPurchase(input)),
    downloadMyData: call((account) => account.downloadMyData()),
    deleteMyData: call((account) => account.deleteMyData()),
    pushKey: call((account) => account.pushKey()),
    subscribePush: call((account, subscription: PushSubscriptionInput) => account.subscribePush(subscription)),
    unsubscribePush: call((account, endpoint: string) => account.unsubscribePush(endpoint)),
    sendWatches: call((account, subscription: PushSubscriptionInput, list: WatchList) =>
      account.sendWatches(subscription, list),
    ),
    loadOlderMessages: call((account, chatId: string) => account.loadOlderMessages(chatId)),
    loadOlderChats: call((account) => account.loadOlderChats()),
    loadChat: call((account, chatId: string) => account.loadChat(chatId)),
    loadPhoto: call((account, path: string) => account.loadPhoto(path)),
  };
}
