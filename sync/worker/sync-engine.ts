import type { BrowseState } from '#contract/browse.ts';
import type { BlockEntry } from '#contract/http/sync.ts';
import type { Product } from '#contract/product.ts';
import type { DownMessage } from '#contract/realtime/down.ts';
import { REALTIME_PATH } from '#contract/realtime/path.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { StorageFullError, SupersededError } from '../catalog/catalog-store.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { MemoryCatalogStore } from '../catalog/memory-catalog-store.ts';
import type { ShopCatalog } from '../catalog/shop-catalog.ts';
import type { RealtimeSocket } from '../realtime/socket.ts';
import type {
  CatalogOverview,
  CatalogPage,
  EngineApi,
  EngineEvent,
  Facets,
  SyncStatus,
  WireCard,
} from './engine-api.ts';
import { CloseMatchSearch } from './close-match-search.ts';
import type { LoadCloseMatches } from './close-match-search.ts';
import { freeSpace } from './free-space.ts';
import { createLeader } from './leader.ts';
import type { Leader, LockRequester } from './leader.ts';
import type { PullSchedule } from './pull-schedule.ts';
import type * as ServerLinkModule from './server-link.ts';
import { StatusBoard } from './status-board.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';
import { TabCatalogs } from './tab-catalogs.ts';

type ServerModule = typeof ServerLinkModule;

/** The shop on the screen goes before shops that other tabs opened, and those before the rest. */
const PRIORITY = { onScreen: 3, opened: 2, known: 1, rest: 0 } as const;
/** Pokes are spread over this, so that many devices do not come at once. */
const POKE_JITTER_MS = 200;
const VIEW_REPEAT_MS = 30 * 60_000;
/** The first page from the device comes before the work of a leader, but is not waited for longer than this. */
const LEAD_AFTER_MS = 500;
/** Orders for later queries are made when nothing was asked for this long, one at a time. */
const WARM_AFTER_MS = 100;

/** The world, as parameters: a test can hold each of them still. */
export interface EngineDependencies {
  /** Opens the device's store; `onOutdated` is called when a newer version takes it over. */
  readonly openStore: (onOutdated: () => void) => Promise<CatalogStore>;
  readonly loadServer: () => Promise<ServerModule>;
  readonly loadCloseMatches: LoadCloseMatches;
  readonly channel: TabChannel;
  /** Missing on pages that are not served securely. */
  readonly locks: LockRequester | undefined;
  /** Where the server is, such as `https://shop.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly connect: (url: string) => WebSocket;
  /** Wall time in ms, for what people read. */
  readonly now: () => number;
  /** Time in ms that no clock setting moves, for what waits. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
  /** Deletes the pictures that the service worker keeps; false when there are none. */
  readonly dropImages: () => Promise<boolean>;
  /** The visitor saves data: only opened shops are fetched. */
  readonly savesData: boolean;
}

/** One tab's engine. Wires store, catalogues, election, schedule and socket; the rules are theirs. */
export class SyncEngine implements EngineApi {
  readonly #dependencies: EngineDependencies;
  #store: Promise<CatalogStore>;
  #catalogs: TabCatalogs;
  #loadedServer: Promise<ServerModule> | undefined;
  #connectedLink: Promise<InstanceType<ServerModule['ServerLink']>> | undefined;
  readonly #board: StatusBoard;
  readonly #closeMatches: CloseMatchSearch;
  readonly #opened = new Set<ShopKey>();
  readonly #openedMainCategory = new Map<ShopKey, string | null>();
  /** Shops whose details do not fit the device: theirs come from the network. */
  readonly #withoutDetails = new Set<ShopKey>();
  readonly #closed = new AbortController();
  readonly #viewedAtMs = new Map<string, number>();
  #onScreen: ShopKey | undefined;
  #isVisible = true;
  #leader: Leader | undefined;
  #schedule: PullSchedule<ShopKey> | undefined;
  #socket: RealtimeSocket | undefined;
  #leadTimer: ReturnType<typeof setTimeout> | undefined;
  #warmTimer: ReturnType<typeof setTimeout> | undefined;
  #listener: ((event: EngineEvent) => void) | undefined;

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    this.#store = dependencies.openStore(() => this.#leaveDatabase());
    this.#board = new StatusBoard((status) => this.#tellStatus(status));
    this.#catalogs = new TabCatalogs(this.#store, this.#board);
    this.#closeMatches = new CloseMatchSearch(dependencies.loadCloseMatches);
    dependencies.channel.receive((message) => this.#receive(message));
    this.#leadTimer = setTimeout(() => void this.#standForLead(), LEAD_AFTER_MS);
    // Beside the first page, not after it; a failure is met again by whoever needs it.
    this.#server().catch(() => undefined);
  }

