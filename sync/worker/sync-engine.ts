import { isUserDatabase, USER_INDEX } from '#contract/service-worker/background-sync.ts';
import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AccountApi } from '../api/account-api.ts';
import type { Account } from '../account/account.ts';
import { listDatabases } from '../database/idb.ts';
import { AccountAccess, createAccountApi } from './account-access.ts';
import { BackgroundAccess } from './background-access.ts';
import { CatalogQueries } from './queries/catalog-queries.ts';
import type { EngineApi, EngineEvent, SyncStatus } from '../api/engine-api.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import { StatusBoard } from './status-board.ts';
import { TabCatalogs } from './queries/tab-catalogs.ts';
import { TabFollower } from './queries/tab-follower.ts';
import { TabState } from './tab-context.ts';
import type { TabContext } from './tab-context.ts';

/** A tab's engine: what the page calls. Wires the parts; they hold the rules. */
export class SyncEngine implements EngineApi {
  readonly #dependencies: EngineDependencies;
  readonly #tab: TabContext;
  /** The account's calls: a separate object, which the page reaches through a separate proxy. */
  readonly account: AccountApi;
  readonly #background: BackgroundAccess;
  readonly catalog: CatalogQueries;
  readonly #follower: TabFollower;
  readonly #listeners = new Set<(event: EngineEvent) => void>();

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    const showChanged = (shop: ShopKey): void => this.#emit({ type: 'catalog-changed', shop });
    const board = new StatusBoard((status) => this.#emitStatus(status));
    const catalogs = new TabCatalogs({
      openStore: () => dependencies.openStore(() => this.#leaveDatabase()),
      readEarly: dependencies.readEarly,
      board,
      onLateRead: showChanged,
    });
    const tabState = new TabState();
    if (dependencies.detailChoice) tabState.detailChoice = dependencies.detailChoice;
    const account = new AccountAccess(
      () => this.#loadAccount(),
      () => this.#hasUserData(),
    );
    this.account = createAccountApi(account, () => dependencies.channel.send({ type: 'refresh' }));
    const tab: TabContext = { environment: dependencies, catalogs, board, tabState, account, showChanged };
    this.#tab = tab;
    this.#background = new BackgroundAccess(tab, () => this.#follower.followAll());
    this.catalog = new CatalogQueries(tab, this.#background);
    this.#follower = new TabFollower(tab, this.#background);
  }

  async openShop(shop: ShopKey): Promise<SyncStatus> {
    this.#background.leaderSync?.showShop(shop, this.#tab.tabState.onScreen);
    this.#tab.tabState.onScreen = shop;
    this.#tab.tabState.opened.add(shop);
    this.#dependencies.channel.send({ type: 'opened', shop });
    const { state } = await this.#tab.catalogs.get(shop);
    if (state === 'empty') this.#prefetch(shop);
    void this.#background.runForLeader();
    return this.#tab.board.get(shop);
  }

  async recordView(shop: ShopKey, id: number): Promise<void> {
    await (await this.#tab.account.get()).recordView(shop, id);
  }

  async shopSettings(): Promise<ShopSettings> {
    return (await this.#background.calls()).link.shopSettings();
  }

  async refresh(): Promise<void> {
    this.#dependencies.channel.send({ type: 'refresh' });
    this.#background.leaderSync?.wake();
  }

  async chooseDetails(choice: DetailChoice): Promise<void> {
    if (this.#tab.tabState.detailChoice === choice) return;
    this.#tab.tabState.detailChoice = choice;
    this.#background.leaderSync?.fetchDetails();
  }

  async setVisible(isVisible: boolean): Promise<void> {
    const becomesVisible = isVisible && !this.#tab.tabState.isVisible;
    this.#tab.tabState.isVisible = isVisible;
    if (!becomesVisible) return;
    // A message to a hidden or frozen tab may be lost.
    this.#follower.followAll();
    await this.refresh();
  }

  async subscribe(listener: (event: EngineEvent) => void): Promise<void> {
    this.#listeners.add(listener);
  }

  close(): void {
    this.catalog.close();
    this.#background.close();
    this.#tab.account.close();
    this.#dependencies.channel.close();
    this.#tab.catalogs.close();
  }

  /** Asks for the snapshot of a first visit while the code that stores it is loaded; the pull asks again for what failed. */
  #prefetch(shop: ShopKey): void {
    if (this.#background.leaderSync) return;
    this.#background.calls().then(
      ({ prefetch }) => {
        // Another shop may have been opened meanwhile, or the pull have begun.
        const isDue = this.#tab.tabState.onScreen === shop && !this.#background.leaderSync?.isLeading;
        if (isDue) prefetch.begin(shop, () => this.#tab.tabState.categoryOf(shop));
      },
      () => undefined,
    );
  }

  /** Whether the device has a database of a user or a visitor: only then may operations of an earlier session be unsent. */
  async #hasUserData(): Promise<boolean> {
    const { prefix = '', indexedDB } = this.#dependencies.userDatabases ?? {};
    const names = await listDatabases(indexedDB);
    return names.some((name) => name === prefix + USER_INDEX || isUserDatabase(name.slice(prefix.length)));
  }

  async #loadAccount(): Promise<Account> {
    const { Account: TabAccount } = await this.#dependencies.loadAccount();
    this.#dependencies.channel.send({ type: 'account' });
    return new TabAccount({
      ...this.#dependencies,
      userDatabases: {
        ...this.#dependencies.userDatabases,
        freeSpace: this.#dependencies.dropCaches,
        onSilent: () => this.#background.leaderSync?.handOver(),
      },
      isVisible: () => this.#tab.tabState.isVisible,
      sendUp: (message) => {
        if (!this.#background.leaderSync?.send(message)) this.#dependencies.channel.send({ type: 'up', message });
      },
      onTyping: (event) => this.#emit({ type: 'typing', ...event }),
      onOutdated: () => this.#tab.board.updateAll({ storage: 'outdated' }),
      onSession: (sub) => {
        this.#dependencies.channel.send({ type: 'session', sub });
        this.#background.leaderSync?.renewSocket();
      },
    });
  }

  /** A newer version owns the database now: what this tab holds in memory stays on the screen. */
  #leaveDatabase(): void {
    this.#tab.board.updateAll({ storage: 'outdated' });
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
