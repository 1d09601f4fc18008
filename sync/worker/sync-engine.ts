import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import { toFirstOverview } from '#contract/first-screen.ts';
import type { Product } from '#contract/product.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import type { FoundProduct, ProductReader } from '../catalog/products/product-reader.ts';
import type { ShopCatalog } from '../catalog/shop-catalog.ts';
import type {
  CallResult,
  Purchase,
  PurchaseInput,
  PushSubscriptionInput,
  Session,
  SignInOptions,
} from '../account/account-api.ts';
import type { Account } from '../account/account.ts';
import { AccountAccess } from './account-access.ts';
import { CloseMatchSearch } from './close-match-search.ts';
import type {
  CatalogOverview,
  CatalogPage,
  EngineApi,
  EngineEvent,
  Facets,
  SyncStatus,
  WireCard,
} from './engine-api.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import type { FirstScreenCache } from './first-screen-cache.ts';
import type { LeaderSync } from './leader-sync.ts';
import { FirstScreenRecorder } from './first-screen-recorder.ts';
import { ServerAccess } from './server-access.ts';
import type { ServerLink } from './server-access.ts';
import { StatusBoard } from './status-board.ts';
import type { TabMessage } from '../tabs/tab-channel.ts';
import { TabCatalogs } from './tab-catalogs.ts';
import { TabState } from '../tabs/tab-state.ts';
import { withWellFormedText } from './well-formed-text.ts';

const VIEW_REPEAT_MS = 30 * 60_000;
/** The first page from the device comes before the work of a leader, but is not waited for longer than this. */
const LEAD_AFTER_MS = 500;
/** Code for leading that could not be had is asked for again after this. */
const LOAD_AGAIN_MS = 2_000;
/** Orders for later queries are made when nothing was asked for this long, one at a time. */
const WARM_AFTER_MS = 100;

/** What the chunk of background work gives, once it has been loaded. */
interface Background {
  readonly leading: LeaderSync;
  readonly keeper: FirstScreenCache;
  readonly Reader: typeof ProductReader;
}