  async openShop(shop: ShopKey): Promise<SyncStatus> {
    if (this.#onScreen && this.#onScreen !== shop) this.#schedule?.add(this.#onScreen, PRIORITY.opened);
    this.#onScreen = shop;
    this.#opened.add(shop);
    this.#withoutDetails.delete(shop);
    this.#dependencies.channel.send({ type: 'opened', shop });
    this.#schedule?.add(shop, PRIORITY.onScreen);
    await this.#catalogs.get(shop);
    void this.#standForLead();
    return this.#board.get(shop);
  }

  async browse(shop: ShopKey, state: BrowseState): Promise<CatalogPage> {
    this.#openedMainCategory.set(shop, state.mainCategory);
    const catalog = await this.#catalogs.get(shop);
    const page = catalog.browse(state);
    this.#warmLater(catalog);
    return this.#orFromServer(catalog, page, (link) => link.browse(shop, state));
  }

  async overview(shop: ShopKey, sort: SortKey | null): Promise<CatalogOverview> {
    const catalog = await this.#catalogs.get(shop);
    this.#warmLater(catalog);
    return this.#orFromServer(catalog, catalog.overview(sort), (link) => link.overview(shop, sort));
  }

  async facets(shop: ShopKey, state: BrowseState): Promise<Facets | undefined> {
    return (await this.#catalogs.get(shop)).facets(state);
  }

  async closeMatches(shop: ShopKey, state: BrowseState): Promise<readonly WireCard[]> {
    return this.#closeMatches.find(await this.#catalogs.get(shop), state);
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
    const found = await catalog.product(id);
    if (found.state === 'found') return found.product;
    const fromServer = (await this.#link()).product(shop, id);
    // A link may point at a product that is newer than this device; without network, what the device knows stands.
    return found.state === 'absent' ? fromServer.catch(() => undefined) : fromServer;
  }

  async recordView(shop: ShopKey, id: number): Promise<void> {
    const key = `${shop}/${id}`;
    const nowMs = this.#dependencies.monotonicNow();
    if (nowMs - (this.#viewedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < VIEW_REPEAT_MS) return;
    this.#viewedAtMs.set(key, nowMs);
    await (await this.#link()).sendView(shop, id);
  }

  async refresh(): Promise<void> {
    this.#dependencies.channel.send({ type: 'refresh' });
    this.#wake();
  }

  async setVisible(isVisible: boolean): Promise<void> {
    const becomesVisible = isVisible && !this.#isVisible;
    this.#isVisible = isVisible;
    if (becomesVisible) await this.refresh();
  }

  async subscribe(listener: (event: EngineEvent) => void): Promise<void> {
    this.#listener = listener;
  }

  close(): void {
    this.#closeMatches.close();
    clearTimeout(this.#warmTimer);
    clearTimeout(this.#leadTimer);
    this.#closed.abort();
    this.#leader?.close();
    this.#endTerm();
    this.#dependencies.channel.close();
    void this.#store.then((store) => store.close());
  }

  /** Starts the election, once: as soon as a shop has been read from the device, or after a while. */
  async #standForLead(): Promise<void> {
    if (this.#leadTimer === undefined) return;
    clearTimeout(this.#leadTimer);
    this.#leadTimer = undefined;
    const { locks, channel, monotonicNow } = this.#dependencies;
    const store = await this.#store;
    // Pages that are not served securely have no locks: tabs would write over each other.
    if (store.kind === 'memory' || !locks) return this.#workFromMemory('memory');
    this.#leader = createLeader({
      name: 'hexlime-sync',
      locks,
      now: monotonicNow,
      isVisible: () => this.#isVisible,
      sendHeartbeat: () => channel.send({ type: 'heartbeat' }),
      onLead: (signal) => this.#lead(store, signal),
      onFailure: (error) => {
        if (error instanceof StorageFullError) this.#workFromMemory('full');
        // What fails to load is a TypeError: the network's fault, not the storage's.
        else this.#board.updateAll({ problem: error instanceof TypeError ? 'unreachable' : 'device-error' });
      },
    });
  }

  /** No other tab sees this one's rows, so it syncs for itself. */
  #workFromMemory(storage: 'memory' | 'full'): void {
    this.#leader?.close();
    const store = new MemoryCatalogStore();
    this.#store = Promise.resolve(store);
    this.#catalogs = new TabCatalogs(this.#store, this.#board);
    if (this.#board.get('default').storage === 'device') this.#board.updateAll({ storage });
    this.#lead(store, this.#closed.signal).catch(() => this.#board.updateAll({ problem: 'device-error' }));
  }

  /** A newer version has the database now: what this tab holds in memory stays on the screen. */
  #leaveDatabase(): void {
    this.#board.updateAll({ storage: 'outdated' });
    this.#leader?.close();
    this.#endTerm();
  }

  /** The work of one term: settles when the term is over or this tab can no longer lead. */
  async #lead(store: CatalogStore, signal: AbortSignal): Promise<void> {
    const { now, monotonicNow, random, origin, connect, savesData } = this.#dependencies;
    await store.claimLead();
    const { PullSchedule, openSocket } = await this.#server();
    const known = await store.listShops();
    if (signal.aborted) return;
    const ended = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    this.#board.updateAll({ isLeader: true });
    const current = new Set<ShopKey>();
    const schedule = new PullSchedule<ShopKey>({
      now: monotonicNow,
      random,
      isVisible: () => this.#isVisible,
      pull: (shop, pullSignal, noteProgress) =>
        this.#pull({ store, shop, signal: pullSignal, noteProgress, current, now }),
      onFailure: (shop, error) => {
        if (error instanceof SupersededError) ended.resolve();
        else void this.#showFailure(shop, error);
      },
    });
    this.#schedule = schedule;
    if (!savesData) for (const shop of SHOP_KEYS) schedule.add(shop, PRIORITY.rest);
    for (const shop of known) schedule.add(shop, PRIORITY.known);
    for (const shop of this.#opened) schedule.add(shop, shop === this.#onScreen ? PRIORITY.onScreen : PRIORITY.opened);
    this.#socket = openSocket({
      url: `${origin.replace(/^http/, 'ws')}${REALTIME_PATH}`,
      connect,
      random,
      onOpen: () => {
        this.#board.updateAll({ isLive: true });
        schedule.wakeAfterConnect();
      },
      onClose: () => this.#board.updateAll({ isLive: false }),
      onMessage: (message) => void this.#receivePoke(message),
    });
    await ended.promise;
    this.#endTerm();
  }

  async #receivePoke(message: DownMessage): Promise<void> {
    if (!('event' in message) || message.event !== 'productsChanged') return;
    const { shop, seq } = message.data;
    // A storage that fails is no reason to miss news.
    const catalog = await this.#catalogs.get(shop).catch(() => undefined);
    if (seq !== catalog?.record?.cursor) this.#schedule?.poke(shop, POKE_JITTER_MS);
  }

  #endTerm(): void {
    this.#schedule?.stop();
    this.#socket?.close();
    this.#schedule = undefined;
    this.#socket = undefined;
    this.#board.updateAll({ isLeader: false, isPulling: false, isLive: false });
  }

  async #pull(pull: {
    store: CatalogStore;
    shop: ShopKey;
    signal: AbortSignal;
    noteProgress: () => void;
    /** Shops whose index this leader knows to be as the store: a predecessor may have written more. */
    current: Set<ShopKey>;
    now: () => number;
  }): Promise<void> {
    const { store, shop, signal, noteProgress, current, now } = pull;
    const catalog = await this.#catalogs.get(shop);
    if (!current.has(shop) && (await this.#catalogs.catchUp(shop))) this.#tellChanged(shop);
    current.add(shop);
    this.#board.update(shop, { isPulling: true });
    try {
      const link = await this.#link();
      await link.pull({
        catalog,
        store,
        now,
        signal,
        openedMainCategory: () => this.#openedMainCategory.get(shop) ?? null,
        keepsDetails: () => !this.#withoutDetails.has(shop),
        givesWay: () => this.#schedule?.shouldGiveWay(shop) ?? false,
        freeSpace: (kind: BlockEntry['kind']) => this.#freeSpace(store, shop, kind),
        progress: {
          changed: () => {
            noteProgress();
            this.#board.update(shop, { catalogue: 'ready' });
            this.#tellChanged(shop);
          },
          downloading: (receivedBytes, totalBytes) => {
            noteProgress();
            const catalogue = catalog.record ? 'ready' : 'loading';
            this.#board.update(shop, { receivedBytes, totalBytes, catalogue });
          },
          storageFull: () => {
            this.#withoutDetails.add(shop);
            this.#board.updateAll({ storage: 'full' });
          },
        },
      });
      await this.#catalogs.showState(catalog);
      this.#board.update(shop, { problem: null, lastPulledAtMs: now() });
      const lacksDetails = !this.#board.get(shop).hasDetails && !this.#withoutDetails.has(shop);
      if (lacksDetails && !catalog.isOnlyInMemory) this.#schedule?.poke(shop, POKE_JITTER_MS);
    } finally {
      this.#board.update(shop, { isPulling: false, receivedBytes: 0, totalBytes: 0 });
    }
  }

  /** Only the shop on the screen may take room from others: two that take it from each other would never come to rest. */
  async #freeSpace(store: CatalogStore, shop: ShopKey, kind: BlockEntry['kind']): Promise<boolean> {
    this.#board.updateAll({ storage: 'full' });
    if (shop !== this.#onScreen) {
      if (kind === 'details') this.#withoutDetails.add(shop);
      return false;
    }
    const { dropImages } = this.#dependencies;
    return freeSpace({ store, shop, kind, dropImages, onEvict: (evicted) => this.#withoutDetails.add(evicted) });
  }

  async #showFailure(shop: ShopKey, error: unknown): Promise<void> {
    const { toProblem } = await this.#server();
    this.#board.update(shop, { problem: toProblem(error) });
  }

  #receive(message: TabMessage): void {
    switch (message.type) {
      case 'heartbeat':
        this.#leader?.noteHeartbeat();
        break;
      case 'changed':
        if (this.#catalogs.has(message.shop)) void this.#follow(message.shop);
        break;
      case 'status':
        this.#showLeaderStatus(message.status);
        break;
      case 'opened':
        this.#opened.add(message.shop);
        this.#schedule?.add(message.shop, PRIORITY.opened);
        break;
      case 'refresh':
        this.#wake();
        break;
    }
  }

  async #follow(shop: ShopKey): Promise<void> {
    try {
      if (await this.#catalogs.catchUp(shop)) this.#listener?.({ type: 'catalog-changed', shop });
    } catch {
      // The storage failed this time; the leader's next change is read together with this one.
      this.#board.update(shop, { problem: 'device-error' });
    }
  }

  /** What the leader says of the catalogue; the storage is each tab's own. */
  #showLeaderStatus(status: SyncStatus): void {
    const { storage } = this.#board.get(status.shop);
    if (this.#leader?.isLeading || storage === 'memory' || storage === 'outdated') return;
    this.#board.update(status.shop, {
      ...status,
      storage: status.storage === 'full' ? 'full' : storage,
      isLeader: false,
    });
  }

