import { pullAccount, pushOperations } from '#contract/http/account.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import { ApiError } from '#contract/errors.ts';
import { MAX_PUSH_OPERATIONS } from '#contract/limits.ts';
import { orderingKey } from '#contract/mutations.ts';
import type { Operation, OperationResult } from '#contract/mutations.ts';
import type { UserStore } from '../account/user-store.ts';
import type { ApiClient } from '../server/api-client.ts';
import { backoffMs } from '../tabs/retry-scheduler.ts';

import type { OutboxRecord } from './outbox-record.ts';
import { planBatch } from './plan-batch.ts';
import { isUnreadable, isOutcomeUnknown } from './retry-policy.ts';

export interface OutboxFlusherOptions {
  readonly store: UserStore;
  readonly client: ApiClient;
  /** Whose outbox it is; null for a visitor's. */
  readonly user: string | null;
  /** Wall time in ms, for what people read. */
  readonly now: () => number;
  /** Time in ms that no clock setting moves. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
}

/** Sends what waits in one outbox and takes over what changed, one request at a time. Whoever runs it decides when. */
export class OutboxFlusher {
  readonly #options: OutboxFlusherOptions;
  /** Operations of a request that nobody answered; null until the first answer, because an earlier leader may have left some. */
  #inDoubt: ReadonlySet<number> | null = null;
  /** Keys that the server put off, and until when in monotonic ms. */
  readonly #deferred = new Map<string, number>();
  /** How often in a row the server put off a key. */
  readonly #attempts = new Map<string, number>();
  #maxOperations = MAX_PUSH_OPERATIONS;

  constructor(options: OutboxFlusherOptions) {
    this.#options = options;
  }

  /** Monotonic ms at which the first of the keys that were put off may be sent again; undefined if none was. */
  get nextTryMs(): number | undefined {
    return this.#deferred.size === 0 ? undefined : Math.min(...this.#deferred.values());
  }

  /** Sends until nothing waits that may be sent, and pulls until the device is level with the server. @throws as ApiClient */
  async run(signal: AbortSignal, noteProgress: () => void): Promise<void> {
    for (let isLevel = this.#options.user === null; ;) {
      const waiting = await this.#options.store.listWaiting();
      const batch = this.#plan(waiting);
      if (batch.length === 0) this.#maxOperations = MAX_PUSH_OPERATIONS;
      if (batch.length === 0 && isLevel) return;
      isLevel = batch.length > 0 ? await this.#push(waiting, batch, signal) : await this.#pull(false, signal);
      signal.throwIfAborted();
      noteProgress();
    }
  }

  #plan(waiting: readonly OutboxRecord[]): Operation[] {
    const nowMs = this.#options.monotonicNow();
    for (const [key, untilMs] of this.#deferred) if (untilMs <= nowMs) this.#deferred.delete(key);
    return planBatch(waiting, {
      isDeferred: (mutation) => this.#deferred.has(orderingKey(mutation, this.#options.user)),
      maxOperations: this.#maxOperations,
    });
  }

  /** Returns whether the device knows all that the server does. */
  async #push(waiting: readonly OutboxRecord[], batch: readonly Operation[], signal: AbortSignal): Promise<boolean> {
    const { store, client, user, now } = this.#options;
    try {
      const body = {
        client: await store.client(),
        user,
        cursor: user === null ? undefined : await store.cursor(),
        ops: [...batch],
      };
      const { results, changes } = await client.call(
        pushOperations,
        { body },
        { signal, priority: user ? 'high' : 'low' },
      );
      await store.apply({ results, changes, keepsCart: false, atMs: now() });
      this.#inDoubt = new Set();
      this.#noteDeferred(waiting, batch, results);
      return changes === undefined || isWhole(changes);
    } catch (error) {
      if (isUnreadable(error)) return this.#narrowDown(batch, error);
      if (isOutcomeUnknown(error)) this.#inDoubt = new Set(batch.map(({ op }) => op));
      // News come also where nothing can be sent.
      if (user !== null) await this.#pull(this.#mayCountTwice(waiting), signal).catch(() => undefined);
      throw error;
    }
  }

  async #pull(keepsCart: boolean, signal: AbortSignal): Promise<boolean> {
    const { store, client, user, now } = this.#options;
    const changes = await client.call(pullAccount, { query: await store.cursor() }, { signal });
    // The browser sends the session of whoever signed in last; in another tab that may have been somebody else a moment ago.
    if (changes.user.sub !== user) throw new ApiError('identity-mismatch');
    await store.apply({ results: [], changes, keepsCart, atMs: now() });
    return isWhole(changes);
  }

  /** Notes the keys of operations that were not decided: they wait for as long as the server asks, and longer each time. */
  #noteDeferred(
    waiting: readonly OutboxRecord[],
    batch: readonly Operation[],
    results: readonly OperationResult[],
  ): void {
    const { monotonicNow, random, user } = this.#options;
    const deferred = new Map<string, number>();
    for (const { op } of batch) {
      const result = results.find((candidate) => candidate.op === op);
      const record = waiting.find((candidate) => candidate.op === op);
      if (!record) continue;
      const key = orderingKey(record.mutation, user);
      if (!result || result.outcome === 'later') deferred.set(key, (result?.retryAfter ?? 0) * 1_000);
      else this.#attempts.delete(key);
    }
    for (const [key, askedMs] of deferred) {
      const attempts = (this.#attempts.get(key) ?? 0) + 1;
      this.#attempts.set(key, attempts);
      this.#deferred.set(key, monotonicNow() + Math.max(askedMs, backoffMs(attempts, random)));
    }
  }

  /** Finds the operation that makes a push unreadable, by sending one at a time, and sets it aside. The device is not level then. */
  async #narrowDown(batch: readonly Operation[], { code, detail, current }: ApiError): Promise<boolean> {
    const [first] = batch;
    const isFound = batch.length === 1 && first !== undefined;
    if (isFound) await this.#options.store.refuse(first.op, { code, detail: detail ?? '', current });
    this.#maxOperations = isFound ? MAX_PUSH_OPERATIONS : 1;
    return this.#options.user === null;
  }

  /** Whether confirmed rows may already include an addition that is still in the outbox. */
  #mayCountTwice(waiting: readonly OutboxRecord[]): boolean {
    return waiting.some(
      ({ op, mutation }) => mutation.name === 'addCartItem' && (this.#inDoubt === null || this.#inDoubt.has(op)),
    );
  }
}

const isWhole = ({ orders, chats }: AccountChanges): boolean => !orders.more && !chats.more;
