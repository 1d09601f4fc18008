import type { AccountApi, CallResult } from '../api/account-api.ts';
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

/** Calls that have a result, which the account gives. */
const CALLS = [
  'signInOptions',
  'signIn',
  'listSessions',
  'revokeSession',
  'revokeSessions',
  'createPurchase',
  'downloadMyData',
  'deleteMyData',
  'pushKey',
  'subscribePush',
  'unsubscribePush',
  'sendWatches',
  'loadOlderMessages',
  'loadOlderChats',
  'loadChat',
  'loadPhoto',
] as const satisfies readonly (keyof AccountApi & keyof Account)[];
type CallName = (typeof CALLS)[number];

/** The account's calls as the page makes them; each of them may be the first, before the code is loaded. */
export function createAccountApi(access: AccountAccess, onSyncRequest: () => void): AccountApi {
  /** A failed load is a result as well: errors lose their type on the way out of a worker. */
  const call =
    (name: CallName) =>
    (...input: readonly unknown[]): Promise<CallResult<unknown>> =>
      access.get().then(
        (account) => Reflect.apply(account[name], account, input) as Promise<CallResult<unknown>>,
        () => ({ ok: false, problem: 'unreachable' }),
      );
  return {
    ...(Object.fromEntries(CALLS.map((name) => [name, call(name)])) as unknown as Pick<AccountApi, CallName>),
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
