import type { BrowseState } from '#contract/browse.ts';
import type { BlockEntry } from '#contract/http/sync.ts';
import type { Product } from '#contract/product.ts';
import { REALTIME_PATH } from '#contract/realtime/path.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { SupersededError } from '../catalog/catalog-store.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { ShopCatalog } from '../catalog/shop-catalog.ts';
import type { RealtimeSocket } from '../realtime/socket.ts';
import type { CatalogOverview, CatalogPage, EngineApi, EngineEvent, SyncStatus, WireCard } from './engine-api.ts';
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
  readonly channel: TabChannel;
  readonly locks: LockRequester;
  /** Where the server is, such as `https://shop.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly connect: (url: string) => WebSocket;
  readonly now: () => number;
  readonly random: () => number;
  /** Deletes the pictures that the service worker keeps; false when there are none. */
  readonly dropImages: () => Promise<boolean>;
  /** The visitor saves data: only opened shops are fetched. */
  readonly savesData: boolean;
}

/** One tab's engine. Wires store, catalogues, election, schedule and socket; the rules are theirs. */
export class SyncEngine implements EngineApi {
  readonly #dependencies: EngineDependencies;
  readonly #store: Promise<CatalogStore>;
  readonly #server: Promise<ServerModule>;
  readonly #link: Promise<InstanceType<ServerModule['ServerLink']>>;
  readonly #catalogs: TabCatalogs;
  readonly #board: StatusBoard;
  readonly #opened = new Set<ShopKey>();
  readonly #openedMainCategory = new Map<ShopKey, string | null>();
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
    this.#store = dependencies.openStore(() => this.#board.updateAll({ storage: 'outdated' }));
    this.#server = dependencies.loadServer();
    this.#link = this.#server.then(
      ({ ServerLink, createApiClient }) => new ServerLink(createApiClient(dependencies.origin, dependencies.fetch)),
    );
    this.#board = new StatusBoard((status) => this.#tellStatus(status));
    this.#catalogs = new TabCatalogs(this.#store, this.#board);
    dependencies.channel.receive((message) => this.#receive(message));
    this.#leadTimer = setTimeout(() => this.#standForLead(), LEAD_AFTER_MS);
  }

  async openShop(shop: ShopKey): Promise<SyncStatus> {
    this.#onScreen = shop;
    this.#opened.add(shop);
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
    return page ?? (await this.#link).browse(shop, state);
  }

  async overview(shop: ShopKey): Promise<CatalogOverview> {
    const catalog = await this.#catalogs.get(shop);
    this.#warmLater(catalog);
    return catalog.overview() ?? (await this.#link).overview(shop);
  }

  async card(shop: ShopKey, id: number): Promise<WireCard | undefined> {
    return (await this.#catalogs.get(shop)).card(id);
  }

  async product(shop: ShopKey, id: number): Promise<Product | undefined> {
    const catalog = await this.#catalogs.get(shop);
    const found = await catalog.product(id);
    if (found.state === 'found') return found.product;
    const fromServer = (await this.#link).product(shop, id);
    // A link may point at a product that is newer than this device; without network, what the device knows stands.
    return found.state === 'absent' ? fromServer.catch(() => undefined) : fromServer;
  }

  async recordView(shop: ShopKey, id: number): Promise<void> {
    const key = `${shop}/${id}`;
    const nowMs = this.#dependencies.now();
    if (nowMs - (this.#viewedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < VIEW_REPEAT_MS) return;
    this.#viewedAtMs.set(key, nowMs);
    await (await this.#link).sendView(shop, id);
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
    clearTimeout(this.#warmTimer);
    clearTimeout(this.#leadTimer);
    this.#leader?.close();
    this.#endLead();
    this.#dependencies.channel.close();
    void this.#store.then((store) => store.close());
  }

  /** Starts the election, once: as soon as a shop has been read from the device, or after a while. */
  async #standForLead(): Promise<void> {
    if (this.#leadTimer === undefined) return;
    clearTimeout(this.#leadTimer);
    this.#leadTimer = undefined;
    const { locks, channel, now } = this.#dependencies;
    const store = await this.#store;
    if (store.kind === 'memory') {
      // No other tab sees this one's rows, so each syncs for itself.
      if (this.#board.get('default').storage === 'device') this.#board.updateAll({ storage: 'memory' });
      await this.#lead(store, new AbortController().signal);
      return;
    }
    this.#leader = createLeader({
      name: 'hexlime-sync',
      locks,
      now,
      isVisible: () => this.#isVisible,
      sendHeartbeat: () => channel.send({ type: 'heartbeat' }),
      onLead: (signal) => void this.#lead(store, signal),
    });
  }

  async #lead(store: CatalogStore, signal: AbortSignal): Promise<void> {
    const { now, random, origin, connect, savesData } = this.#dependencies;
    await store.claimLead();
    const { PullSchedule, openSocket } = await this.#server;
    const known = await store.listShops();
    if (signal.aborted) return;
    this.#board.updateAll({ isLeader: true });
    const current = new Set<ShopKey>();
    const schedule = new PullSchedule<ShopKey>({
      now,
      random,
      isVisible: () => this.#isVisible,
      pull: (shop, pullSignal, noteProgress) => this.#pull({ store, shop, signal: pullSignal, noteProgress, current }),
      onFailure: (shop, error) => void this.#showFailure(shop, error),
    });
    this.#schedule = schedule;
    for (const shop of known) schedule.add(shop, PRIORITY.known);
    for (const shop of this.#opened) schedule.add(shop, shop === this.#onScreen ? PRIORITY.onScreen : PRIORITY.opened);
    if (!savesData) for (const shop of SHOP_KEYS) schedule.add(shop, PRIORITY.rest);
    this.#socket = openSocket({
      url: `${origin.replace(/^http/, 'ws')}${REALTIME_PATH}`,
      connect,
      random,
      onOpen: () => {
        this.#board.updateAll({ isLive: true });
        schedule.wake();
      },
      onClose: () => this.#board.updateAll({ isLive: false }),
      onMessage: (message) => {
        if ('event' in message && message.event === 'productsChanged') schedule.poke(message.data.shop, POKE_JITTER_MS);
      },
    });
    signal.addEventListener('abort', () => this.#endLead());
  }

  #endLead(): void {
    this.#schedule?.stop();
    this.#socket?.close();
    this.#schedule = undefined;
    this.#socket = undefined;
    this.#board.updateAll({ isLeader: false, isPulling: false });
  }

  async #pull(pull: {
    store: CatalogStore;
    shop: ShopKey;
    signal: AbortSignal;
    noteProgress: () => void;
    /** Shops whose index this leader knows to be as the store: a predecessor may have written more. */
    current: Set<ShopKey>;
  }): Promise<void> {
    const { store, shop, signal, noteProgress, current } = pull;
    const { now, dropImages } = this.#dependencies;
    const catalog = await this.#catalogs.get(shop);
    if (!current.has(shop) && (await this.#catalogs.catchUp(shop))) this.#tellChanged(shop);
    current.add(shop);
    this.#board.update(shop, { isPulling: true });
    try {
      const link = await this.#link;
      await link.pull({
        catalog,
        store,
        now,
        signal,
        openedMainCategory: () => this.#openedMainCategory.get(shop) ?? null,
        keepsDetails: () => this.#board.get(shop).storage !== 'full',
        freeSpace: (kind: BlockEntry['kind']) => freeSpace({ store, shop, kind, dropImages }),
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
          storageFull: () => this.#board.updateAll({ storage: 'full' }),
        },
      });
      await this.#catalogs.showState(catalog);
      this.#board.update(shop, {
        isPulling: false,
        problem: null,
        lastPulledAtMs: now(),
        receivedBytes: 0,
        totalBytes: 0,
      });
    } finally {
      this.#board.update(shop, { isPulling: false });
    }
  }

  async #showFailure(shop: ShopKey, error: unknown): Promise<void> {
    const { toProblem } = await this.#server;
    this.#board.update(shop, { problem: toProblem(error) });
    if (error instanceof SupersededError) this.#endLead();
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
        if (!this.#leader?.isLeading) this.#board.update(message.status.shop, { ...message.status, isLeader: false });
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
    if (await this.#catalogs.catchUp(shop)) this.#listener?.({ type: 'catalog-changed', shop });
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
  }

  #tellChanged(shop: ShopKey): void {
    this.#dependencies.channel.send({ type: 'changed', shop });
    this.#listener?.({ type: 'catalog-changed', shop });
  }

  #tellStatus(status: SyncStatus): void {
    this.#listener?.({ type: 'status', status });
    if (status.isLeader) this.#dependencies.channel.send({ type: 'status', status });
  }
}
