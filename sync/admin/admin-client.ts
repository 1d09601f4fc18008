import * as Comlink from 'comlink';
import type { AdminApi, AdminEvent } from './admin-api.ts';

/** Connects to the administrator's engine in a worker: all its methods are asynchronous already. */
export const connectAdminEngine = (worker: Worker): AdminApi => Comlink.wrap<AdminApi>(worker);

/** Wraps a function of the page for calls from the worker. */
export const asAdminListener = (listener: (event: AdminEvent) => void): ((event: AdminEvent) => void) =>
  Comlink.proxy(listener);
