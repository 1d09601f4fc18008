import { ApiError } from '#contract/errors.ts';
import { logout } from '#contract/http/admin.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { AdminStore } from './store/admin-store.ts';

/** Whoever exits waits no longer than this for a server that does not answer. */
const EXIT_TIMEOUT_MS = 5_000;

/** Ends tokens on the server, sooner or later: which ones is on the disk before the first attempt. */
export class TokenRevocation {
  readonly #store: AdminStore;
  readonly #client: ApiClient;

  constructor(store: AdminStore, client: ApiClient) {
    this.#store = store;
    this.#client = client;
  }

  async request(token: string): Promise<void> {
    await this.#store.changeRevocations((tokens) => [...new Set([...tokens, token])]);
  }

  /** Ends all that are to be ended. @throws as ApiClient */
  async send(): Promise<void> {
    for (const token of await this.#store.listRevocations()) {
      await this.end(token);
      await this.#store.changeRevocations((tokens) => tokens.filter((other) => other !== token));
    }
  }

  /** Ends one token at once. @throws as ApiClient */
  async end(token: string): Promise<void> {
    const signal = AbortSignal.timeout(EXIT_TIMEOUT_MS);
    try {
      await this.#client.call(logout, {}, { signal, headers: { authorization: `Bearer ${token}` } });
    } catch (error) {
      // One that the server does not know is as good as ended.
      if (!(error instanceof ApiError) || error.code !== 'unauthorized') throw error;
    }
  }
}
