import * as Comlink from 'comlink';
import type { EngineApi, EngineEvent } from '../api/engine-api.ts';

/** Connects to the engine in a worker: all its methods are asynchronous already. */
export function connectEngine(worker: Worker): EngineApi {
  // The parts stay in the worker: their properties are proxies as well, not copies.
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
