import { pullAccount, pushOperations } from '#contract/http/account.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_PUSH_BYTES, MAX_PUSH_OPERATIONS } from '#contract/limits.ts';
import { orderingKey } from '#contract/http/mutations.ts';
import type { Mutation, Operation, OperationResult } from '#contract/http/mutations.ts';
import { pullReplies } from './pull-replies.ts';
import { hasMore, isReset, toPage, unlessKnown } from './store/rows-page.ts';
import { INITIAL_CURSOR } from './store/user-database.ts';
import type { Answers, ExchangeContext, UserContext } from './store/user-store.ts';
import { backoffMs } from '../server/backoff.ts';
import type { Clocks } from '../server/clocks.ts';
import type { OutboxRecord } from '../api/outbox-record.ts';
import { isUnreadable, isUnreadableCursor, isOutcomeUnknown } from '../server/failed-call.ts';

/** Size of a push without its operations, rounded up. */
const ENVELOPE_BYTES = 1_000;

export interface AccountExchangeOptions extends UserContext, Clocks {}

/** Answers of one epoch. The epoch is '' for a device without rows, and for a visitor. */
interface PendingAnswers extends Answers {
  readonly epoch: string;
}

/** Returns the initial state: no answer waits to be stored. */
const noAnswers = (epoch: string): PendingAnswers => ({ epoch, results: new Map(), pages: [], forgotten: 0 });

/** Sends the pending operations of one outbox and applies changes, one request at a time. The caller decides when. */
export class AccountExchange {
  readonly #options: AccountExchangeOptions;
  /**
   * Operations in doubt: their request had no answer. Null until this tab's first push is answered: an earlier leader may have left any
   * operation in doubt.
   */
  #inDoubt: Set<string> | null = null;
  /** Keys deferred by the server, with the monotonic time in ms of their next attempt. */
  readonly #deferred = new Map<string, number>();
  /** Consecutive deferrals of each key. */
  readonly #attempts = new Map<string, number>();
  #maxOperations = MAX_PUSH_OPERATIONS;
  /**
   * What cannot be stored yet: pages of rows that replace all others, until the last page has arrived, and results that the stored rows do
   * not include. A tab that closes loses nothing: the server repeats its answers.
   */
  #answers = noAnswers(INITIAL_CURSOR.epoch);

  constructor(options: AccountExchangeOptions) {
    this.#options = options;
  }

