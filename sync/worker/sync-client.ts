import * as Comlink from 'comlink';
import type { EngineApi, EngineEvent } from '../api/engine-api.ts';

/** Connects to the engine in a worker: all its methods are asynchronous already. */
export function connectEngine(worker: Worker): EngineApi {
  // The account stays in the worker: its property is a proxy as well, not a copy.
  return Comlink.wrap<EngineApi & { readonly account: Comlink.ProxyMarked }>(worker);
}

/** Wraps a function of the page for calls from a worker. */
export const asListener = (listener: (event: EngineEvent) => void): ((event: EngineEvent) => void) =>
  Comlink.proxy(listener);