/** One tab's engine: what a page asks, answered from the device. Wires the parts; the rules are theirs. */
export class SyncEngine implements EngineApi {
  readonly #dependencies: EngineDependencies;
  readonly #server: ServerAccess;
  readonly #board: StatusBoard;
  readonly #catalogs: TabCatalogs;
  readonly #visit = new TabState();
  readonly #account = new AccountAccess(() => this.#loadAccount());
  readonly #closeMatches: CloseMatchSearch;
  readonly #notes: FirstScreenRecorder;
  readonly #viewedAtMs = new Map<string, number>();
  #loadedBackground: Promise<Background> | undefined;
  #leading: LeaderSync | undefined;
  #products: ProductReader | undefined;
  #isClosed = false;
  #leadTimer: ReturnType<typeof setTimeout> | undefined;
  #warmTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<(event: EngineEvent) => void>();

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    this.#server = new ServerAccess(dependencies);
    this.#board = new StatusBoard((status) => this.#tellStatus(status));
    this.#catalogs = new TabCatalogs({
      openStore: () => dependencies.openStore(() => this.#leaveDatabase()),
      readEarly: dependencies.readEarly,
      board: this.#board,
    });
    this.#closeMatches = new CloseMatchSearch(dependencies.loadCloseMatches);
    this.#notes = new FirstScreenRecorder(async (screens) => (await this.#background()).keeper.keep(screens));
    dependencies.channel.receive((message) => this.#receive(message));
    this.#leadTimer = setTimeout(() => void this.#standForLead(), LEAD_AFTER_MS);
  }

  async openShop(shop: ShopKey): Promise<SyncStatus> {
    this.#leading?.showShop(shop, this.#visit.onScreen);
    this.#visit.onScreen = shop;
    this.#visit.opened.add(shop);
    this.#dependencies.channel.send({ type: 'opened', shop });
    await this.#catalogs.get(shop);
    void this.#standForLead();
    return this.#board.get(shop);
  }

  async browse(shop: ShopKey, asked: BrowseState): Promise<CatalogPage> {
    const state = withWellFormedText(asked);
    this.#visit.openedMainCategory.set(shop, state.mainCategory);
    const catalog = await this.#catalogs.get(shop);
    const page = catalog.browse(state);
    this.#warmLater(catalog);
    if (page && catalog.isComplete)
      this.#notes.note({ shop, state, productId: null, page: { total: page.total, cards: page.cards } });
    return this.#orFromServer(catalog, page, (link) => link.browse(shop, state));
  }

  async overview(shop: ShopKey, sort: SortKey | null): Promise<CatalogOverview> {
    const catalog = await this.#catalogs.get(shop);
    const overview = catalog.overview(sort);
    this.#warmLater(catalog);
    if (overview && catalog.isComplete) {
      const state = { ...EMPTY_BROWSE_STATE, sort };
      this.#notes.note({ shop, state, productId: null, overview: toFirstOverview(overview) });
    }
    return this.#orFromServer(catalog, overview, (link) => link.overview(shop, sort));
  }

  async facets(shop: ShopKey, state: BrowseState): Promise<Facets | undefined> {
    return (await this.#catalogs.get(shop)).facets(withWellFormedText(state));
  }

  async closeMatches(shop: ShopKey, state: BrowseState): Promise<readonly WireCard[]> {
    return this.#closeMatches.find(await this.#catalogs.get(shop), withWellFormedText(state));
  }

  async cards(shop: ShopKey, ids: readonly number[]): Promise<readonly WireCard[]> {
    const catalog = await this.#catalogs.get(shop);
    return ids.flatMap((id) => catalog.card(id) ?? []);
  }

  async card(shop: ShopKey, id: number): Promise<WireCard | undefined> {
    return (await this.#catalogs.get(shop)).card(id);
  }

  async product(shop: ShopKey, id: number): Promise<Product | undefined> {
    const catalog = await this.#catalogs.get(shop);
    const found = await this.#findProduct(catalog, id);
    if (found.state === 'found') return found.product;
    const fromServer = (await this.#server.link()).product(shop, id);
    // A link may point at a product that is newer than this device; without network, what the device knows stands.
    return found.state === 'absent' ? fromServer.catch(() => undefined) : fromServer;
  }

  async recordView(shop: ShopKey, id: number): Promise<void> {
    const key = `${shop}/${id}`;
    const nowMs = this.#dependencies.monotonicNow();
    if (nowMs - (this.#viewedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < VIEW_REPEAT_MS) return;
    this.#viewedAtMs.set(key, nowMs);
    await (await this.#account.get()).recordView(shop, id);
  }

  async setUser(sub: string | null): Promise<void> {
    if (sub === null) this.#account.tell((account) => void account.setUser(null));
    else await (await this.#account.get()).setUser(sub);
  }

  signInOptions(): Promise<CallResult<SignInOptions>> {
    return this.#account.call((account) => account.signInOptions());
  }

  signIn(credential: string): Promise<CallResult<Session>> {
    return this.#account.call((account) => account.signIn(credential));
  }

  async signOut(sub: string): Promise<void> {
    await (await this.#account.get()).signOut(sub);
  }

  createPurchase(input: PurchaseInput): Promise<CallResult<Purchase>> {
    return this.#account.call((account) => account.createPurchase(input));
  }

  async syncAccount(): Promise<void> {
    this.#dependencies.channel.send({ type: 'refresh' });
    await (await this.#account.get()).syncAccount();
  }

  pushKey(): Promise<CallResult<string>> {
    return this.#account.call((account) => account.pushKey());
  }

  subscribePush(subscription: PushSubscriptionInput): Promise<CallResult<undefined>> {
    return this.#account.call((account) => account.subscribePush(subscription));
  }

  unsubscribePush(endpoint: string): Promise<CallResult<undefined>> {
    return this.#account.call((account) => account.unsubscribePush(endpoint));
  }

  loadOlderMessages(chatId: string): Promise<CallResult<{ readonly hasOlder: boolean }>> {
    return this.#account.call((account) => account.loadOlderMessages(chatId));
  }

  loadPhoto(path: string): Promise<CallResult<undefined>> {
    return this.#account.call((account) => account.loadPhoto(path));
  }

  async setTyping(chatId: string, isTyping: boolean): Promise<void> {
    this.#account.tell((account) => void account.setTyping(chatId, isTyping));
  }

  async refresh(): Promise<void> {
    this.#dependencies.channel.send({ type: 'refresh' });
    this.#leading?.wake();
  }

  async setVisible(isVisible: boolean): Promise<void> {
    const becomesVisible = isVisible && !this.#visit.isVisible;
    this.#visit.isVisible = isVisible;
    if (becomesVisible) await this.refresh();
  }

  async subscribe(listener: (event: EngineEvent) => void): Promise<void> {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#closeMatches.close();
    this.#notes.close();
    clearTimeout(this.#warmTimer);
    clearTimeout(this.#leadTimer);
    this.#leading?.close();
    this.#account.close();
    this.#dependencies.channel.close();
    this.#catalogs.close();
    void this.#loadedBackground?.then(({ keeper }) => keeper.close());
  }

  /** Starts the election, once: as soon as a shop has been read from the device, or after a while. */
  async #standForLead(): Promise<void> {
    if (this.#leadTimer === undefined) return;
    clearTimeout(this.#leadTimer);
    this.#leadTimer = undefined;
    // A leader needs this code, too: both chunks are loaded beside each other. A failure is met again by whoever needs it.
    this.#server.module().catch(() => undefined);
    try {
      const { leading } = await this.#background();
      if (this.#isClosed) return;
      this.#leading = leading;
      await leading.stand();
    } catch (error) {
      // What fails to load is a TypeError: the network's fault, not the storage's.
      this.#board.updateAll({ problem: error instanceof TypeError ? 'unreachable' : 'device-error' });
      if (!this.#isClosed) this.#leadTimer = setTimeout(() => void this.#standForLead(), LOAD_AGAIN_MS);
    }
  }

  /** The code that the first page does without; a chunk that could not be had is asked for again. */
  #background(): Promise<Background> {
    this.#loadedBackground ??= this.#loadBackground().catch((error: unknown) => {
      this.#loadedBackground = undefined;
      throw error;
    });
    return this.#loadedBackground;
  }

  async #loadBackground(): Promise<Background> {
    const dependencies = this.#dependencies;
    const { FirstScreenCache: Keeper, LeaderSync: Leader, ProductReader: Reader } = await dependencies.loadBackground();
    const catalogs = this.#catalogs;
    const board = this.#board;
    const keeper = new Keeper({
      store: dependencies.firstScreens,
      getCatalog: (shop) => catalogs.get(shop),
      mayKeep: () => board.get('default').storage !== 'full',
    });
    const leading = new Leader({
      dependencies,
      server: this.#server,
      catalogs,
      board,
      visit: this.#visit,
      account: this.#account,
      firstScreens: keeper,
      notifyChanged: (shop) => this.#notifyChanged(shop),
    });
    return { leading, keeper, Reader };
  }

  async #loadAccount(): Promise<Account> {
    const { Account: TabAccount } = await this.#dependencies.loadAccount();
    return new TabAccount({
      ...this.#dependencies,
      isVisible: () => this.#visit.isVisible,
      sendUp: (message) => {
        if (!this.#leading?.send(message)) this.#dependencies.channel.send({ type: 'up', message });
      },
      onTyping: (event) => this.#tell({ type: 'typing', ...event }),
      onOutdated: () => this.#board.updateAll({ storage: 'outdated' }),
      onSession: (sub) => {
        this.#dependencies.channel.send({ type: 'session', sub });
        this.#leading?.renewSocket();
      },
    });
  }

  async #findProduct(catalog: ShopCatalog, id: number): Promise<FoundProduct> {
    try {
      const { Reader } = await this.#background();
      const store = await this.#catalogs.store();
      if (this.#products?.store !== store) this.#products = new Reader(store);
      return await this.#products.find(catalog, id);
    } catch {
      // Neither code nor storage that fails is the end: the server knows the product, too.
      return { state: 'unknown' };
    }
  }

  /** A newer version has the database now: what this tab holds in memory stays on the screen. */
  #leaveDatabase(): void {
    this.#board.updateAll({ storage: 'outdated' });
    this.#leading?.resign();
  }

  #receive(message: TabMessage): void {
    switch (message.type) {
      case 'heartbeat':
        this.#leading?.noteHeartbeat();
        break;
      case 'changed':
        if (this.#catalogs.has(message.shop)) void this.#follow(message.shop);
        break;
      case 'status':
        this.#showLeaderStatus(message.status);
        break;
      case 'opened':
        this.#visit.opened.add(message.shop);
        this.#leading?.followShop(message.shop);
        break;
      case 'session':
        void this.#followSession(message.sub);
        break;
      case 'up':
        this.#leading?.send(message.message);
        break;
      case 'typing':
        this.#account.tell((account) => account.noteTyping(message));
        break;
      case 'refresh':
        this.#leading?.wake();
        break;
    }
  }

  async #followSession(sub: string | null): Promise<void> {
    this.#leading?.renewSocket();
    if (sub === null) this.#account.tell((account) => void account.followSession(null));
    // Without the code there is no network either; the page says again who is signed in.
    else
      await this.#account.get().then(
        (account) => account.followSession(sub),
        () => undefined,
      );
  }

  async #follow(shop: ShopKey): Promise<void> {
    try {
      if (await this.#catalogs.catchUp(shop)) this.#tell({ type: 'catalog-changed', shop });
    } catch {
      // The storage failed this time; the leader's next change is read together with this one.
      this.#board.update(shop, { problem: 'device-error' });
    }
  }

  /** What the leader says, for a tab that reads what the leader writes. */
  #showLeaderStatus(status: SyncStatus): void {
    const { storage } = this.#board.get(status.shop);
    if (this.#leading?.isLeading || this.#catalogs.isAlone || storage === 'memory' || storage === 'outdated') return;
    this.#board.update(status.shop, { ...status, isLeader: false });
  }

  /** What the device answers; the server's answer while there is none, or while products are missing on the device and it can be had. */
  async #orFromServer<T>(
    catalog: ShopCatalog,
    fromDevice: T | undefined,
    ask: (link: ServerLink) => Promise<T>,
  ): Promise<T> {
    if (fromDevice !== undefined && catalog.isComplete) return fromDevice;
    const fromServer = this.#server.link().then(ask);
    return fromDevice === undefined ? fromServer : fromServer.catch(() => fromDevice);
  }

  #warmLater(catalog: ShopCatalog): void {
    clearTimeout(this.#warmTimer);
    this.#warmTimer = setTimeout(() => {
      if (catalog.warm()) this.#warmLater(catalog);
    }, WARM_AFTER_MS);
  }

  #notifyChanged(shop: ShopKey): void {
    this.#dependencies.channel.send({ type: 'changed', shop });
    this.#tell({ type: 'catalog-changed', shop });
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #tellStatus(status: SyncStatus): void {
    this.#tell({ type: 'status', status });
    if (this.#leading?.isLeading) this.#dependencies.channel.send({ type: 'status', status });
  }
}
