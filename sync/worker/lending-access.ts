import type { ShopKey } from '#contract/shops.ts';
import type { LendingMessage, LentShops } from '../tabs/tab-channel.ts';
import type { EngineApi } from './engine-api.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import type { IndexLending, IndexLendingOptions, Lent, LentQuery } from './index-lending.ts';
import { lazyModule } from './lazy-module.ts';
import type { TabCatalogs } from './tab-catalogs.ts';

/** Products from which all tabs of a device use the leader's index: below, one of their own takes 30 MB at most and answers without a way. */
const LENDS_FROM_PRODUCTS = 200_000;

export interface LendingAccessOptions extends Pick<IndexLendingOptions, 'answer' | 'isLeading' | 'mayBorrow'> {
  readonly dependencies: EngineDependencies;
  readonly catalogs: TabCatalogs;
}

/** The code with which tabs share the index of a large shop: loaded by a leader that has one, and by tabs that hear of it. */
export class LendingAccess {
  readonly #options: LendingAccessOptions;
  readonly #module = lazyModule(() => this.#load());
  #lending: IndexLending | undefined;

  constructor(options: LendingAccessOptions) {
    this.#options = options;
  }

  /** The shops that this tab answers for as the leader, once the code for that is here. */
  offer(): LentShops | undefined {
    const { dependencies, catalogs } = this.#options;
    const shops = catalogs.listWhole(dependencies.lendsFromProducts ?? LENDS_FROM_PRODUCTS);
    if (shops.length === 0) return undefined;
    this.#module.get().catch(() => undefined);
    return this.#lending && { appVersion: dependencies.appVersion, shops };
  }

  receiveOffer(offer: LentShops | undefined): void {
    if (offer || this.#lending)
      this.#module.get().then(
        (lending) => lending.receiveOffer(offer),
        () => undefined,
      );
  }

  receive(message: LendingMessage): void {
    this.#lending?.receive(message);
  }

  /** Asks the leader where this tab uses its index; undefined if this tab has to answer itself. */
  async ask<Query extends LentQuery>(
    query: Query,
    args: Parameters<EngineApi[Query]>,
  ): Promise<Lent<Query> | undefined> {
    return this.#lending?.ask(query, args);
  }

  borrows(shop: ShopKey): boolean {
    return this.#lending?.borrows(shop) ?? false;
  }

  /** Whether the page may show what the leader answered about a shop, which this tab does not follow by itself. */
  hasLeft(shop: ShopKey): boolean {
    return this.#lending?.hasLeft(shop) ?? false;
  }

  close(): void {
    this.#lending?.close();
  }

  async #load(): Promise<IndexLending> {
    const { dependencies, ...options } = this.#options;
    const { channel, appVersion, monotonicNow: now, random } = dependencies;
    const { IndexLending: Lending } = await dependencies.loadIndexLending();
    this.#lending = new Lending({ ...options, channel, appVersion, now, random });
    return this.#lending;
  }
}
