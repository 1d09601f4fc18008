import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { CURRENT_SESSIONS, USER_INDEX, userDatabaseName } from '#contract/service-worker/background-sync.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { UserData } from '#sync/api/account-api.ts';
import * as account from '#sync/account/account.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import { findProductFigures } from '#sync/catalog/query/product-figures.ts';
import { CloseMatches } from '#sync/catalog/search/close-matches.ts';
import { FactSearch } from '#sync/catalog/search/fact-search.ts';
import { findSameProduct } from '#sync/catalog/search/same-products.ts';
import { PULL_LIMITS } from '#sync/catalog/pull/pull-context.ts';
import type { PullLimits } from '#sync/catalog/pull/pull-context.ts';
import type { ShopRecord } from '#sync/catalog/store/catalog-store.ts';
import { openCatalogStore } from '#sync/catalog/store/dexie-catalog-store.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { openFirstReader } from '#sync/catalog/store/first-reader.ts';
import { MemoryFirstScreenStore } from '#sync/testing/memory-first-screen-store.ts';
import * as background from '#sync/worker/background.ts';
import * as serverCalls from '#sync/worker/server-calls.ts';
import type { StorageState } from '#sync/api/engine-api.ts';
import { SyncEngine } from '#sync/worker/sync-engine.ts';
import type { Cookies } from '../../support/cookie-jar.ts';
import { copyDisk } from '../disks/copy-disk.ts';
import { damageRow, loseRows } from '../disks/damage-disk.ts';
import { SimPageLifecycle } from './sim-page-lifecycle.ts';
import { SimChannel } from './sim-channel.ts';
import { SimLocks } from './sim-locks.ts';
import { LyingDisk } from '../disks/lying-disk.ts';
import { NetworkLink } from './sim-network.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimRuntime } from './sim-runtime.ts';
import { ORIGIN } from './sim-server.ts';
import { createConnect } from './sim-socket.ts';
import { listDatabases, readTable } from '../disks/read-disk.ts';
import type { SimShop } from './sim-shops.ts';
import type { Person } from './people.ts';

// Dexie observes live queries only when a global IndexedDB exists.
Dexie.dependencies.indexedDB = new IDBFactory();

/** The shop that tabs show at first. */
const SHOP: SimShop = 'ayz';

/** Distinguishes databases of worlds in one process: Dexie identifies them by name. */
let devices = 0;
let tabs = 0;

/** A browser with its tabs and the real engine; committed storage outlives the tabs. */
export class SimDevice {
  readonly name: string;
  readonly line: NetworkLink;
  readonly cookies: Cookies = new Map();
  storage: LyingDisk;
  readonly databaseName = `simulated-${++devices}`;
  readonly locks = new SimLocks();
  readonly channel = new SimChannel();
  /** Screens in the device's Cache Storage. */
  readonly firstScreens = new MemoryFirstScreenStore();
  readonly network: SimNetwork;
  readonly random: () => number;
  pullLimits: PullLimits = PULL_LIMITS;
  tabs: SimTab[] = [];
  /** The person who uses the device most. */
  owner: Person = 'alice';
  /** Rows of a user were lost; the device detects that by itself. */
  hasLostRows = false;
  /** The user in the pages' storage; null for a visitor. */
  sub: string | null = null;
  /** The main category that its tabs show; null for start screens. */
  mainCategory: string | null = null;
  /** A block on the disk was damaged and may not have been repaired. */
  hasDamage = false;
  /** A block was damaged once: since then tabs may show states that were never stored, such as newer rows on undamaged blocks. */
  wasDamaged = false;
  /** Frees the space of cached images; false if there are none. */
  dropImages: () => boolean = () => false;
  /** Offset of the device's wall clock from the world's, in ms. */
  skewMs = 0;

  constructor(name: string, address: string, network: SimNetwork, random: () => number) {
    this.name = name;
    this.line = new NetworkLink(address);
    this.network = network;
    this.random = random;
    this.storage = new LyingDisk(new IDBFactory(), network.options.still.now);
  }

  /** The databases of this device. */
  get disk(): IDBFactory {
    return this.storage.factory;
  }

  /** Copies the disk of another device of the same user; neither may have a tab. */
  takeDiskOf(other: SimDevice): void {
    const copy = copyDisk(other.disk, (name) => name.replace(other.databaseName, this.databaseName));
    this.storage = new LyingDisk(copy, this.network.options.still.now);
  }

