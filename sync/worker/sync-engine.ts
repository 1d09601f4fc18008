import { rowsState } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import { toFirstOverview } from '#contract/first-screen.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { Product } from '#contract/product.ts';
import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { toBarcode } from '#contract/text/to-barcode.ts';
import type { BarcodeMatches, BarcodeSearch } from '../catalog/search/barcode-search.ts';
import type { FoundProduct, ProductReader } from '../catalog/products/product-reader.ts';
import type { ShopCatalog } from '../catalog/shop-catalog.ts';
import type { AccountApi } from '../account/account-api.ts';
import type { Account } from '../account/account.ts';
import { AccountAccess, createAccountApi } from './account-access.ts';
import { BackgroundAccess } from './background-access.ts';
import { CloseMatchSearch } from './close-match-search.ts';
import type {
  CatalogOverview,
  CatalogPage,
  EngineApi,
  EngineEvent,
  Facets,
  ProductFigures,
  SyncStatus,
} from './engine-api.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import { FirstScreenRecorder } from './first-screen-recorder.ts';
import { HiddenIndexes } from './hidden-indexes.ts';
import type { Answered, QueryName } from './query-forwarding.ts';
import { ForwardingAccess } from './forwarding-access.ts';
import { createServerAccess } from './server-access.ts';
import type { ServerAccess, ServerLink } from './server-access.ts';
import { StatusBoard } from './status-board.ts';
import type { TabMessage } from '../tabs/tab-channel.ts';
import { TabCatalogs } from './tab-catalogs.ts';
import { TabState } from '../tabs/tab-state.ts';
import { withWellFormedText } from './well-formed-text.ts';

const VIEW_REPEAT_MS = 30 * 60_000;
/** The titles are prepared for searches in steps, this long after a list and after each other: between two letters of a search that is typed. */
const WARM_AFTER_MS = 10;
/** Links and placeholders that are on the device join the cards in memory this long after a list. */
const READ_COLUMNS_AFTER_MS = 100;

