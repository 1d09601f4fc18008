import type { getChanges } from '#contract/http/catalog.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import { isSamePosition } from './feed-position.ts';
import type { FeedPosition } from './feed-position.ts';

/**
 * Changes after a snapshot, asked for while its blocks are on their way: a first visit shows both together, and need not wait for one after the
 * other.
 */
export class EarlyChanges {
  readonly #after: FeedPosition;
  readonly #stopped = new AbortController();
  readonly #reply: Promise<EndpointReply<typeof getChanges>>;

  constructor(after: FeedPosition, fetchAfter: (signal: AbortSignal) => Promise<EndpointReply<typeof getChanges>>) {
    this.#after = after;
    this.#reply = fetchAfter(this.#stopped.signal);
    // Until the reply is taken a failure must not be an unhandled rejection.
    this.#reply.catch(() => undefined);
  }

  /** Returns the reply if it follows on `record`; undefined after a failure, which blocks on a slow network may have caused. */
  async take(record: ShopRecord): Promise<EndpointReply<typeof getChanges> | undefined> {
    if (isSamePosition(this.#after, record)) return this.#reply.catch(() => undefined);
    await this.stop();
    return undefined;
  }

  /** Ends the call, so that it keeps nothing of a pull that has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('the pull has ended'));
    await this.#reply.catch(() => undefined);
  }
}