  /** Returns a copy of the databases; no tab may be open. */
  copyStorage(): IDBFactory {
    return copyDisk(this.disk, (name) => name);
  }

  /** Replaces the databases by an earlier copy of them; no tab may be open. */
  putStorageBack(copy: IDBFactory): void {
    // The copy may contain the damage.
    this.hasDamage = this.wasDamaged;
    this.storage.putBack(copyDisk(copy, (name) => name));
  }

  /** Opens a tab on the shop as the signed-in user. */
  async openTab(shop: SimShop = SHOP): Promise<SimTab> {
    const tab = new SimTab(this);
    this.tabs.push(tab);
    await tab.engine.account.setUser(this.sub);
    tab.openShop(shop);
    return tab;
  }

  /** Makes the first tab pull and sync, as when the network returns or the page becomes visible. */
  wake(): void {
    const [tab] = this.tabs;
    void tab?.engine.refresh();
    void tab?.engine.account.syncAccount();
  }

  /** Returns the id of a user's current session on this device; undefined when there is none. */
  sessionOf(sub: string): string | undefined {
    const current = readTable(this.disk, `${this.databaseName}-${USER_INDEX}`, CURRENT_SESSIONS);
    return current.find((row) => row['sub'] === sub)?.['session'] as string | undefined;
  }

  /** Reads a table of the database of a user's current session from the disk. */
  readUserTable(sub: string, table: string): Readonly<Record<string, unknown>>[] {
    return readTable(this.disk, this.#userDatabase(sub), table);
  }

  /** Deletes the rows of a table of a user's current session outside any transaction; returns how many there were. */
  loseUserRows(sub: string, table: string): number {
    this.hasLostRows = true;
    return loseRows(this.disk, this.#userDatabase(sub), table);
  }

  /** Returns the name of a user's database: by the session in the index that pages use, or by its prefix if the index has no session. */
  #userDatabase(sub: string): string {
    const session = this.sessionOf(sub);
    const first = `${this.databaseName}-${userDatabaseName(sub)}`;
    if (session !== undefined) return `${this.databaseName}-${userDatabaseName(sub, session)}`;
    return listDatabases(this.disk).find((name) => name.startsWith(`${first}.`)) ?? first;
  }

  /** Reads a shop's record from the disk; undefined before the first sync. */
  readShop(shop: SimShop = SHOP): ShopRecord | undefined {
    const records = readTable(this.disk, this.databaseName, 'lists') as unknown as ShopRecord[];
    return records.find((record) => record.shop === shop);
  }

  /** Damages a stored block of cards, or loses it. */
  damageBlock(place: number, isGone: boolean, at: number): void {
    this.hasDamage ||= damageRow(
      this.disk,
      { database: this.databaseName, table: 'blocks', kind: 'cards', place, at },
      isGone,
    );
    this.wasDamaged ||= this.hasDamage;
  }

  /** Kills every tab at once, as an empty battery does. */
  crash(): void {
    for (const tab of this.tabs) tab.crash();
  }
}

/** One tab: an engine and the page's access to the user's rows. */
export class SimTab {
  readonly device: SimDevice;
  readonly engine: SyncEngine;
  readonly lifecycle = new SimPageLifecycle();
  /** A number that is unique among the tabs of a process. */
  readonly number = ++tabs;
  /** How often the tab was shown or hidden. */
  changes = 0;
  readonly #storages = new Map<ShopKey, StorageState>();
  #data: UserData | undefined;
  isGone = false;
  /** The build of the page, relative to the server's: an older one was open during an update, a newer one meets a server that was rolled back. */
  build: Build = 'same';
  /** The storage of the first of the tab's shops that is not stored on the device; `device` if all of them are. */
  storage: StorageState = 'device';
  /** Whether the tab takes itself for the leader. */
  isLeading = false;

