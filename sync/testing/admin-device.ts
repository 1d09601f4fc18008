import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { AdminData, AdminEvent } from '../api/admin-api.ts';
import type { AdminDatabase, OperationRecord } from '../admin/store/admin-database.ts';
import { AdminSession } from '../admin/admin-session.ts';
import { AdminStore } from '../admin/store/admin-store.ts';
import { imagesOfRecord } from '../admin/store/local-images.ts';
import { openAdminData } from '../admin/store/open-admin-data.ts';
import { OperationGoneError } from '../admin/store/operations-table.ts';
import { RecentEdits } from '../admin/outbox/recent-edits.ts';
import { pullAdminOrders } from '../admin/store/pull-admin-orders.ts';
import { decideOperation } from '../admin/outbox/send-operation.ts';
import { readMeta } from '../database/meta-table.ts';
import { createApiClient } from '../server/api-client.ts';
import { ADMIN_TOKEN } from './admin-server.ts';
import type { AdminServer } from './admin-server.ts';

const SHOP = 'http://shop.example';

/** The device was killed: nothing after that took effect. */
export class KilledError extends Error {}

/** A store that is killed with its device between two steps. */
class MortalStore extends AdminStore {
  /** Number of steps before the kill. */
  stepsLeft = Number.POSITIVE_INFINITY;

  override run<T>(operation: (database: AdminDatabase) => PromiseLike<T>): Promise<T> {
    if (this.stepsLeft <= 0) return Promise.reject(new KilledError());
    this.stepsLeft -= 1;
    return super.run(operation);
  }
}

/** An administrator's device: the page's rows and the worker's sender. */
export class AdminDevice {
  readonly server: AdminServer;
  readonly data: AdminData;
  readonly events: AdminEvent[] = [];
  session: AdminSession;
  store: MortalStore;
  readonly #recentEdits = new RecentEdits();
  readonly #idb = { indexedDB: new IDBFactory(), IDBKeyRange };

  constructor(server: AdminServer) {
    this.server = server;
    this.data = openAdminData(this.#idb);
    this.store = new MortalStore(this.#idb);
    this.session = this.#logIn();
  }

  /** Sends the operations of each product and order until all are decided or have failed once. */
  async exchange(): Promise<void> {
    const failed = new Set<string>();
    for (;;) {
      const firsts = new Map<string, OperationRecord>();
      for (const record of await this.store.listOperations())
        if (!firsts.has(record.key)) firsts.set(record.key, record);
      const ready = [...firsts.values()].filter(({ key, state }) => state === 'waiting' && !failed.has(key));
      if (ready.length === 0) return;
      for (const record of ready) if (!(await this.#send(record))) failed.add(record.key);
    }
  }

  /** Exchanges until the device is killed after a number of disk steps, and restarts it. */
  async exchangeUntilKilled(steps: number): Promise<void> {
    this.store.stepsLeft = steps;
    await this.exchange().catch(() => undefined);
    this.store.close();
    this.store = new MortalStore(this.#idb);
    this.session = this.#logIn();
  }

  /** Opens the rows once more, as another page does. */
  openPage(): AdminData {
    return openAdminData(this.#idb);
  }

  /** Ids of the images on the device that no stored operation uses. */
  async unusedImages(): Promise<string[]> {
    return this.store.run(async ({ operations, images }) => {
      const used = new Set((await operations.toArray()).flatMap(imagesOfRecord));
      return (await images.toCollection().primaryKeys()).filter((id) => !used.has(id));
    });
  }

  async pullOrders(): Promise<void> {
    const { signal } = new AbortController();
    await pullAdminOrders(this.store, this.session, () => 1, { signal, noteProgress: () => undefined });
  }

  close(): void {
    this.data.close();
    this.store.close();
  }

  #logIn(): AdminSession {
    const { fetch, sendForm } = this.server;
    const onEnded = (): void => void this.events.push({ type: 'token-ended' });
    const session = new AdminSession({
      client: createApiClient(SHOP, fetch),
      origin: SHOP,
      sendForm,
      onEnded,
      readPosition: () => this.store.run((database) => readMeta(database, 'position')),
    });
    session.setToken(ADMIN_TOKEN);
    return session;
  }

  /** Sends an operation; returns whether it was decided or has changed meanwhile. */
  async #send(record: OperationRecord): Promise<boolean> {
    const { store, session, events } = this;
    const emit = (event: AdminEvent): void => void events.push(event);
    const { signal } = new AbortController();
    try {
      await decideOperation(record, { store, session, signal, emit, recentEdits: this.#recentEdits });
      return true;
    } catch (error) {
      if (error instanceof KilledError) throw error;
      return error instanceof OperationGoneError;
    }
  }
}
