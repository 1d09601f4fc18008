import { pullAccount, pushOperations } from '#contract/http/account.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_PUSH_BYTES, MAX_PUSH_OPERATIONS } from '#contract/limits.ts';
import { orderingKey } from '#contract/http/mutations.ts';
import type { Mutation, Operation, OperationResult } from '#contract/http/mutations.ts';
import { pullReplies } from './pull-replies.ts';
import type { UserStore } from './store/user-store.ts';
import type { ApiClient } from '../server/api-client.ts';
import { backoffMs } from '../tabs/retry-scheduler.ts';
import type { OutboxRecord } from '../api/outbox-record.ts';
import { isUnreadable, isUnreadableCursor, isOutcomeUnknown } from '../server/failed-call.ts';

/** Size of a push without its operations, rounded up. */
const ENVELOPE_BYTES = 1_000;

export interface AccountExchangeOptions {
  readonly store: UserStore;
  readonly client: ApiClient;
  /** The owner of the outbox; null for a visitor's. */
  readonly user: string | null;
  /** Wall time in ms, for display. */
  readonly now: () => number;
  /** Monotonic time in ms. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
}

/** Sends the pending operations of one outbox and applies changes, one request at a time. The caller decides when. */
export class AccountExchange {
  readonly #options: AccountExchangeOptions;
  /** Operations in doubt: their request had no answer. Null until the first answer, because an earlier leader may have left some. */
  #inDoubt: ReadonlySet<string> | null = null;
  /** Keys deferred by the server, with the monotonic time in ms of their next attempt. */
  readonly #deferred = new Map<string, number>();
  /** Consecutive deferrals of each key. */
  readonly #attempts = new Map<string, number>();
  #maxOperations = MAX_PUSH_OPERATIONS;

  constructor(options: AccountExchangeOptions) {
    this.#options = options;
  }

  /** Monotonic time in ms of the next attempt of a deferred key; undefined if none is deferred. */
  get nextTryMs(): number | undefined {
    return this.#deferred.size === 0 ? undefined : Math.min(...this.#deferred.values());
  }

  /**
   * Sends until no operation may be sent, and pulls until the device is up to date. What is added during a request goes together once
   * `untilQuiet` is over: each answer that is stored interrupts the writes. @throws as ApiClient
   */
  async run(
    signal: AbortSignal,
    noteProgress: () => void,
    untilQuiet = async (): Promise<void> => undefined,
  ): Promise<void> {
    for (let isUpToDate = this.#options.user === null, isFirst = true; ; isFirst = false) {
      let waiting = await this.#options.store.listWaiting();
      if (!isFirst && waiting.length > 0 && waiting.length < MAX_PUSH_OPERATIONS) {
        await untilQuiet();
        waiting = await this.#options.store.listWaiting();
      }
      const batch = this.#plan(waiting);
      if (batch.length === 0) this.#maxOperations = MAX_PUSH_OPERATIONS;
      if (batch.length === 0 && isUpToDate) break;
      isUpToDate = batch.length > 0 ? await this.#push(waiting, batch, signal) : await this.#pull(false, signal);
      signal.throwIfAborted();
      noteProgress();
    }
    // Of less weight than rows: a failure is made up for by the next run.
    await pullReplies(this.#options.store, this.#options.client, signal).catch(() => undefined);
  }

  #plan(waiting: readonly OutboxRecord[]): Operation[] {
    const nowMs = this.#options.monotonicNow();
    for (const [key, untilMs] of this.#deferred) if (untilMs <= nowMs) this.#deferred.delete(key);
    return planBatch(waiting, {
      isDeferred: (mutation) => this.#deferred.has(orderingKey(mutation, this.#options.user)),
      maxOperations: this.#maxOperations,
    });
  }

  /** Returns whether the device is up to date. */
  async #push(waiting: readonly OutboxRecord[], batch: readonly Operation[], signal: AbortSignal): Promise<boolean> {
    const { store, client, user, now } = this.#options;
    try {
      const { client: outbox, asked, sent, epoch, acknowledged } = await store.exchangeContext();
      const rows = user === null ? {} : { cursor: sent, epoch };
      const body = { client: outbox, user, ...rows, acknowledged, ops: [...batch] };
      const { results, forgotten, changes } = await client.call(
        pushOperations,
        { body },
        { signal, priority: user ? 'high' : 'low' },
      );
      const isUpToDate = await store.apply({
        results,
        forgotten,
        changes,
        asked: user === null ? undefined : asked,
        followed: epoch,
        keepsCart: false,
        atMs: now(),
      });
      this.#inDoubt = new Set();
      // Nothing was decided: the operations of the server's earlier history go first.
      if (epoch !== undefined && changes && changes.epoch !== epoch) return false;
      this.#noteDeferred(waiting, batch, results);
      return isUpToDate;
    } catch (error) {
      if (isUnreadable(error)) return this.#narrowDown(batch, error);
      if (isOutcomeUnknown(error)) this.#inDoubt = new Set(batch.map(({ id }) => id));
      // Changes are pulled even if nothing can be sent.
      if (user !== null) await this.#pull(this.#mayCountTwice(waiting), signal).catch(() => undefined);
      throw error;
    }
  }

