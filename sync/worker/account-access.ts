import type { Account } from '../account/account.ts';
import type { CallResult } from '../account/account-api.ts';

/** What an earlier visit left unsent is looked for when the first screen has come to rest. */
const LOOK_AFTER_MS = 5_000;

/** The code of the account, loaded when it is first needed; a chunk that could not be had is asked for again. */
export class AccountAccess {
  readonly #load: () => Promise<Account>;
  #account: Promise<Account> | undefined;
  #isLeading = false;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<Account>) {
    this.#load = load;
  }

  async get(): Promise<Account> {
    this.#account ??= this.#load().catch((error: unknown) => {
      this.#account = undefined;
      throw error;
    });
    const account = await this.#account;
    if (this.#isLeading) account.startLeading();
    return account;
  }

  /** A call whose refusal is data, also where the code for it cannot be had. */
  call<T>(ask: (account: Account) => Promise<CallResult<T>>): Promise<CallResult<T>> {
    return this.get().then(ask, () => ({ ok: false, problem: 'unreachable' }));
  }

  /** Does something if the account is there: a visitor who has none needs nothing. */
  tell(say: (account: Account) => void): void {
    this.#account?.then(say, () => undefined);
  }

  startLeading(): void {
    this.#isLeading = true;
    this.tell((account) => {
      if (this.#isLeading) account.startLeading();
    });
    // A failure is met again by whoever needs it.
    this.#lookTimer = setTimeout(() => void this.get().catch(() => undefined), LOOK_AFTER_MS);
  }

  stopLeading(): void {
    this.#isLeading = false;
    clearTimeout(this.#lookTimer);
    this.tell((account) => account.stopLeading());
  }

  close(): void {
    this.stopLeading();
    this.tell((account) => account.close());
  }
}
