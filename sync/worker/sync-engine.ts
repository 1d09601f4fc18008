import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AccountApi } from '../account/account-api.ts';
import type { Account } from '../account/account.ts';
import { AccountAccess, createAccountApi } from './account-access.ts';
import { BackgroundAccess } from './background-access.ts';
import { CatalogQueries } from './catalog-queries.ts';
import type { EngineApi, EngineEvent, ProductFigures, SyncStatus } from './engine-api.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import { HiddenIndexes } from './hidden-indexes.ts';
import type { Answered, QueryName } from './query-forwarding.ts';
import { ForwardingAccess } from './forwarding-access.ts';
import { createServerAccess } from './server-access.ts';
import type { ServerAccess } from './server-access.ts';
import { StatusBoard } from './status-board.ts';
import { TabCatalogs } from './tab-catalogs.ts';
import { TabFollower } from './tab-follower.ts';
import { TabState } from '../tabs/tab-state.ts';

const VIEW_REPEAT_MS = 30 * 60_000;

/** A tab's engine: what the page calls. Wires the parts; they hold the rules. */
export class SyncEngine implements EngineApi {
  readonly #dependencies: EngineDependencies;
  readonly #server: ServerAccess;
  readonly #board: StatusBoard;
  readonly #catalogs: TabCatalogs;
  readonly #tabState = new TabState();
  /** The account's calls: an object of its own, which the page reaches through a proxy of its own. */
  readonly account: AccountApi;
  readonly #account = new AccountAccess(() => this.#loadAccount());
  readonly #background: BackgroundAccess;
  readonly #forwarding: ForwardingAccess;
  readonly #queries: CatalogQueries;
  readonly #follower: TabFollower;
  readonly #hiddenIndexes: HiddenIndexes;
  readonly #viewedAtMs = new Map<string, number>();
  readonly #listeners = new Set<(event: EngineEvent) => void>();

