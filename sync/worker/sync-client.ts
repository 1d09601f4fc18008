import * as Comlink from 'comlink';
import type { EngineApi, EngineEvent } from './engine-api.ts';

/** The engine of a worker as the page calls it: all its methods are asynchronous already. */
export const connectEngine = (worker: Worker): EngineApi => Comlink.wrap<EngineApi>(worker);

/** A function of the page that a worker can call. */
export const asListener = (listener: (event: EngineEvent) => void): ((event: EngineEvent) => void) =>
  Comlink.proxy(listener);
