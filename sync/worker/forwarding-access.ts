import type { ShopKey } from '#contract/shops.ts';
import type { AnsweredShops, ForwardingMessage } from '../tabs/tab-channel.ts';
import type { EngineApi } from './engine-api.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import type { Answered, QueryForwarding, QueryForwardingOptions, QueryName } from './query-forwarding.ts';
import { lazyModule } from './lazy-module.ts';
import type { TabCatalogs } from './tab-catalogs.ts';

/** Products from which all tabs of a device use the leader's index: below, one of their own takes 30 MB at most and answers without a message. */
const FORWARDS_FROM_PRODUCTS = 200_000;

export interface ForwardingAccessOptions extends Pick<QueryForwardingOptions, 'answer' | 'isLeading' | 'mayForward'> {
  readonly dependencies: EngineDependencies;
  readonly catalogs: TabCatalogs;
}

/** The code with which tabs share the index of a large shop: loaded by a leader that has one, and by tabs that hear of it. */
export class ForwardingAccess {
  readonly #options: ForwardingAccessOptions;
  readonly #module = lazyModule(() => this.#load());
  #forwarding: QueryForwarding | undefined;

  constructor(options: ForwardingAccessOptions) {
    this.#options = options;
  }

  /** The shops that this tab answers for as the leader, once the code for that is here. */
  offer(): AnsweredShops | undefined {
    const { dependencies, catalogs } = this.#options;
    const shops = catalogs.listWhole(dependencies.forwardsFromProducts ?? FORWARDS_FROM_PRODUCTS);
    if (shops.length === 0) return undefined;
    this.#module.get().catch(() => undefined);
    return this.#forwarding && { appVersion: dependencies.appVersion, shops };
  }

  receiveOffer(offer: AnsweredShops | undefined): void {
    if (offer || this.#forwarding)
      this.#module.get().then(
        (forwarding) => forwarding.receiveOffer(offer),
        () => undefined,
      );
  }

  receive(message: ForwardingMessage): void {
    this.#forwarding?.receive(message);
  }

  /** Asks the leader where this tab uses its index; undefined if this tab has to answer itself. */
  async ask<Query extends QueryName>(
    query: Query,
    args: Parameters<EngineApi[Query]>,
  ): Promise<Answered<Query> | undefined> {
    return this.#forwarding?.ask(query, args);
  }

  forwards(shop: ShopKey): boolean {
    return this.#forwarding?.forwards(shop) ?? false;
  }

  /** Whether the page may show what the leader answered about a shop, which this tab does not follow by itself. */
  hasDropped(shop: ShopKey): boolean {
    return this.#forwarding?.hasDropped(shop) ?? false;
  }

  close(): void {
    this.#forwarding?.close();
  }

  async #load(): Promise<QueryForwarding> {
    const { dependencies, ...options } = this.#options;
    const { channel, appVersion, monotonicNow: now, random } = dependencies;
    const { QueryForwarding: Forwarding } = await dependencies.loadQueryForwarding();
    this.#forwarding = new Forwarding({ ...options, channel, appVersion, now, random });
    return this.#forwarding;
  }
}