  /** The code that talks to the server; a chunk that could not be had is asked for again. */
  #server(): Promise<ServerModule> {
    this.#loadedServer ??= this.#dependencies.loadServer().catch((error: unknown) => {
      this.#loadedServer = undefined;
      throw error;
    });
    return this.#loadedServer;
  }

  #link(): Promise<InstanceType<ServerModule['ServerLink']>> {
    const { origin, fetch } = this.#dependencies;
    this.#connectedLink ??= this.#server().then(
      ({ ServerLink, createApiClient }) => new ServerLink(createApiClient(origin, fetch)),
      (error: unknown) => {
        this.#connectedLink = undefined;
        throw error;
      },
    );
    return this.#connectedLink;
  }

  /** What the device answers; the server's answer while there is none, or while products are missing on the device and it can be had. */
  async #orFromServer<T>(
    catalog: ShopCatalog,
    fromDevice: T | undefined,
    ask: (link: InstanceType<ServerModule['ServerLink']>) => Promise<T>,
  ): Promise<T> {
    if (fromDevice !== undefined && catalog.isComplete) return fromDevice;
    const fromServer = this.#link().then(ask);
    return fromDevice === undefined ? fromServer : fromServer.catch(() => fromDevice);
  }

  #warmLater(catalog: ShopCatalog): void {
    clearTimeout(this.#warmTimer);
    this.#warmTimer = setTimeout(() => {
      if (catalog.warm()) this.#warmLater(catalog);
    }, WARM_AFTER_MS);
  }

  #wake(): void {
    this.#socket?.check();
    this.#schedule?.wake();
    // Without the code there is no network either; the next wake comes.
    this.#link()
      .then((link) => link.sendWaitingViews())
      .catch(() => undefined);
  }

  #tellChanged(shop: ShopKey): void {
    this.#dependencies.channel.send({ type: 'changed', shop });
    this.#listener?.({ type: 'catalog-changed', shop });
  }

  #tellStatus(status: SyncStatus): void {
    this.#listener?.({ type: 'status', status });
    if (this.#leader?.isLeading) this.#dependencies.channel.send({ type: 'status', status });
  }
}
