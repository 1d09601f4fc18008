import { deleteSession } from '#contract/http/session.ts';
import type { ApiClient } from '../server/api-client.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type { UserStore } from './user-store.ts';

/** Whoever signs out waits no longer than this for a server that does not answer. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

export interface SessionRevocationOptions {
  /** The visitor's: it outlives the data of whoever signs out. */
  readonly store: () => UserStore;
  readonly client: ApiClient;
  readonly locks: LockRequester | undefined;
}

/** Ends sessions on the server, sooner or later, but never one that was opened after the wish to end. */
export class SessionRevocation {
  readonly #options: SessionRevocationOptions;

  constructor(options: SessionRevocationOptions) {
    this.#options = options;
  }

  /** From now on the session is to end; survives everything but a new sign-in. */
  async request(): Promise<void> {
    await this.#options.store().run((database) => writeMeta(database, 'revocation', true));
  }

  /** Ends the session on the server if that is still wanted; `isNoted`: whether the wish is on the device. @throws as ApiClient */
  send({ isNoted }: { isNoted: boolean }): Promise<void> {
    return this.#alone(async () => {
      const { store, client } = this.#options;
      if (isNoted && !(await store().run((database) => readMeta(database, 'revocation')))) return;
      await client.call(deleteSession, { query: {} }, { signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS) });
      await this.#forget();
    });
  }

  /** Opens a session by `open`; the former one needs no end any more, the server replaces it. */
  replace<T>(open: () => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      const session = await open();
      // Storage that fails does not undo a sign-in.
      await this.#forget().catch(() => undefined);
      return session;
    });
  }

  async #forget(): Promise<void> {
    await this.#options.store().run((database) => database.meta.delete('revocation'));
  }

  /** One at a time on this device: an end that is under way must not meet the cookie of a new session. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const { locks } = this.#options;
    return locks ? locks.request('hexlime-session', work) : work();
  }
}
