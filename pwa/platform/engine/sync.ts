import type { ShopKey } from '#contract/shops.ts';
import type { AccountApi } from '#sync/account/account-api.ts';
import type { EngineApi, SyncStatus } from '#sync/worker/engine-api.ts';
import { asListener, connectEngine } from '#sync/worker/sync-client.ts';
import workerUrl from '#sync/worker/sync-worker.ts?worker&url';
import { terminateOnPageHide } from './terminate-on-page-hide.ts';
import { trustedScriptUrl } from '../browser/trusted-types.ts';

/** The engine as the page has it: its calls, what it last said of each shop, and who wants to hear of changes. */
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
  /** Opens a shop: its catalogue comes first from now on. */
  openShop(shop: ShopKey): void;
}

/** Starts the data worker and keeps it told of what only the page can see: visibility and network. */
export function startSync(): Sync {
  const statuses = new Map<ShopKey, SyncStatus>();
  const statusListeners = new Set<() => void>();
  const changeListeners = new Set<{ shop: ShopKey; listener: () => void }>();
  let hasAnswered = false;
  let hasFailed = false;

  const setStatus = (status: SyncStatus): void => {
    statuses.set(status.shop, status);
    for (const listener of statusListeners) listener();
  };
  const fail = (): void => {
    // An error in a running worker is a bug of one call, not the end of the worker.
    if (hasAnswered) return;
    hasFailed = true;
    for (const listener of statusListeners) listener();
  };

  const engine = startEngine(fail);
  engine
    .subscribe(
      asListener((event) => {
        if (event.type === 'status') setStatus(event.status);
        else if (event.type === 'catalog-changed')
          for (const { shop, listener } of changeListeners) if (shop === event.shop) listener();
      }),
    )
    .then(() => {
      hasAnswered = true;
    }, fail);
  watchPage(engine);

  return {
    engine,
    account: engine.account,
    hasFailed: () => hasFailed,
    findStatus: (shop) => statuses.get(shop),
    onStatus: (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    onCatalogChange: (shop, listener) => {
      const entry = { shop, listener };
      changeListeners.add(entry);
      return () => changeListeners.delete(entry);
    },
    openShop: (shop) => {
      engine.openShop(shop).then(setStatus, fail);
    },
  };
}

function startEngine(onError: () => void): EngineApi {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'hexlime-sync' });
  worker.addEventListener('error', onError);
  terminateOnPageHide(worker);
  return connectEngine(worker);
}

function watchPage(engine: EngineApi): void {
  const sendVisibility = (): void => void engine.setVisible(document.visibilityState === 'visible');
  sendVisibility();
  document.addEventListener('visibilitychange', sendVisibility);
  addEventListener('online', () => void engine.refresh());
}
