import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { ShopKey } from '#contract/shops.ts';
import type { UserData } from '#sync/api/account-api.ts';
import * as account from '#sync/account/account.ts';
import { openUserData } from '#sync/account/open-user-data.ts';
import { findProductFigures } from '#sync/catalog/query/product-figures.ts';
import { CloseMatches } from '#sync/catalog/search/close-matches.ts';
import { FactSearch } from '#sync/catalog/search/fact-search.ts';
import { findSameProduct } from '#sync/catalog/search/same-products.ts';
import { openCatalogStore } from '#sync/catalog/store/dexie-catalog-store.ts';
import { openFirstReader } from '#sync/catalog/store/first-reader.ts';
import { MemoryFirstScreenStore } from '#sync/testing/memory-first-screen-store.ts';
import * as background from '#sync/worker/background.ts';
import * as serverCalls from '#sync/worker/server-calls.ts';
import type { EngineEvent, SyncStatus } from '#sync/api/engine-api.ts';
import { SyncEngine } from '#sync/worker/sync-engine.ts';
import { openTabChannel } from '#sync/tabs/tab-channel.ts';
import { cookieHeader, storeCookies } from './cookie-jar.ts';
import { inOnePiece } from './in-one-piece.ts';

/** One tab with its engine. */
export interface Tab {
  readonly engine: SyncEngine;
  readonly events: EngineEvent[];
  status(shop: ShopKey): SyncStatus | undefined;
  /** Waits until the tab's status of a shop satisfies a condition. */
  waitFor(shop: ShopKey, condition: (status: SyncStatus) => boolean, what: string): Promise<SyncStatus>;
  close(): void;
}

/** A browser profile: the database and locks that its tabs share. */
export interface Device {
  /** Name of its databases and of the channel between its tabs. */
  readonly name: string;
  readonly indexedDB: IDBFactory;
  readonly firstScreens: MemoryFirstScreenStore;
  /** Opens a tab; `failToLoad` may reject an attempt to load the code that talks to the server. */
  openTab(fetchFn?: typeof fetch, failToLoad?: () => Promise<never> | undefined): Tab;
  /** Opens a user's rows as a page of this device. */
  openUserData(sub: string): UserData;
  /** Cookies of the server. */
  readonly cookies: Map<string, string>;
  /** False for pages that have no locks, as those of a server without TLS. */
  hasLocks: boolean;
  /** Cuts the realtime sockets of all tabs. */
  cutSockets(): void;
  closeAll(): void;
}

// Dexie observes live queries only when a global IndexedDB exists.
Dexie.dependencies.indexedDB = new IDBFactory();

const WAIT_TIMEOUT_MS = 20_000;
let deviceCount = 0;

/** Creates a device for the server at `origin` with the real engine and IndexedDB in memory. */
export function createDevice(origin: string): Device {
  const cookies = new Map<string, string>();
  const withCookies =
    (fetchFn: typeof fetch): typeof fetch =>
    async (input, init) => {
      const headers = new Headers(init?.headers);
      if (cookies.size > 0) headers.set('cookie', cookieHeader(cookies));
      const response = await fetchFn(input, await inOnePiece({ ...init, headers }));
      storeCookies(cookies, response.headers);
      return response;
    };
  const name = `device-${process.pid}-${++deviceCount}`;
  const indexedDB = new IDBFactory();
  const userDatabases = { prefix: `${name}-`, indexedDB, IDBKeyRange };
  const opened = new Set<UserData>();
  const tabs = new Set<Tab>();
  const sockets = new Set<WebSocket>();
  // Node's WebSocket accepts headers; a browser sets the origin itself.
  const connect = (url: string): WebSocket => {
    const socket = new WebSocket(url, { headers: { origin, cookie: cookieHeader(cookies) } } as unknown as string[]);
    sockets.add(socket);
    socket.addEventListener('close', () => sockets.delete(socket));
    return socket;
  };
  const firstScreens = new MemoryFirstScreenStore();
  const locks = {
    request: ((lock: string, ...rest: unknown[]) =>
      Reflect.apply(navigator.locks.request, navigator.locks, [`${name}-${lock}`, ...rest])) as LockManager['request'],
  };
  const device: Device = {
    name,
    indexedDB,
    firstScreens,
    cookies,
    hasLocks: true,
    openUserData: (sub) => {
      const data = openUserData(sub, userDatabases);
      opened.add(data);
      return data;
    },
    openTab(fetchFn = fetch, failToLoad = () => undefined) {
      const events: EngineEvent[] = [];
      const statuses = new Map<ShopKey, SyncStatus>();
      const engine = new SyncEngine({
        readEarly: openFirstReader(indexedDB, IDBKeyRange, name),
        openStore: (onOutdated) => openCatalogStore({ name, indexedDB, IDBKeyRange, onOutdated }),
        loadServerCalls: async () => (await failToLoad()) ?? serverCalls,
        loadBackground: async () => (await failToLoad()) ?? background,
        loadAccount: async () => account,
        userDatabases,
        loadCloseMatches: async () => ({ CloseMatches }),
        loadFactSearch: async () => ({ FactSearch }),
        loadSameProducts: async () => ({ findSameProduct }),
        loadProductFigures: async () => ({ findProductFigures }),
        channel: openTabChannel(name),
        locks: device.hasLocks ? locks : undefined,
        origin,
        fetch: withCookies(fetchFn),
        connect,
        now: () => Date.now(),
        monotonicNow: () => performance.now(),
        random: Math.random,
        dropCaches: async () => false,
        firstScreens,
        savesData: true,
      });
      void engine.subscribe((event) => {
        events.push(event);
        if (event.type === 'status') statuses.set(event.status.shop, event.status);
      });
      const tab: Tab = {
        engine,
        events,
        status: (shop) => statuses.get(shop),
        async waitFor(shop, condition, what) {
          for (const startMs = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 10))) {
            const status = statuses.get(shop);
            if (status && condition(status)) return status;
            if (Date.now() - startMs > WAIT_TIMEOUT_MS)
              throw new Error(`Waited in vain for ${what}: ${JSON.stringify(status)}`);
          }
        },
        close() {
          tabs.delete(tab);
          engine.close();
        },
      };
      tabs.add(tab);
      return tab;
    },
    cutSockets() {
      for (const socket of sockets) socket.close();
    },
    closeAll() {
      for (const tab of tabs) tab.close();
      for (const data of opened) data.close();
    },
  };
  return device;
}

/** Opens a shop and waits until the device is in sync with the server. */
export async function syncShop(tab: Tab, shop: ShopKey): Promise<SyncStatus> {
  await tab.engine.openShop(shop);
  return tab.waitFor(
    shop,
    (status) => status.catalogue === 'ready' && !status.isPulling && status.hasDetails && status.problem === null,
    `${shop} to be complete`,
  );
}