  readonly browse = this.#forwardOrAnswer('browse');
  readonly overview = this.#forwardOrAnswer('overview');
  readonly facets = this.#forwardOrAnswer('facets');
  readonly closeMatches = this.#forwardOrAnswer('closeMatches');
  readonly cards = this.#forwardOrAnswer('cards');
  readonly card = this.#forwardOrAnswer('card');
  readonly product = this.#forwardOrAnswer('product');

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    if (dependencies.detailChoice) this.#tabState.detailChoice = dependencies.detailChoice;
    this.account = createAccountApi(this.#account, () => dependencies.channel.send({ type: 'refresh' }));
    this.#server = createServerAccess(dependencies);
    this.#board = new StatusBoard((status) => this.#emitStatus(status));
    this.#catalogs = new TabCatalogs({
      openStore: () => dependencies.openStore(() => this.#leaveDatabase()),
      readEarly: dependencies.readEarly,
      readFirstPage: dependencies.readFirstPage,
      board: this.#board,
    });
    const isLeading = (): boolean => this.#background.leaderSync?.isLeading ?? false;
    const isWriting = (): boolean => this.#catalogs.isAlone || isLeading();
    const mayDrop = (): boolean =>
      !isWriting() && SHOP_KEYS.every((shop) => this.#board.get(shop).storage === 'device');
    const onChanged = (shop: ShopKey): void => this.#emit({ type: 'catalog-changed', shop });
    const parts = {
      dependencies,
      server: this.#server,
      catalogs: this.#catalogs,
      board: this.#board,
      tabState: this.#tabState,
      account: this.#account,
    };
    this.#background = new BackgroundAccess({
      ...parts,
      sendHeartbeat: (isVisible) =>
        dependencies.channel.send({ type: 'heartbeat', isVisible, answers: this.#forwarding.offer() }),
      notifyChanged: (shop) => {
        dependencies.channel.send({ type: 'changed', shop });
        onChanged(shop);
      },
      follow: () => this.#follower.followAll(),
    });
    this.#queries = new CatalogQueries({
      ...parts,
      background: this.#background,
      onJoined: (shop) => {
        onChanged(shop);
        this.#background.leaderSync?.renewFirstPages(shop);
      },
    });
    this.#forwarding = new ForwardingAccess({
      ...parts,
      answer: (query, args) => this.#answer(query, args as never),
      isLeading,
      mayForward: mayDrop,
    });
    this.#hiddenIndexes = new HiddenIndexes({ ...parts, mayDrop, onShown: onChanged });
    this.#follower = new TabFollower({
      ...parts,
      background: this.#background,
      forwarding: this.#forwarding,
      isWriting,
      onChanged,
    });
  }

  async openShop(shop: ShopKey): Promise<SyncStatus> {
    this.#background.leaderSync?.showShop(shop, this.#tabState.onScreen);
    this.#tabState.onScreen = shop;
    this.#tabState.opened.add(shop);
    this.#dependencies.channel.send({ type: 'opened', shop });
    if (!this.#forwarding.forwards(shop)) await this.#catalogs.get(shop);
    if (this.#catalogs.lacks(shop)) this.#fetchEarly(shop);
    void this.#background.runForLeader();
    return this.#board.get(shop);
  }

  productFigures(shop: ShopKey, soldIds: readonly number[]): Promise<ProductFigures | undefined> {
    return this.#queries.productFigures(shop, soldIds);
  }

  async recordView(shop: ShopKey, id: number): Promise<void> {
    const key = `${shop}/${id}`;
    const nowMs = this.#dependencies.monotonicNow();
    if (nowMs - (this.#viewedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < VIEW_REPEAT_MS) return;
    this.#viewedAtMs.set(key, nowMs);
    await (await this.#account.get()).recordView(shop, id);
  }

  async refresh(): Promise<void> {
    this.#dependencies.channel.send({ type: 'refresh' });
    this.#background.leaderSync?.wake();
  }

  async chooseDetails(choice: DetailChoice): Promise<void> {
    if (this.#tabState.detailChoice === choice) return;
    this.#tabState.detailChoice = choice;
    this.#background.leaderSync?.fetchDetails();
  }

  async setVisible(isVisible: boolean): Promise<void> {
    const becomesVisible = isVisible && !this.#tabState.isVisible;
    this.#tabState.isVisible = isVisible;
    this.#hiddenIndexes.setVisible(isVisible);
    if (!becomesVisible) return;
    // A message to a hidden or frozen tab may be lost.
    this.#follower.followAll();
    await this.refresh();
  }

  async subscribe(listener: (event: EngineEvent) => void): Promise<void> {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#queries.close();
    this.#hiddenIndexes.close();
    this.#forwarding.close();
    this.#background.close();
    this.#account.close();
    this.#dependencies.channel.close();
    this.#catalogs.close();
  }

  /** A query's answer: the leader's where this tab uses its index, else this tab's own. */
  #forwardOrAnswer<Query extends QueryName>(query: Query): EngineApi[Query] {
    const answer = async (...args: Parameters<EngineApi[Query]>): Promise<Answered<Query>['value']> => {
      const answered = await this.#forwarding.ask(query, args);
      return answered ? answered.value : this.#answer(query, args);
    };
    return answer as EngineApi[Query];
  }

  async #answer<Query extends QueryName>(
    query: Query,
    args: Parameters<EngineApi[Query]>,
  ): Promise<Answered<Query>['value']> {
    return Reflect.apply(this.#queries[query], this.#queries, args);
  }

  /** Asks for the snapshot of a first visit while the code that stores it is loaded; what fails is asked for again by the pull. */
  #fetchEarly(shop: ShopKey): void {
    if (this.#background.leaderSync) return;
    const openedMainCategory = (): string | null => this.#tabState.openedMainCategory.get(shop) ?? null;
    this.#server.link().then(
      (link) => {
        // Another shop may have been opened meanwhile, or the pull have begun.
        const isDue = this.#tabState.onScreen === shop && !this.#background.leaderSync?.isLeading;
        if (isDue) link.fetchEarly(shop, openedMainCategory);
      },
      () => undefined,
    );
  }

  async #loadAccount(): Promise<Account> {
    const { Account: TabAccount } = await this.#dependencies.loadAccount();
    return new TabAccount({
      ...this.#dependencies,
      isVisible: () => this.#tabState.isVisible,
      sendUp: (message) => {
        if (!this.#background.leaderSync?.send(message)) this.#dependencies.channel.send({ type: 'up', message });
      },
      onTyping: (event) => this.#emit({ type: 'typing', ...event }),
      onOutdated: () => this.#board.updateAll({ storage: 'outdated' }),
      onSession: (sub) => {
        this.#dependencies.channel.send({ type: 'session', sub });
        this.#background.leaderSync?.renewSocket();
      },
    });
  }

  /** A newer version owns the database now: what this tab holds in memory stays on the screen. */
  #leaveDatabase(): void {
    this.#board.updateAll({ storage: 'outdated' });
    this.#background.leaderSync?.stepDown();
  }

  #emit(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #emitStatus(status: SyncStatus): void {
    this.#emit({ type: 'status', status });
    if (this.#background.leaderSync?.isLeading) this.#dependencies.channel.send({ type: 'status', status });
  }
}
