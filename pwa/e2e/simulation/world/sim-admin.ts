import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { AdminTabMessage } from '#sync/admin/admin-engine.ts';
import { AdminEngine } from '#sync/admin/admin-engine.ts';
import { openAdminData } from '#sync/admin/store/open-admin-data.ts';
import type { AdminData, AdminEvent } from '#sync/api/admin-api.ts';
import { LyingDisk } from '../disks/lying-disk.ts';
import { SimChannel } from './sim-channel.ts';
import { SimLocks } from './sim-locks.ts';
import { NetworkLink } from './sim-network.ts';
import type { SimNetwork } from './sim-network.ts';
import { SimPageLifecycle } from './sim-page-lifecycle.ts';
import { ORIGIN } from './sim-server.ts';
import { createConnect } from './sim-socket.ts';

/** Distinguishes databases of worlds in one process. */
let admins = 0;

/** An administrator's browser with one tab of the real engine; committed storage outlives the tab. */
export class SimAdmin {
  readonly line = new NetworkLink('10.0.3.1');
  readonly storage: LyingDisk;
  readonly #name = `simulated-admin-${++admins}`;
  readonly #channel = new SimChannel<AdminTabMessage>();
  readonly #locks = new SimLocks();
  readonly #network: SimNetwork;
  readonly #random: () => number;
  #token: string;
  #tab: { isGone: boolean } = { isGone: true };
  #engine: AdminEngine | undefined;
  #data: AdminData | undefined;
  /** Whether the server has ended the session. */
  needsLogin = false;

  constructor(network: SimNetwork, random: () => number, token: string) {
    this.storage = new LyingDisk(new IDBFactory(), network.options.still.now);
    this.#network = network;
    this.#random = random;
    this.#token = token;
    this.open();
  }

  /** The administrator's rows as the page has them. */
  get data(): AdminData {
    if (!this.#data) throw new Error('The page is closed');
    return this.#data;
  }

  /** Opens the page, if it is closed. */
  open(): void {
    if (!this.#tab.isGone) return;
    const tab = { isGone: false };
    const lifecycle = new SimPageLifecycle();
    const database = { name: this.#name, indexedDB: this.storage.openFor(tab), IDBKeyRange };
    const engine = new AdminEngine({
      database,
      channel: this.#channel.open(tab, lifecycle),
      locks: this.#locks.forTab(tab, lifecycle),
      origin: ORIGIN,
      fetch: this.#network.createFetch(this.line, new Map()),
      sendForm: () => Promise.reject(new Error('No form of these worlds has files')),
      connect: createConnect(this.#network, this.line, lifecycle, new Map()),
      now: Date.now,
      monotonicNow: () => performance.now(),
      random: this.#random,
    });
    void engine.subscribe((event: AdminEvent) => {
      this.needsLogin ||= event.type === 'token-ended';
    });
    void engine.setToken(this.#token);
    this.#tab = tab;
    this.#engine = engine;
    this.#data = openAdminData(database);
  }

  /** Logs in again. */
  logIn(token: string): void {
    this.#token = token;
    this.needsLogin = false;
    void this.#engine?.setToken(token);
  }

  /** Sends and pulls now, as when the network is back. */
  wake(): void {
    void this.#engine?.sync();
  }

  /** Kills the tab between two steps of its work: only committed data stays. */
  crash(): void {
    if (this.#tab.isGone) return;
    this.#tab.isGone = true;
    this.storage.drop(this.#tab);
    this.#data?.close();
    this.#data = undefined;
    this.#engine?.close();
    this.#locks.drop(this.#tab);
  }
}
