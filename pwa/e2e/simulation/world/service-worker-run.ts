import { AsyncLocalStorage } from 'node:async_hooks';
import type { SimDevice } from './sim-device.ts';
import { SimPageLifecycle } from './sim-page-lifecycle.ts';
import { ORIGIN } from './sim-server.ts';

/** The globals of a service worker that its code uses. */
interface ServiceWorkerGlobals {
  readonly fetch: typeof fetch;
  readonly indexedDB: IDBFactory;
  readonly navigator: { readonly locks: Pick<LockManager, 'request'> };
}

const running = new AsyncLocalStorage<ServiceWorkerGlobals>();

/** Lets code that runs as a service worker see its device's globals, and all other code those of the process. */
function defineGlobal(name: keyof ServiceWorkerGlobals): void {
  let own: unknown = Reflect.get(globalThis, name);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => running.getStore()?.[name] ?? own,
    set: (value: unknown) => {
      own = value;
    },
  });
}
for (const name of ['fetch', 'indexedDB', 'navigator'] as const) defineGlobal(name);

/** One run of a device's service worker, on the device's disk and network. */
export class ServiceWorkerRun {
  readonly #globals: ServiceWorkerGlobals;
  readonly #device: SimDevice;
  readonly #ending = new AbortController();
  isGone = false;

  constructor(device: SimDevice) {
    this.#device = device;
    const call = device.network.createFetch(device.line, device.cookies);
    this.#globals = {
      fetch: (path, init) =>
        call(`${ORIGIN}${String(path as string)}`, { ...init, signal: this.#ending.signal }).then((response) => {
          if (this.isGone) throw new TypeError('The service worker has ended');
          return response;
        }),
      indexedDB: this.#openFactory(),
      navigator: { locks: device.locks.forTab(this, new SimPageLifecycle()) },
    };
  }

  /** Runs a function of the service worker. */
  perform<T>(run: () => Promise<T>): Promise<T> {
    return running.run(this.#globals, run);
  }

  /** Ends the service worker between two steps of its work. A request that was sent may still arrive. */
  end(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.#ending.abort();
    this.#device.storage.drop(this);
    this.#device.locks.drop(this);
  }

  #openFactory(): IDBFactory {
    const { storage, databaseName } = this.#device;
    const factory = storage.openFor(this);
    const withPrefix = (name: string): string => `${databaseName}-${name}`;
    return {
      open: (name, version) => factory.open(withPrefix(name), version),
      deleteDatabase: (name) => factory.deleteDatabase(withPrefix(name)),
      databases: () => factory.databases(),
      cmp: (first, second) => factory.cmp(first, second),
    };
  }
}