/** A tab's engine: answers the page from the device. Wires the parts; they hold the rules. */
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
  readonly #closeMatches: CloseMatchSearch;
  readonly #recorder: FirstScreenRecorder;
  readonly #hiddenIndexes: HiddenIndexes;
  readonly #viewedAtMs = new Map<string, number>();
  #products: ProductReader | undefined;
  #barcodes: BarcodeSearch | undefined;
  /** Shops whose links and placeholders are being read, or will be in a moment. */
  readonly #columnsDue = new WeakSet<ShopCatalog>();
  #warmTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<(event: EngineEvent) => void>();

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
    this.#closeMatches = new CloseMatchSearch(dependencies.loadCloseMatches);
    this.#background = new BackgroundAccess({
      dependencies,
      server: this.#server,
      catalogs: this.#catalogs,
      board: this.#board,
      tabState: this.#tabState,
      account: this.#account,
      sendHeartbeat: (isVisible) =>
        dependencies.channel.send({ type: 'heartbeat', isVisible, answers: this.#forwarding.offer() }),
      notifyChanged: (shop) => this.#notifyChanged(shop),
      follow: () => this.#followAll(),
    });
    this.#forwarding = new ForwardingAccess({
      dependencies,
      catalogs: this.#catalogs,
      answer: (query, args) => Reflect.apply(this[query], this, args) as Promise<unknown>,
      isLeading: () => this.#background.leaderSync?.isLeading ?? false,
      mayForward: () => !this.#isWriting && this.#isStored,
    });
    this.#recorder = new FirstScreenRecorder(async (screens) =>
      (await this.#background.get()).firstScreenCache.keep(screens),
    );
    this.#hiddenIndexes = new HiddenIndexes({
      catalogs: this.#catalogs,
      mayDrop: () => !this.#isWriting && this.#isStored,
      onShown: (shop) => this.#emit({ type: 'catalog-changed', shop }),
    });
    dependencies.channel.receive((message) => this.#receive(message));
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

  browse(shop: ShopKey, asked: BrowseState): Promise<CatalogPage> {
    return this.#forwardOr('browse', [shop, asked], () => this.#browse(shop, asked));
  }

  async #browse(shop: ShopKey, asked: BrowseState): Promise<CatalogPage> {
    const state = withWellFormedText(asked);
    this.#tabState.openedMainCategory.set(shop, state.mainCategory);
    const first = this.#catalogs.findFirstPage(shop, state);
    // Its reads are behind that of the first page, in time to answer the next query.
    const whole = this.#catalogs.get(shop);
    const known = await first;
    if (known) {
      this.#recordPage(shop, state, known);
      whole.then((catalog) => this.#warmLater(catalog)).catch(() => undefined);
      return known;
    }
    const catalog = await whole;
    const byBarcode = await this.#findBarcode(catalog, state.search);
    const page = catalog.browse(state, byBarcode?.ids);
    this.#warmLater(catalog);
    const isWhole = catalog.isWhole && byBarcode?.isComplete !== false;
    if (page && isWhole) this.#recordPage(shop, state, page);
    const partial = page && !isWhole ? { ...page, isPartial: true } : page;
    return this.#orFromServer(isWhole, partial, (link) => link.browse(shop, state));
  }

  overview(shop: ShopKey, sort: SortKey | null): Promise<CatalogOverview> {
    return this.#forwardOr('overview', [shop, sort], () => this.#overview(shop, sort));
  }

  async #overview(shop: ShopKey, sort: SortKey | null): Promise<CatalogOverview> {
    const catalog = await this.#catalogs.get(shop);
    const overview = catalog.overview(sort);
    this.#warmLater(catalog);
    if (overview && catalog.isWhole) {
      this.#recorder.record({ shop, state: rowsState(sort), productId: null, overview: toFirstOverview(overview) });
    }
    return this.#orFromServer(catalog.isWhole, overview, (link) => link.overview(shop, sort));
  }

  facets(shop: ShopKey, state: BrowseState): Promise<Facets | undefined> {
    return this.#forwardOr('facets', [shop, state], () => this.#facets(shop, state));
  }

  async #facets(shop: ShopKey, state: BrowseState): Promise<Facets | undefined> {
    const catalog = await this.#catalogs.get(shop);
    const byBarcode = await this.#findBarcode(catalog, state.search);
    return catalog.facets(withWellFormedText(state), byBarcode?.ids);
  }

  closeMatches(shop: ShopKey, state: BrowseState): Promise<readonly WireCard[]> {
    return this.#forwardOr('closeMatches', [shop, state], () => this.#findCloseMatches(shop, state));
  }

  async #findCloseMatches(shop: ShopKey, state: BrowseState): Promise<readonly WireCard[]> {
    return this.#closeMatches.find(await this.#catalogs.get(shop), withWellFormedText(state));
  }

  async productFigures(shop: ShopKey, soldIds: readonly number[]): Promise<ProductFigures | undefined> {
    const [catalog, { findProductFigures }] = await Promise.all([
      this.#catalogs.get(shop),
      this.#dependencies.loadProductFigures(),
    ]);
    return catalog.productFigures(findProductFigures, soldIds);
  }

  cards(shop: ShopKey, ids: readonly number[]): Promise<readonly WireCard[]> {
    return this.#forwardOr('cards', [shop, ids], () => this.#cards(shop, ids));
  }

  async #cards(shop: ShopKey, ids: readonly number[]): Promise<readonly WireCard[]> {
    const catalog = await this.#catalogs.get(shop);
    return ids.flatMap((id) => catalog.card(id) ?? []);
  }

  card(shop: ShopKey, id: number): Promise<WireCard | undefined> {
    return this.#forwardOr('card', [shop, id], () => this.#card(shop, id));
  }

  async #card(shop: ShopKey, id: number): Promise<WireCard | undefined> {
    return (await this.#catalogs.get(shop)).card(id);
  }

  product(shop: ShopKey, id: number): Promise<Product | undefined> {
    return this.#forwardOr('product', [shop, id], () => this.#product(shop, id));
  }

  async #product(shop: ShopKey, id: number): Promise<Product | undefined> {
    const catalog = await this.#catalogs.get(shop);
    const found = await this.#findProduct(catalog, id);
    if (found.state === 'found') return found.product;
    const fromServer = (await this.#server.link()).product(shop, id);
    // A link may point at a product newer than this device's catalogue; without network the device's answer stands.
    return found.state === 'absent' ? fromServer.catch(() => undefined) : fromServer;
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
    this.#followAll();
    await this.refresh();
  }

  async subscribe(listener: (event: EngineEvent) => void): Promise<void> {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#closeMatches.close();
    this.#recorder.close();
    clearTimeout(this.#warmTimer);
    this.#hiddenIndexes.close();
    this.#forwarding.close();
    this.#background.close();
    this.#account.close();
    this.#dependencies.channel.close();
    this.#catalogs.close();
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

  /** The leader's answer where this tab uses its index, else this tab's own. */
  async #forwardOr<Query extends QueryName>(
    query: Query,
    args: Parameters<EngineApi[Query]>,
    own: () => Promise<Answered<Query>['value']>,
  ): Promise<Answered<Query>['value']> {
    const answered = await this.#forwarding.ask(query, args);
    return answered ? answered.value : own();
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

  async #findProduct(catalog: ShopCatalog, id: number): Promise<FoundProduct> {
    try {
      const { Reader } = await this.#background.get();
      const store = await this.#catalogs.store();
      if (this.#products?.store !== store) this.#products = new Reader(store);
      return await this.#products.find(catalog, id);
    } catch {
      // Neither missing code nor broken storage is fatal: the server knows the product as well.
      return { state: 'unknown' };
    }
  }

  /** Finds the products that a search means by their barcode; undefined for a search that is none. */
  async #findBarcode(catalog: ShopCatalog, search: string): Promise<BarcodeMatches | undefined> {
    const barcode = toBarcode(search);
    if (barcode === undefined) return undefined;
    try {
      const { Barcodes } = await this.#background.get();
      const store = await this.#catalogs.store();
      if (this.#barcodes?.store !== store) this.#barcodes = new Barcodes(store);
      return await this.#barcodes.find(catalog, barcode);
    } catch {
      // Neither missing code nor broken storage is fatal: the server knows the barcode as well.
      return { ids: [], isComplete: false };
    }
  }

  /** Whether the device has all that this tab has. */
  get #isStored(): boolean {
    return SHOP_KEYS.every((shop) => this.#board.get(shop).storage === 'device');
  }

  /** Whether this tab pulls: it leads, or works for itself. */
  get #isWriting(): boolean {
    return this.#catalogs.isAlone || (this.#background.leaderSync?.isLeading ?? false);
  }

  /** A newer version owns the database now: what this tab holds in memory stays on the screen. */
  #leaveDatabase(): void {
    this.#board.updateAll({ storage: 'outdated' });
    this.#background.leaderSync?.stepDown();
  }

  #receive(message: TabMessage): void {
    switch (message.type) {
      case 'heartbeat':
        this.#background.leaderSync?.receiveHeartbeat(message.isVisible);
        this.#forwarding.receiveOffer(message.answers);
        break;
      case 'query':
      case 'received':
      case 'reply':
        this.#forwarding.receive(message);
        break;
      case 'changed':
        void this.#follow(message.shop);
        break;
      case 'status':
        this.#showLeaderStatus(message.status);
        break;
      case 'opened':
        this.#tabState.opened.add(message.shop);
        this.#background.leaderSync?.followShop(message.shop);
        break;
      case 'session':
        void this.#followSession(message.sub);
        break;
      case 'up':
        this.#background.leaderSync?.send(message.message);
        break;
      case 'typing':
        this.#account.ifLoaded((account) => account.receiveTyping(message));
        break;
      case 'refresh':
        this.#background.leaderSync?.wake();
        break;
    }
  }

  async #followSession(sub: string | null): Promise<void> {
    this.#background.leaderSync?.renewSocket();
    if (sub === null) this.#account.ifLoaded((account) => void account.followSession(null));
    // Without the code there is no network either; the page names its user again later.
    else
      await this.#account.get().then(
        (account) => account.followSession(sub),
        () => undefined,
      );
  }

  /** Reads what the leader has written to a shop that this tab holds. A tab that writes reads nothing beside its own pulls. */
  async #follow(shop: ShopKey): Promise<void> {
    if (this.#isWriting) return;
    if (!this.#catalogs.has(shop)) {
      if (this.#forwarding.hasDropped(shop)) this.#emit({ type: 'catalog-changed', shop });
      return;
    }
    try {
      if (await this.#catalogs.catchUp(shop)) this.#emit({ type: 'catalog-changed', shop });
    } catch {
      // The storage failed this time; the leader's next change is read together with this one.
      this.#board.update(shop, { problem: 'device-error' });
    }
  }

  #followAll(): void {
    for (const shop of SHOP_KEYS) void this.#follow(shop);
  }

  /** Shows the leader's status in a tab that reads what the leader writes. */
  #showLeaderStatus(status: SyncStatus): void {
    const { storage, catalogue } = this.#board.get(status.shop);
    if (this.#isWriting || storage === 'memory' || storage === 'outdated') return;
    // What this tab holds in memory is not what the leader holds.
    const isHeld = catalogue === 'partial' || catalogue === 'ready';
    this.#board.update(status.shop, { ...status, isLeader: false, ...(isHeld && { catalogue }) });
  }

  /** Returns the device's answer; the server's while the device has none, or it is not whole and the server answers. */
  async #orFromServer<T>(
    isWhole: boolean,
    fromDevice: T | undefined,
    ask: (link: ServerLink) => Promise<T>,
  ): Promise<T> {
    if (fromDevice !== undefined && isWhole) return fromDevice;
    const fromServer = this.#server.link().then(ask);
    return fromDevice === undefined ? fromServer : fromServer.catch(() => fromDevice);
  }

  #recordPage(shop: ShopKey, state: BrowseState, { total, cards }: CatalogPage): void {
    this.#recorder.record({ shop, state, productId: null, page: { total, cards } });
  }

  #warmLater(catalog: ShopCatalog): void {
    // Not put off by the queries of a visitor who types. The storage fails now and then; the next list tries again.
    if (catalog.index && !catalog.hasColumns && !this.#columnsDue.has(catalog)) {
      this.#columnsDue.add(catalog);
      setTimeout(() => void this.#readColumns(catalog).catch(() => undefined), READ_COLUMNS_AFTER_MS);
    }
    clearTimeout(this.#warmTimer);
    if (catalog.hasKeys) return;
    this.#warmTimer = setTimeout(() => {
      if (catalog.warm()) this.#warmLater(catalog);
    }, WARM_AFTER_MS);
  }

  /** Joins the links and placeholders that the device has to the cards, which were read without them. */
  async #readColumns(catalog: ShopCatalog): Promise<void> {
    const hasJoined = await catalog.readColumns().finally(() => this.#columnsDue.delete(catalog));
    if (!hasJoined) return;
    this.#emit({ type: 'catalog-changed', shop: catalog.shop });
    this.#background.leaderSync?.renewFirstPages(catalog.shop);
  }

  #notifyChanged(shop: ShopKey): void {
    this.#dependencies.channel.send({ type: 'changed', shop });
    this.#emit({ type: 'catalog-changed', shop });
  }

  #emit(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #emitStatus(status: SyncStatus): void {
    this.#emit({ type: 'status', status });
    if (this.#background.leaderSync?.isLeading) this.#dependencies.channel.send({ type: 'status', status });
  }
}
