import * as Comlink from 'comlink';
import type { EngineApi, EngineEvent } from './engine-api.ts';

/** The engine of a worker as the page calls it: all its methods are asynchronous already. */
export function connectEngine(worker: Worker): EngineApi {
  // The account stays in the worker: its property is a proxy as well, not a copy.
  return Comlink.wrap<EngineApi & { readonly account: Comlink.ProxyMarked }>(worker);
}

/** A function of the page that a worker can call. */
export const asListener = (listener: (event: EngineEvent) => void): ((event: EngineEvent) => void) =>
  Comlink.proxy(listener);
