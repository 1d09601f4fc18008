import { ApiError } from '#contract/http/errors.ts';
import { logout } from '#contract/http/admin.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type { AdminStore } from './store/admin-store.ts';

/** Maximum time that a logout waits for the server. */
const EXIT_TIMEOUT_MS = 5_000;
const EXITS_LOCK = 'hexlime-admin-exits';

/** Revokes tokens on the server, now or later: they are stored first. Any tab may send them, one tab at a time. */
export class TokenRevocation {
  readonly #store: AdminStore;
  readonly #client: ApiClient;
  readonly #locks: LockRequester | undefined;

  constructor(store: AdminStore, client: ApiClient, locks: LockRequester | undefined) {
    this.#store = store;
    this.#client = client;
    this.#locks = locks;
  }

  request(token: string): Promise<void> {
    return this.#change((tokens) => [...new Set([...tokens, token])]);
  }

  /** Revokes all stored tokens. @throws as ApiClient */
  async send(): Promise<void> {
    const sendStored = async (): Promise<void> => {
      for (const token of (await this.#store.run((database) => readMeta(database, 'exits'))) ?? []) {
        await this.end(token);
        await this.#change((tokens) => tokens.filter((other) => other !== token));
      }
    };
    await (this.#locks ? this.#locks.request(EXITS_LOCK, sendStored) : sendStored());
  }

  #change(change: (tokens: readonly string[]) => readonly string[]): Promise<void> {
    return this.#store.write(async (database) =>
      writeMeta(database, 'exits', change((await readMeta(database, 'exits')) ?? [])),
    );
  }

  /** Revokes one token at once. @throws as ApiClient */
  async end(token: string): Promise<void> {
    const signal = AbortSignal.timeout(EXIT_TIMEOUT_MS);
    try {
      await this.#client.call(logout, {}, { signal, headers: { authorization: `Bearer ${token}` } });
    } catch (error) {
      // A token that the server does not know needs no revocation.
      if (!(error instanceof ApiError) || error.code !== 'unauthorized') throw error;
    }
  }
}