  constructor(device: SimDevice) {
    this.device = device;
    const { databaseName: name, network, line, cookies } = device;
    const { lifecycle } = this;
    const call = asBuild(network.createFetch(line, cookies), () => this.build);
    const indexedDB = device.storage.openFor(this);
    const channel = device.channel.open(this, lifecycle);
    this.engine = new SyncEngine({
      readEarly: openFirstReader(indexedDB, IDBKeyRange, name),
      openStore: (onOutdated) => openCatalogStore({ name, indexedDB, IDBKeyRange, onOutdated }),
      loadServerCalls: async () => serverCalls,
      loadBackground: async () => background,
      loadAccount: async () => account,
      userDatabases: { prefix: `${name}-`, indexedDB, IDBKeyRange },
      loadCloseMatches: async () => ({ CloseMatches }),
      loadFactSearch: async () => ({ FactSearch }),
      loadSameProducts: async () => ({ findSameProduct }),
      loadProductFigures: async () => ({ findProductFigures }),
      channel,
      locks: device.locks.forTab(this, lifecycle),
      origin: ORIGIN,
      fetch: (...given) => lifecycle.through(() => call(...given)),
      connect: createConnect(network, line, lifecycle, cookies),
      now: () => Date.now() + device.skewMs,
      monotonicNow: () => performance.now(),
      random: device.random,
      dropCaches: async () => {
        device.firstScreens.screens.clear();
        return device.dropImages();
      },
      firstScreens: device.firstScreens,
      savesData: true,
      pullLimits: device.pullLimits,
    });
    void this.engine.subscribe((event) => {
      if (event.type !== 'status') return;
      this.#storages.set(event.status.shop, event.status.storage);
      this.storage = [...this.#storages.values()].find((state) => state !== 'device') ?? 'device';
      if (event.status.shop === SHOP) this.isLeading = event.status.isLeader;
    });
  }

  /** Shows a shop, as a page whose list the server has drawn. */
  openShop(shop: SimShop): void {
    const { mainCategory } = this.device;
    void this.engine.catalog.show(shop, { ...EMPTY_BROWSE_STATE, mainCategory }, true).catch(() => undefined);
    void this.engine.openShop(shop).catch(() => undefined);
  }

  /** Shows the page, or covers it. */
  setVisible(isVisible: boolean): void {
    if (this.lifecycle.isVisible !== isVisible) this.changes += 1;
    this.lifecycle.isVisible = isVisible;
    void this.engine.setVisible(isVisible);
  }

  /** The signed-in user's rows as this tab's page reads them; reads let simulated time pass. @throws Error when no user is signed in */
  get data(): UserData {
    return withPatience(this.#openData(), this.device.network.options.still);
  }

  #openData(): UserData {
    const { sub, databaseName } = this.device;
    if (sub === null) throw new Error('No user is signed in');
    if (this.#data?.sub !== sub) {
      this.#data?.close();
      this.#data = openUserData(sub, {
        prefix: `${databaseName}-`,
        indexedDB: this.device.storage.openFor(this),
        IDBKeyRange,
      });
      // The next read opens the rows of the next session.
      this.#data.onClosed(() => (this.#data = undefined));
    }
    return this.#data;
  }

  /** Lets the page notice that its user has signed out: now, or when it is no longer frozen. */
  leaveUser(): void {
    this.lifecycle.pass(() => {
      this.#data?.close();
      this.#data = undefined;
    });
  }

  /** Kills the tab between two steps of its work: only committed data stays. */
  crash(): void {
    this.isGone = true;
    const { device } = this;
    device.tabs = device.tabs.filter((tab) => tab !== this);
    device.storage.drop(this);
    this.#data?.close();
    this.engine.close();
    device.locks.drop(this);
  }
}

/** Makes the calls of an object, and of the objects in it, wait as `SimRuntime.patiently` does. */
const withPatience = <T extends object>(target: T, still: SimRuntime): T =>
  new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null) return withPatience(value, still);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = value.call(target, ...given);
        const isLater = typeof result === 'object' && result !== null && 'then' in result;
        return isLater ? still.patiently(Promise.resolve(result)) : result;
      };
    },
  });

/** How a page's build compares with the server's. */
export type Build = 'older' | 'same' | 'newer';

const AHEAD = { older: -1, same: 0, newer: 1 } as const;

/** Returns `call` as a page of another build would make it: the protocol versions in both directions differ as the builds do. */
const asBuild =
  (call: typeof fetch, readBuild: () => Build): typeof fetch =>
  async (input, init) => {
    const ahead = AHEAD[readBuild()];
    if (ahead === 0) return call(input, init);
    const headers = new Headers(init?.headers);
    headers.set(PROTOCOL_HEADER, String(PROTOCOL_VERSION + ahead));
    const response = await call(input, { ...init, headers });
    response.headers.set(PROTOCOL_HEADER, String(PROTOCOL_VERSION - ahead));
    return response;
  };
