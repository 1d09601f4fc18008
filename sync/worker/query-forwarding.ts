import type { ShopKey } from '#contract/shops.ts';
import type { AnsweredShops, ForwardedQuery, ForwardingMessage, QueryReply, TabChannel } from '../tabs/tab-channel.ts';
import type { EngineApi } from './engine-api.ts';
import type { TabCatalogs } from './tab-catalogs.ts';

/** Silence after which a leader is not asked: it has died, is frozen, or will be superseded. */
const OFFER_LASTS_MS = 10_000;
/** A leader that is alive confirms the receipt of a query within this; else this tab reads the shop itself … */
const RECEIVED_WITHIN_MS = 500;
/** … and so it does without a reply by then. */
const REPLIED_WITHIN_MS = 10_000;
/** Pause before a leader that was silent is asked again: reading a large shop costs too much to do so every few seconds. */
const PAUSE_MS = 60_000;

/** The calls that a tab may forward to the leader. */
export const FORWARDED_QUERIES = ['browse', 'overview', 'facets', 'closeMatches', 'cards', 'card', 'product'] as const;
export type QueryName = (typeof FORWARDED_QUERIES)[number];

/** What the leader answered. */
export interface Answered<Query extends QueryName> {
  readonly value: Awaited<ReturnType<EngineApi[Query]>>;
}

export interface QueryForwardingOptions {
  readonly channel: Pick<TabChannel, 'send'>;
  readonly catalogs: Pick<TabCatalogs, 'has' | 'drop'>;
  /** This tab's answer to another one's query. */
  readonly answer: (query: QueryName, args: readonly unknown[]) => Promise<unknown>;
  /** Tabs of other builds may mean something else by the same names. */
  readonly appVersion: string;
  readonly isLeading: () => boolean;
  /** False where this tab's own memory or store has what the leader has not. */
  readonly mayForward: () => boolean;
  /** Monotonic time in ms. */
  readonly now: () => number;
  readonly random: () => number;
}

interface Waiting {
  readonly end: (reply?: QueryReply) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Forwards the queries of tabs to the leader where the catalogue is large, so that a device holds one index however many windows it shows. A tab
 * reads a shop itself until the leader offers to answer, and whenever it does not.
 */
export class QueryForwarding {
  readonly #options: QueryForwardingOptions;
  /** Shops that the leader offered to answer for, and until when. */
  #offered: ReadonlySet<ShopKey> = new Set();
  #offerEndsMs = Number.NEGATIVE_INFINITY;
  #pauseEndsMs = Number.NEGATIVE_INFINITY;
  /** Shops whose index this tab dropped for the leader's. */
  readonly #dropped = new Set<ShopKey>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #tab: string;
  #queries = 0;

  constructor(options: QueryForwardingOptions) {
    this.#options = options;
    this.#tab = options.random().toString(36).slice(2);
  }

  /** Receives what a leader's heartbeat offers: this tab's own copies of these shops are dropped. */
  receiveOffer(offer: AnsweredShops | undefined): void {
    const { appVersion, catalogs, now } = this.#options;
    this.#offered = new Set(offer?.appVersion === appVersion ? offer.shops : []);
    this.#offerEndsMs = now() + OFFER_LASTS_MS;
    if (this.#mayAsk) for (const shop of this.#offered) if (catalogs.drop(shop)) this.#dropped.add(shop);
  }

  /** Whether the leader is to be asked about a shop. */
  forwards(shop: ShopKey): boolean {
    return this.#mayAsk && this.#offered.has(shop) && !this.#options.catalogs.has(shop);
  }

  /** Whether this tab's page may show what the leader answered, which this tab does not follow by itself. */
  hasDropped(shop: ShopKey): boolean {
    return this.#dropped.has(shop);
  }

  /** Asks the leader; undefined if this tab has to answer itself. */
  async ask<Query extends QueryName>(
    query: Query,
    args: Parameters<EngineApi[Query]>,
  ): Promise<Answered<Query> | undefined> {
    if (!this.forwards(args[0])) return undefined;
    const { channel, appVersion, now } = this.#options;
    const id = `${this.#tab}-${++this.#queries}`;
    const reply = await new Promise<QueryReply | undefined>((resolve) => {
      this.#wait(id, RECEIVED_WITHIN_MS, resolve);
      channel.send({ type: 'query', id, appVersion, query, args });
    });
    if (!reply) this.#pauseEndsMs = now() + PAUSE_MS;
    return reply && !reply.hasFailed ? { value: reply.value as Answered<Query>['value'] } : undefined;
  }

  receive(message: ForwardingMessage): void {
    if (message.type === 'query') {
      void this.#answer(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(message.id);
    if (message.type === 'received') this.#wait(message.id, REPLIED_WITHIN_MS, waiting.end);
    else waiting.end(message);
  }

  close(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }

  get #mayAsk(): boolean {
    const { now, isLeading, mayForward } = this.#options;
    const nowMs = now();
    return nowMs < this.#offerEndsMs && nowMs >= this.#pauseEndsMs && !isLeading() && mayForward();
  }

  async #answer({ id, appVersion, query, args }: ForwardedQuery): Promise<void> {
    const { channel, answer, isLeading, appVersion: own } = this.#options;
    const known = FORWARDED_QUERIES.find((name) => name === query);
    if (!isLeading() || appVersion !== own || !known) return;
    channel.send({ type: 'received', id });
    channel.send(
      await answer(known, args).then(
        (value) => ({ type: 'reply', id, value }),
        () => ({ type: 'reply', id, hasFailed: true }),
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
