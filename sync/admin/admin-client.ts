import * as Comlink from 'comlink';
import type { AdminApi, AdminCalls, AdminEvent } from '../api/admin-api.ts';

/** Connects to the administrator's engine in a worker: all its methods are asynchronous already. */
export const connectAdminEngine = (worker: Worker): AdminApi & { readonly calls: AdminCalls } =>
  // The calls stay in the worker: their property is a proxy as well, not a copy.
  Comlink.wrap<AdminApi & { readonly calls: AdminCalls & Comlink.ProxyMarked }>(worker);

/** Wraps a function of the page for calls from the worker. */
export const asAdminListener = (listener: (event: AdminEvent) => void): ((event: AdminEvent) => void) =>
  Comlink.proxy(listener);