  async #pull(keepsCart: boolean, signal: AbortSignal): Promise<boolean> {
    const { store, client, user, now } = this.#options;
    const { asked, sent, epoch: followed } = await store.exchangeContext();
    const changes = await client.call(pullAccount, { query: sent }, { signal }).catch((error: unknown) => {
      if (!isUnreadableCursor(error)) throw error;
      // Without a cursor the server sends everything.
      return client.call(pullAccount, { query: {} }, { signal });
    });
    // The browser sends the session of the last sign-in, which may have been another user's in another tab a moment ago.
    if (changes.user.sub !== user) throw new ApiError('identity-mismatch');
    return store.apply({ results: [], changes, asked, followed, keepsCart, atMs: now() });
  }

  /** Defers the keys of undecided operations, for as long as the server asks and longer each time. */
  #noteDeferred(
    waiting: readonly OutboxRecord[],
    batch: readonly Operation[],
    results: readonly OperationResult[],
  ): void {
    const { monotonicNow, random, user } = this.#options;
    const deferred = new Map<string, number>();
    for (const { id } of batch) {
      const result = results.find((candidate) => candidate.id === id);
      const record = waiting.find((candidate) => candidate.id === id);
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

  /** Finds the operation that makes a push unreadable, by sending one at a time, and rejects it. The device is not up to date then. */
  async #narrowDown(batch: readonly Operation[], { code, detail, current }: ApiError): Promise<boolean> {
    const [first] = batch;
    const isFound = batch.length === 1 && first !== undefined;
    if (isFound) await this.#options.store.reject(first.id, { code, detail: detail ?? '', current });
    this.#maxOperations = isFound ? MAX_PUSH_OPERATIONS : 1;
    return this.#options.user === null;
  }

  /** Whether confirmed rows may already include an addition that is still in the outbox. */
  #mayCountTwice(waiting: readonly OutboxRecord[]): boolean {
    return waiting.some(
      ({ id, mutation }) => mutation.name === 'addCartItem' && (this.#inDoubt === null || this.#inDoubt.has(id)),
    );
  }
}

interface BatchLimits {
  /** Whether the server has deferred the key of an operation. */
  readonly isDeferred: (mutation: Mutation) => boolean;
  readonly maxOperations: number;
}

/** Plans the next operations to send, oldest first, as many as one push may contain. */
function planBatch(waiting: readonly OutboxRecord[], limits: BatchLimits): Operation[] {
  const batch: Operation[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const { id, number, mutation } of waiting) {
    if (limits.isDeferred(mutation)) continue;
    const operation = { id, number, name: mutation.name, args: mutation.args };
    bytes += new TextEncoder().encode(JSON.stringify(operation)).length + 1;
    const isFull = batch.length >= Math.min(limits.maxOperations, MAX_PUSH_OPERATIONS) || bytes > MAX_PUSH_BYTES;
    if (isFull && batch.length > 0) break;
    batch.push(operation);
  }
  return batch;
}
