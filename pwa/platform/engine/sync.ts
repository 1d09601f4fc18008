import * as Comlink from 'comlink';
import type { ShopKey } from '#contract/shops.ts';
import type { AccountApi } from '#sync/api/account-api.ts';
import type { EngineApi, SyncStatus, EngineEvent } from '#sync/api/engine-api.ts';
import workerUrl from '#sync/worker/sync-worker.ts?worker&url';
import { trustedScriptUrl } from '../browser/trusted-types.ts';
import { watchPage } from '../browser/watch-page.ts';
import { createEmitter } from '../observable.ts';
import { terminateOnPageHide } from './terminate-on-page-hide.ts';
import { waitForStartFailure } from './wait-for-start-failure.ts';

declare global {
  /** The data worker that the document has started (`build/start-worker.ts`). */
  var startedWorker: Worker | undefined;
}

/** Connects to the engine in a worker. The proxy has the engine's own interface, because all its methods are asynchronous already. */
export function connectEngine(worker: Worker): EngineApi {
  // `catalog` and `account` stay in the worker: the page gets proxies of them, not copies.
  return Comlink.wrap<
    EngineApi & {
      readonly catalog: Comlink.ProxyMarked;
      readonly account: Comlink.ProxyMarked & { readonly calls: Comlink.ProxyMarked };
    }
  >(worker);
}

/** Wraps a function of the page for calls from a worker. */
export const asListener = (listener: (event: EngineEvent) => void): ((event: EngineEvent) => void) =>
  Comlink.proxy(listener);

/** The page's connection to the engine: its calls, the last status of each shop, and its events. */
export interface Sync {
  readonly engine: EngineApi;
  readonly account: AccountApi;
  /** True once the worker could not be started: no call will ever be answered. */
  hasFailed(): boolean;
  findStatus(shop: ShopKey): SyncStatus | undefined;
  /** Calls back when a status or `hasFailed` changes. */
  onStatus(listener: () => void): () => void;
  /** Calls back when rows of the shop changed. */
  onCatalogChange(shop: ShopKey, listener: () => void): () => void;
  /** Opens a shop: its catalogue is synced first from now on. */
  openShop(shop: ShopKey): void;
}

/** Starts the data worker and reports to it what only the page can see: visibility and network. */
export function startSync(): Sync {
  const statuses = new Map<ShopKey, SyncStatus>();
  const statusChanges = createEmitter();
  const catalogChanges = createEmitter<ShopKey>();
  let hasFailed = false;

  const setStatus = (status: SyncStatus): void => {
    statuses.set(status.shop, status);
    statusChanges.emit();
  };

  const worker =
    globalThis.startedWorker ?? new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'hexlime-sync' });
  terminateOnPageHide(worker);
  const engine = connectEngine(worker);
  const subscribed = engine.subscribe(
    asListener((event) => {
      if (event.type === 'status') setStatus(event.status);
      else if (event.type === 'catalog-changed') catalogChanges.emit(event.shop);
    }),
  );
  void waitForStartFailure(worker, subscribed).then(() => {
    hasFailed = true;
    statusChanges.emit();
  });
  watchPage({
    onVisibility: (isVisible) => void engine.setVisible(isVisible),
    onOnline: () => void engine.refresh(),
  });

  return {
    engine,
    account: engine.account,
    hasFailed: () => hasFailed,
    findStatus: (shop) => statuses.get(shop),
    onStatus: statusChanges.subscribe,
    onCatalogChange: (shop, listener) =>
      catalogChanges.subscribe((changed) => {
        if (changed === shop) listener();
      }),
    openShop: (shop) => {
      // Only a failure of the whole worker rejects this call, and `hasFailed` reports it.
      engine.openShop(shop).then(setStatus, () => undefined);
    },
  };
}
