import * as Comlink from 'comlink';
import type { AdminApi, AdminEvent } from './admin-api.ts';

/** The administrator's engine of a worker as the page calls it: all its methods are asynchronous already. */
export const connectAdminEngine = (worker: Worker): AdminApi => Comlink.wrap<AdminApi>(worker);

/** A function of the page that the worker can call. */
export const asAdminListener = (listener: (event: AdminEvent) => void): ((event: AdminEvent) => void) =>
  Comlink.proxy(listener);
