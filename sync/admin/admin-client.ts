import * as Comlink from 'comlink';
import type { AdminApi, AdminEvent } from '../api/admin-api.ts';
import type { AdministratorsApi } from './administrators-api.ts';

/** Connects to the administrator's engine in a worker: all its methods are asynchronous already. */
export const connectAdminEngine = (worker: Worker): ConnectedAdminEngine =>
  // The calls about administrators stay in the worker: their property is a proxy as well, not a copy.
  Comlink.wrap<ConnectedAdminEngine & { readonly administrators: Comlink.ProxyMarked }>(worker);

/** The engine's calls and those about administrators. */
export interface ConnectedAdminEngine extends AdminApi {
  readonly administrators: AdministratorsApi;
}

/** Wraps a function of the page for calls from the worker. */
export const asAdminListener = (listener: (event: AdminEvent) => void): ((event: AdminEvent) => void) =>
  Comlink.proxy(listener);
