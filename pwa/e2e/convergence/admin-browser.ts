import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { openTabChannel } from '#sync/tabs/tab-channel.ts';
import type { AdminData, AdminEvent } from '#sync/api/admin-api.ts';
import { AdminEngine } from '#sync/admin/admin-engine.ts';
import { AdminStore } from '#sync/admin/store/admin-store.ts';
import { openAdminData } from '#sync/admin/store/open-admin-data.ts';
import { readEpoch } from '#sync/admin/store/operations-table.ts';
import type { SendForm } from '#sync/admin/form-sender.ts';
import { UnreachableError } from '#sync/server/api-client.ts';
import { POSITION_HEADER } from '#contract/http/data-position.ts';
import { inOnePiece } from '../support/in-one-piece.ts';

// Dexie observes live queries only when a global IndexedDB exists.
Dexie.dependencies.indexedDB = new IDBFactory();

let browserCount = 0;

/** One tab of an administrator's browser. */
export interface AdminTab {
  readonly engine: AdminEngine;
  readonly events: AdminEvent[];
  close(): void;
}

/** An administrator's browser with the real engine; IndexedDB is in memory, and uploads use fetch. */
export class AdminBrowser {
  readonly data: AdminData;
  /** Share of calls that are lost, and of replies that are lost. */
  lossRate = 0;
  isOnline = true;
  readonly #origin: () => string;
  readonly #random: () => number;
  readonly #name: string;
  readonly #database: {
    readonly name: string;
    readonly indexedDB: IDBFactory;
    readonly IDBKeyRange: typeof IDBKeyRange;
  };
  readonly #tabs = new Set<AdminTab>();

  /** `database`: what an earlier browser has left; empty if left out. */
  constructor(
    origin: () => string,
    random: () => number = Math.random,
    { name, indexedDB } = { name: `admin-${process.pid}-${++browserCount}`, indexedDB: new IDBFactory() },
  ) {
    this.#origin = origin;
    this.#random = random;
    this.#name = name;
    this.#database = { name, indexedDB, IDBKeyRange };
    this.data = openAdminData(this.#database);
  }

  openTab(token: string | null): AdminTab {
    const events: AdminEvent[] = [];
    const engine = new AdminEngine({
      database: this.#database,
      channel: openTabChannel(this.#name),
      locks: {
        request: ((lock: string, ...rest: unknown[]) =>
          Reflect.apply(navigator.locks.request, navigator.locks, [
            `${this.#name}-${lock}`,
            ...rest,
          ])) as LockManager['request'],
      },
      origin: this.#origin(),
      fetch: this.#fetch,
      sendForm: this.#sendForm,
      connect: (url) => new WebSocket(url, { headers: { origin: this.#origin() } } as unknown as string[]),
      now: () => Date.now(),
      monotonicNow: () => performance.now(),
      random: Math.random,
    });
    void engine.subscribe((event) => events.push(event));
    void engine.setToken(token);
    const tab: AdminTab = {
      engine,
      events,
      close: () => {
        this.#tabs.delete(tab);
        engine.close();
      },
    };
    this.#tabs.add(tab);
    return tab;
  }

  /** The server's epoch as the device knows it. */
  async readEpoch(): Promise<string> {
    const store = new AdminStore(this.#database);
    return store.run(readEpoch).finally(() => store.close());
  }

  close(): void {
    for (const tab of this.#tabs) tab.close();
    this.data.close();
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    if (!this.isOnline || this.#random() < this.lossRate) throw new TypeError('lost');
    const response = await fetch(input, await inOnePiece(init));
    if (!this.isOnline || this.#random() < this.lossRate) throw new TypeError('cut');
    return response;
  };

  readonly #sendForm: SendForm = async ({ url, headers, body, signal, onProgress }) => {
    signal.throwIfAborted();
    try {
      const response = await this.#fetch(url, { method: 'POST', headers, body, signal });
      onProgress(1, 1);
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text: await response.text(),
        position: response.headers.get(POSITION_HEADER),
      };
    } catch (cause) {
      signal.throwIfAborted();
      throw new UnreachableError({ cause });
    }
  };
}
