import type { ShopKey } from '#contract/shops.ts';
import type { LendingMessage, LentAnswer, LentQuestion, LentShops, TabChannel } from '../tabs/tab-channel.ts';
import type { EngineApi } from './engine-api.ts';
import type { TabCatalogs } from './tab-catalogs.ts';

/** Silence after which a leader is not asked: it has died, is frozen, or will be superseded. */
const OFFER_LASTS_MS = 10_000;
/** A leader that is alive notes a question within this; else this tab reads the shop itself … */
const HEARD_WITHIN_MS = 500;
/** … and so it does without an answer by then. */
const ANSWERED_WITHIN_MS = 10_000;
/** Pause before a leader that was silent is asked again: reading a large shop costs too much to do so every few seconds. */
const PAUSE_MS = 60_000;

/** The calls that a tab may let the leader answer. */
export const LENT_QUERIES = ['browse', 'overview', 'facets', 'closeMatches', 'cards', 'card', 'product'] as const;
export type LentQuery = (typeof LENT_QUERIES)[number];

/** What the leader answered. */
export interface Lent<Query extends LentQuery> {
  readonly value: Awaited<ReturnType<EngineApi[Query]>>;
}

export interface IndexLendingOptions {
  readonly channel: Pick<TabChannel, 'send'>;
  readonly catalogs: Pick<TabCatalogs, 'has' | 'drop'>;
  /** This tab's answer to another one's question. */
  readonly answer: (query: LentQuery, args: readonly unknown[]) => Promise<unknown>;
  /** Tabs of other builds may mean something else by the same names. */
  readonly appVersion: string;
  readonly isLeading: () => boolean;
  /** False where this tab's own memory or store has what the leader has not. */
  readonly mayBorrow: () => boolean;
  /** Monotonic time in ms. */
  readonly now: () => number;
  readonly random: () => number;
}

interface Waiting {
  readonly end: (answer?: LentAnswer) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Lets the leader answer the queries of all tabs where the catalogue is large, so that a device holds one index however many windows it shows. A
 * tab reads a shop itself until the leader offers to answer, and whenever it does not.
 */
export class IndexLending {
  readonly #options: IndexLendingOptions;
  /** Shops that the leader offered to answer for, and until when. */
  #offered: ReadonlySet<ShopKey> = new Set();
  #offerEndsMs = Number.NEGATIVE_INFINITY;
  #pauseEndsMs = Number.NEGATIVE_INFINITY;
  /** Shops that this tab gave up for the leader's. */
  readonly #left = new Set<ShopKey>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #tab: string;
  #questions = 0;

  constructor(options: IndexLendingOptions) {
    this.#options = options;
    this.#tab = options.random().toString(36).slice(2);
  }

  /** Receives what a leader's heartbeat offers: this tab's own copies of these shops are dropped. */
  receiveOffer(offer: LentShops | undefined): void {
    const { appVersion, catalogs, now } = this.#options;
    this.#offered = new Set(offer?.appVersion === appVersion ? offer.shops : []);
    this.#offerEndsMs = now() + OFFER_LASTS_MS;
    if (this.#mayAsk) for (const shop of this.#offered) if (catalogs.drop(shop)) this.#left.add(shop);
  }

  /** Whether the leader is to be asked about a shop. */
  borrows(shop: ShopKey): boolean {
    return this.#mayAsk && this.#offered.has(shop) && !this.#options.catalogs.has(shop);
  }

  /** Whether this tab's page may show what the leader answered, which this tab does not follow by itself. */
  hasLeft(shop: ShopKey): boolean {
    return this.#left.has(shop);
  }

  /** Asks the leader; undefined if this tab has to answer itself. */
  async ask<Query extends LentQuery>(
    query: Query,
    args: Parameters<EngineApi[Query]>,
  ): Promise<Lent<Query> | undefined> {
    if (!this.borrows(args[0])) return undefined;
    const { channel, appVersion, now } = this.#options;
    const id = `${this.#tab}-${++this.#questions}`;
    const answer = await new Promise<LentAnswer | undefined>((resolve) => {
      this.#wait(id, HEARD_WITHIN_MS, resolve);
      channel.send({ type: 'ask', id, appVersion, query, args });
    });
    if (!answer) this.#pauseEndsMs = now() + PAUSE_MS;
    return answer && !answer.hasFailed ? { value: answer.value as Lent<Query>['value'] } : undefined;
  }

  receive(message: LendingMessage): void {
    if (message.type === 'ask') {
      void this.#answer(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(message.id);
    if (message.type === 'heard') this.#wait(message.id, ANSWERED_WITHIN_MS, waiting.end);
    else waiting.end(message);
  }

  close(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }

  get #mayAsk(): boolean {
    const { now, isLeading, mayBorrow } = this.#options;
    const nowMs = now();
    return nowMs < this.#offerEndsMs && nowMs >= this.#pauseEndsMs && !isLeading() && mayBorrow();
  }

  async #answer({ id, appVersion, query, args }: LentQuestion): Promise<void> {
    const { channel, answer, isLeading, appVersion: own } = this.#options;
    const known = LENT_QUERIES.find((name) => name === query);
    if (!isLeading() || appVersion !== own || !known) return;
    channel.send({ type: 'heard', id });
    channel.send(
      await answer(known, args).then(
        (value) => ({ type: 'answer', id, value }),
        () => ({ type: 'answer', id, hasFailed: true }),
      ),
    );
  }

  #wait(id: string, ms: number, end: Waiting['end']): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      end();
    }, ms);
    this.#waiting.set(id, { end, timer });
  }
}
