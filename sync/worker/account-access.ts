import type { AccountApi } from '../api/account-api.ts';
import { namedCalls } from '../api/calls.ts';
import type { CallResult } from '../api/calls.ts';
import type { Account } from '../account/account.ts';
import { lazyModule } from './lazy-module.ts';
import type { LazyModule } from './lazy-module.ts';

/** Unsent operations of an earlier session are looked up once the first screen has settled. */
const LOOK_AFTER_MS = 5_000;

/** A tab's account, whose code is loaded on first use. */
export class AccountAccess {
  readonly #account: LazyModule<Account>;
  readonly #hasUserData: () => Promise<boolean>;
  #isLeading = false;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param hasUserData whether this device stores data of a user or a visitor, which may include unsent operations */
  constructor(load: () => Promise<Account>, hasUserData: () => Promise<boolean> = async () => true) {
    this.#account = lazyModule(load);
    this.#hasUserData = hasUserData;
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
    // A failed load needs no report: the next caller that needs the account loads it again.
    this.#lookTimer = setTimeout(() => void this.#look().catch(() => undefined), LOOK_AFTER_MS);
  }

  async #look(): Promise<void> {
    if ((await this.#hasUserData()) && this.#isLeading) await this.get();
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

/** The account as the page calls it; each call may be the first, before the code is loaded. */
export function createAccountApi(access: AccountAccess, onSyncRequest: () => void): AccountApi {
  /** A failed load is a result as well: errors lose their type on the way out of a worker. */
  const ask = <T>(use: (account: Account) => Promise<CallResult<T>>): Promise<CallResult<T>> =>
    access.get().then(use, () => ({ ok: false, problem: 'unreachable' }));
  return {
    calls: namedCalls((name, input) => ask(({ calls }) => calls[name](input))),
    signIn: (credential) => ask((account) => account.signIn(credential)),
    answerChats: (adminToken) => ask((account) => account.answerChats(adminToken)),
    createPurchase: (input) => ask((account) => account.createPurchase(input)),
    sendWatches: (subscription, list) => ask((account) => account.sendWatches(subscription, list)),
    loadOlderMessages: (chatId) => ask((account) => account.loadOlderMessages(chatId)),
    loadOlderChats: () => ask((account) => account.loadOlderChats()),
    loadChat: (chatId) => ask((account) => account.loadChat(chatId)),
    loadPhoto: (path) => ask((account) => account.loadPhoto(path)),
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
  };
}
