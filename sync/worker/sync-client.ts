import * as Comlink from 'comlink';
import type { EngineApi, EngineEvent } from './engine-api.ts';

/** The page's side of the engine: the same calls, over Comlink. */
export interface SyncClient extends EngineApi {
  /** Ends the worker. */
  close(): void;
}

/** Connects to an engine that runs in a worker. */
export function createSyncClient(worker: Worker): SyncClient {
  const remote = Comlink.wrap<EngineApi>(worker);
  return {
    openShop: (shop) => remote.openShop(shop),
    browse: (shop, state) => remote.browse(shop, state),
    overview: (shop, sort) => remote.overview(shop, sort),
    facets: (shop, state) => remote.facets(shop, state),
    closeMatches: (shop, state) => remote.closeMatches(shop, state),
    cards: (shop, ids) => remote.cards(shop, ids),
    product: (shop, id) => remote.product(shop, id),
    card: (shop, id) => remote.card(shop, id),
    recordView: (shop, id) => remote.recordView(shop, id),
    refresh: () => remote.refresh(),
    setVisible: (isVisible) => remote.setVisible(isVisible),
    subscribe: (listener) => remote.subscribe(Comlink.proxy((event: EngineEvent) => listener(event))),
    close: () => {
      remote[Comlink.releaseProxy]();
      worker.terminate();
    },
  };
}
