import { deleteSession } from '#contract/http/session.ts';
import type { ApiClient } from '../server/api-client.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type { UserStore } from './store/user-store.ts';

/** Maximum time that a sign-out waits for the server. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

export interface SessionRevocationOptions {
  /** The visitor's database: it outlives the data of the user who signs out. */
  readonly store: () => UserStore;
  readonly client: ApiClient;
  readonly locks: LockRequester | undefined;
}

/** Revokes sessions on the server, now or later, but never a session that was opened after the request. */
export class SessionRevocation {
  readonly #options: SessionRevocationOptions;

  constructor(options: SessionRevocationOptions) {
    this.#options = options;
  }

  /** Records that the session must be revoked; only a new sign-in cancels it. */
  async request(): Promise<void> {
    await this.#options.store().run((database) => writeMeta(database, 'revocation', true));
  }

  /** Revokes the session on the server; with `isNoted`, only if the device still stores a revocation request. @throws as ApiClient */
  send({ isNoted }: { isNoted: boolean }): Promise<void> {
    return this.#locked(async () => {
      const { store, client } = this.#options;
      if (isNoted && !(await store().run((database) => readMeta(database, 'revocation')))) return;
      await client.call(deleteSession, { query: {} }, { signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS) });
      await this.#forget();
    });
  }

  /** Opens a session by calling `open`; the server replaces the former session, which needs no revocation any more. */
  replace<T>(open: () => Promise<T>): Promise<T> {
    return this.#locked(async () => {
      const session = await open();
      // A storage failure does not undo a sign-in.
      await this.#forget().catch(() => undefined);
      return session;
    });
  }

  async #forget(): Promise<void> {
    await this.#options.store().run((database) => database.meta.delete('revocation'));
  }

  /** Runs one call at a time on this device: a revocation in flight must not carry the cookie of a new session. */
  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const { locks } = this.#options;
    return locks ? locks.request('hexlime-session', work) : work();
  }
}
