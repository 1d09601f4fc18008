import { mkdtempSync, rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { createRandom } from '#api/testing/random.ts';
import { tempFolderPrefix } from '../disks/temp-folder-prefix.ts';
import { SimDevice } from './sim-device.ts';
import type { SimTab } from './sim-device.ts';
import { HEALTHY_NETWORK, SimNetwork } from './sim-network.ts';
import { SimServer } from './sim-server.ts';
import type { ServerFolder } from './sim-server.ts';
import { installSimRuntime } from './sim-runtime.ts';
import type { SimRuntime } from './sim-runtime.ts';
import { PRODUCT_SIZES } from './world-sizes.ts';
import { countChanges } from './change-log.ts';
import { Taps } from './taps.ts';
import type { WorldShape } from '../plans/step.ts';
import { openWorldTemplate, START_MS } from './world-template.ts';
import type { WorldTemplate } from './world-template.ts';
import type { Person } from './people.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly shape: WorldShape;
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server and devices on one network, with simulated time. */
export class World {
  /** The state in which the world started. */
  readonly template: WorldTemplate;
  readonly still: SimRuntime;
  readonly server: SimServer;
  readonly network: SimNetwork;
  readonly devices: SimDevice[];
  readonly random: () => number;
  /** Trace of events: the same seed writes the same lines. */
  readonly trace: string[] = [];
  /** Number of events by kind. */
  readonly counts = new Map<string, number>();
  /** The taps that people made on devices. */
  readonly taps = new Taps(() => countChanges(this));
  /** State of the actors, by name. */
  readonly memory = new Map<string, unknown>();
  /** How often all computers slept. */
  jumps = 0;
  readonly #endings: (() => void)[] = [];
  #reader: BetterSqlite3.Database | undefined;
  readonly #statements = new Map<string, BetterSqlite3.Statement>();
  #versionSeen = -1;

  constructor(folder: string, template: WorldTemplate, { seed, shape, env = {} }: WorldOptions) {
    const sizes = shape.sizes ?? PRODUCT_SIZES;
    this.template = template;
    this.still = installSimRuntime(seed, START_MS);
    this.random = createRandom(seed ^ 0x5eed);
    this.server = new SimServer(folder, this.still, { env, sizes });
    this.server.writeDatabase(template.database);
    const note = (text: string): void => this.note(text);
    const count = (kind: string): void => this.count(kind);
    this.network = new SimNetwork({ still: this.still, server: this.server, random: this.random, note, count });
    this.devices = Array.from({ length: shape.devices }, (_, place) => {
      const device = new SimDevice(`device ${place}`, `10.0.0.${place + 1}`, this.network, this.random);
      const person = ownerOf(place, shape);
      device.owner = person;
      device.sub = `demo-${person}`;
      device.pullLimits = sizes;
      for (const [name, value] of template.sessions[person][place] ?? []) device.cookies.set(name, value);
      const before = template.devices[person][place];
      if (before && place < (shape.returning ?? 0)) device.takeDiskOf(before);
      return device;
    });
  }

  /** Calls back when the world ends. */
  onEnd(end: () => void): void {
    this.#endings.push(end);
  }

  /** Lets ms pass at once, as for sleeping computers. */
  async sleep(ms: number): Promise<void> {
    this.jumps += 1;
    await this.still.jump(ms);
  }

  note(text: string): void {
    this.trace.push(`${this.still.now() - START_MS} ${text}`);
  }

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** Returns a step's device; undefined when the world has fewer. */
  device(place: unknown): SimDevice | undefined {
    return this.devices[Number(place)];
  }

  /** Returns a usable tab of a device, if any. */
  tab(place: unknown, tab: unknown = 0): SimTab | undefined {
    // Without a user a tab shows the shop only.
    if (this.device(place)?.sub === null) return undefined;
    const tabs = this.device(place)?.tabs.filter(({ lifecycle }) => !lifecycle.isFrozen) ?? [];
    return tabs[Number(tab) % tabs.length];
  }

  /** Reads committed rows of the server's disk, also while the server is down. */
  rows<Row>(sql: string, ...values: readonly unknown[]): Row[] {
    const statement = this.#statements.get(sql) ?? this.#openReader().prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...values) as Row[];
  }

  /** Returns whether the server has committed anything since the last call. */
  hasCommitted(): boolean {
    const [row] = this.rows<{ data_version: number }>('select data_version from pragma_data_version');
    const version = row?.data_version ?? 0;
    const isNew = version !== this.#versionSeen;
    this.#versionSeen = version;
    return isNew;
  }

  /** Returns the server's committed database. */
  backUp(): Buffer {
    return this.#openReader().serialize();
  }

  /** Replaces the server's database by an older one, as a restore does. The server is down afterwards. */
  async restore(database: Buffer): Promise<void> {
    this.network.dropPendingReplies();
    // A restore needs a working disk.
    this.server.setDiskFault(undefined);
    await this.server.start();
    await this.server.stop();
    this.#closeReader();
    this.server.writeDatabase(database);
  }

  /** Returns the server's whole data folder, as a snapshot of its volume has it. */
  copyFolder(): ServerFolder {
    return { database: this.backUp(), files: this.server.readFiles() };
  }

  /** Replaces the server's whole data folder by an earlier one: database and files go back together. The server is down afterwards. */
  async restoreFolder(folder: ServerFolder): Promise<void> {
    this.network.dropPendingReplies();
    this.server.setDiskFault(undefined);
    await this.server.crash();
    this.#closeReader();
    this.server.writeFolder(folder);
  }

  /** Adds a device with a copy of another device's storage and session; the original must not have a tab. */
  cloneDevice(original: SimDevice): SimDevice {
    const place = this.devices.length;
    const clone = new SimDevice(`device ${place}`, `10.0.0.${place + 1}`, this.network, this.random);
    clone.sub = original.sub;
    clone.owner = original.owner;
    for (const [name, value] of original.cookies) clone.cookies.set(name, value);
    clone.takeDiskOf(original);
    clone.hasDamage = original.hasDamage;
    clone.hasLostRows = original.hasLostRows;
    clone.wasDamaged = original.wasDamaged;
    clone.pullLimits = original.pullLimits;
    this.devices.push(clone);
    return clone;
  }

  #openReader(): BetterSqlite3.Database {
    return (this.#reader ??= new BetterSqlite3(this.server.databaseFile, { readonly: true }));
  }

  #closeReader(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#statements.clear();
    this.#versionSeen = -1;
  }

  /** Ends every fault: everything runs, every link works, nothing is lost any more. */
  async heal(): Promise<void> {
    this.network.weather = HEALTHY_NETWORK;
    this.server.setDiskFault(undefined);
    if (this.server.isUp) this.server.crashAfter(Number.POSITIVE_INFINITY);
    await this.server.start();
    for (const { line } of this.devices) line.set({ isUp: true, carriesUp: true, carriesDown: true });
    this.network.resetHangingCalls();
    for (const device of this.devices) {
      device.storage.heal();
      for (const tab of device.tabs) {
        // A tab that found no storage works from memory until it is closed.
        if (tab.storage !== 'device') tab.crash();
        else tab.lifecycle.resume();
        tab.build = 'same';
        tab.setVisible(true);
      }
      if (device.tabs.length === 0) await device.openTab();
      device.wake();
    }
    await this.still.settle();
  }

  /** Ends the world and restores real time. */
  async end(): Promise<void> {
    for (const end of this.#endings) end();
    for (const device of this.devices) device.crash();
    await this.server.end();
    await this.still.settle();
    this.#closeReader();
    this.still.release();
    rmSync(this.server.folder, { recursive: true, force: true });
  }
}

/** Returns the owner of a device by its index. */
export const ownerOf = (place: number, { devices }: WorldShape): Person =>
  devices > 1 && place === devices - 1 ? 'bob' : 'alice';

/** Opens a world: the server runs and each device has one tab. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const template = await openWorldTemplate(options.shape.sizes?.cardsBlockRows);
  const world = new World(mkdtempSync(tempFolderPrefix()), template, options);
  try {
    await world.still.finish(world.server.start());
    for (const device of world.devices) await world.still.finish(device.openTab());
    return world;
  } catch (error) {
    await world.end();
    throw error;
  }
}