  /** The owner of the outbox; null for a visitor's. */
  get #user(): string | null {
    return this.#options.store.sub;
  }

  /** Monotonic time in ms of the next attempt of a deferred key; undefined if none is deferred. */
  get nextTryMs(): number | undefined {
    return this.#deferred.size === 0 ? undefined : Math.min(...this.#deferred.values());
  }

  /**
   * Sends until no operation may be sent, and pulls until the device is up to date. Operations that are added during a request are sent
   * together once `untilQuiet` resolves: storing one more answer would interrupt the page's writes. @throws as ApiClient
   */
  async run(
    signal: AbortSignal,
    noteProgress: () => void,
    untilQuiet = async (): Promise<void> => undefined,
  ): Promise<void> {
    for (let isUpToDate = this.#user === null, isFirst = true; ; isFirst = false) {
      let context = await this.#options.store.exchangeContext(this.#answers.pages);
      if (!isFirst && context.waiting.length > 0 && context.waiting.length < MAX_PUSH_OPERATIONS) {
        await untilQuiet();
        context = await this.#options.store.exchangeContext(this.#answers.pages);
      }
      const batch = this.#plan(context);
      if (batch.length === 0) this.#maxOperations = MAX_PUSH_OPERATIONS;
      if (batch.length === 0 && isUpToDate) break;
      isUpToDate =
        batch.length > 0 ? await this.#push(context, batch, signal) : await this.#pull(context, false, signal);
      signal.throwIfAborted();
      noteProgress();
    }
    // Canned replies are less important than rows: after a failure, the next run tries again.
    await pullReplies(this.#options.store, this.#options.client, signal).catch(() => undefined);
  }

  #plan({ waiting }: ExchangeContext): Operation[] {
    const nowMs = this.#options.monotonicNow();
    for (const [key, untilMs] of this.#deferred) if (untilMs <= nowMs) this.#deferred.delete(key);
    const ids = new Set(waiting.map(({ id }) => id));
    const results = new Map([...this.#answers.results].filter(([id]) => ids.has(id)));
    this.#answers = { ...this.#answers, results };
    return planBatch(
      waiting.filter(({ id, mutation }) => !results.has(id) && !this.#isDeferred(mutation)),
      this.#maxOperations,
    );
  }

  readonly #isDeferred = (mutation: Mutation): boolean => this.#deferred.has(orderingKey(mutation, this.#user));

  /** Returns whether the device is up to date. */
  async #push(context: ExchangeContext, batch: readonly Operation[], signal: AbortSignal): Promise<boolean> {
    const user = this.#user;
    const { client: outbox, sent, acknowledged, waiting } = context;
    const epoch = sent.epoch === INITIAL_CURSOR.epoch ? undefined : sent.epoch;
    try {
      const rows = user === null ? {} : { cursor: sent, epoch };
      const body = { client: outbox, user, ...rows, acknowledged, ops: [...batch] };
      const { results, forgotten, changes } = await this.#options.client.call(
        pushOperations,
        { body },
        { signal, priority: user ? 'high' : 'low' },
      );
      this.#inDoubt ??= new Set();
      for (const { id } of batch) this.#inDoubt.delete(id);
      // A server in another epoch was restored and has decided none of the batch: operations that the restore lost must be sent first.
      const isDecided = epoch === undefined || !changes || changes.epoch === epoch;
      if (isDecided) this.#noteDeferred(waiting, batch, results);
      return await this.#take(context, { results: isDecided ? results : [], forgotten, changes }, false);
    } catch (error) {
      if (isUnreadable(error)) return this.#narrowDown(waiting, batch, error);
      if (isOutcomeUnknown(error)) for (const { id } of batch) this.#inDoubt?.add(id);
      // Changes are pulled even if nothing can be sent.
      if (user !== null) await this.#pull(context, this.#mayCountTwice(waiting), signal).catch(() => undefined);
      throw error;
    }
  }

  async #pull(context: ExchangeContext, keepsCart: boolean, signal: AbortSignal): Promise<boolean> {
    const { client, store } = this.#options;
    const { sent, known } = context;
    const options = { signal, ...(store.sub !== null && known && unlessKnown(store.sub, sent, known)) };
    const changes = await client.call(pullAccount, { query: sent }, options).catch((error: unknown) => {
      if (!isUnreadableCursor(error)) throw error;
      // Without a cursor the server sends everything.
      return client.call(pullAccount, { query: {} }, { signal });
    });
    // The browser sends the session of the last sign-in, which may have been another user's in another tab a moment ago.
    if (changes.user.sub !== this.#user) throw new ApiError('identity-mismatch');
    return this.#take(context, { results: [], changes }, keepsCart);
  }

  /** Stores an answer together with earlier ones, unless it must wait for later ones. Returns whether the device is up to date. */
  async #take(
    { asked, sent }: ExchangeContext,
    { results, forgotten = 0, changes }: PushReply,
    keepsCart: boolean,
  ): Promise<boolean> {
    const { store, now } = this.#options;
    const epoch = changes?.epoch ?? INITIAL_CURSOR.epoch;
    const before = this.#answers.epoch === epoch ? this.#answers : noAnswers(epoch);
    const page = changes && toPage(changes, { sent, keepsCart });
    // Rows that replace all others must include the cart: they are not stored while the device's cart is kept.
    const replacesRows = page?.reset || before.pages.length > 0;
    if (keepsCart && replacesRows && asked.epoch !== INITIAL_CURSOR.epoch) return false;
    const decided = results.filter(({ outcome }) => outcome !== 'later').map((result) => [result.id, result] as const);
    const answers: PendingAnswers = {
      epoch,
      results: new Map([...before.results, ...decided]),
      pages: [...(page?.reset ? [] : before.pages), ...(page ? [page] : [])],
      forgotten: Math.max(before.forgotten, forgotten),
    };
    this.#answers = answers;
    if (page && hasMore(page) && answers.pages.some(isReset)) return false;
    const stored = await store.apply(answers, { asked, atMs: now(), isDeferred: this.#isDeferred });
    if (stored === 'late') this.#answers = noAnswers(epoch);
    else if (stored !== 'undecided') this.#answers = { ...answers, pages: [] };
    return stored === 'stored';
  }

  /** Defers the keys of undecided operations, for as long as the server asks, but at least for a backoff that grows with each deferral. */
  #noteDeferred(
    waiting: readonly OutboxRecord[],
    batch: readonly Operation[],
    results: readonly OperationResult[],
  ): void {
    const { monotonicNow, random } = this.#options;
    const deferred = new Map<string, number>();
    for (const { id } of batch) {
      const result = results.find((candidate) => candidate.id === id);
      const record = waiting.find((candidate) => candidate.id === id);
      if (!record) continue;
      const key = orderingKey(record.mutation, this.#user);
      if (!result || result.outcome === 'later') deferred.set(key, (result?.retryAfter ?? 0) * 1_000);
      else this.#attempts.delete(key);
    }
    for (const [key, askedMs] of deferred) {
      const attempts = (this.#attempts.get(key) ?? 0) + 1;
      this.#attempts.set(key, attempts);
      this.#deferred.set(key, monotonicNow() + Math.max(askedMs, backoffMs(attempts, random)));
    }
  }

  /**
   * Makes each push carry one operation until the one that makes a push unreadable is found, and rejects that one. Returns whether the
   * device is up to date: a visitor's is, but a user's rows must be pulled.
   */
  async #narrowDown(
    waiting: readonly OutboxRecord[],
    batch: readonly Operation[],
    { code, detail, current }: ApiError,
  ): Promise<boolean> {
    const found = batch.length === 1 ? waiting.find(({ id }) => id === batch[0]?.id) : undefined;
    if (found) await this.#options.store.reject(found, { code, detail: detail ?? '', current });
    this.#maxOperations = found ? MAX_PUSH_OPERATIONS : 1;
    return this.#user === null;
  }

  /** Whether confirmed rows may already include an addition that is still in the outbox. */
  #mayCountTwice(waiting: readonly OutboxRecord[]): boolean {
    return waiting.some(
      ({ id, mutation }) => mutation.name === 'addCartItem' && (this.#inDoubt === null || this.#inDoubt.has(id)),
    );
  }
}

/** What the server answers to a push. */
interface PushReply {
  readonly results: readonly OperationResult[];
  readonly forgotten?: number | undefined;
  readonly changes?: AccountChanges | undefined;
}

/** Plans the next operations to send, oldest first, as many as one push may contain. */
function planBatch(waiting: readonly OutboxRecord[], maxOperations: number): Operation[] {
  const batch: Operation[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const { id, number, mutation } of waiting) {
    const operation = { id, number, name: mutation.name, args: mutation.args };
    bytes += new TextEncoder().encode(JSON.stringify(operation)).length + 1;
    const isFull = batch.length >= Math.min(maxOperations, MAX_PUSH_OPERATIONS) || bytes > MAX_PUSH_BYTES;
    if (isFull && batch.length > 0) break;
    batch.push(operation);
  }
  return batch;
}
