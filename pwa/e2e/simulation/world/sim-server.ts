import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { createAppContext } from '#api/app-context.ts';
import { DATA_SIZES } from '#api/data-sizes.ts';
import type { DataSizes } from '#api/data-sizes.ts';
import type { AppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import type { Listener } from '#api/http/listener/listener.ts';
import { startServer } from '#api/server.ts';
import type { RunningServer } from '#api/server.ts';
import { putBackRows } from '#api/testing/databases/put-back.ts';
import { buildSnapshotsHere } from '#api/testing/build-snapshots-here.ts';
import { runQueriesHere } from '#api/testing/run-queries-here.ts';
import { request } from '#api/testing/clients/in-process-request.ts';
import type { Call, Reply } from '#api/testing/clients/in-process-request.ts';
import { changesRows, createDiskError, createFullError, listenToStatements } from '../disks/sqlite-faults.ts';
import type { StatementListener } from '../disks/sqlite-faults.ts';
import type { Lifetime, SimRuntime } from './sim-runtime.ts';

/** Origin of the server. */
export const ORIGIN = 'https://shop.test';
const HOST = new URL(ORIGIN).host;

/** The server's whole data folder at one moment, as a snapshot of a volume has it. */
export interface ServerFolder {
  readonly database: Buffer;
  /** Other files, by path. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Rate limits that no device reaches by accident. */
const WIDE = { burst: 1e6, perSecond: 1e6 } as const;

/** A limit of sockets that no user reaches by accident. */
const MOST_SOCKETS = 1_000;

/** Fault of the disk: full, or failing, in which case SQLite may have rolled back the transaction. */
export type DiskFault = 'full' | 'failing';

/** The real server on real SQLite files in memory, without a port. It can die at any moment; committed data stays. */
export class SimServer {
  readonly folder: string;
  readonly #still: SimRuntime;
  readonly #env: Readonly<Record<string, string>>;
  readonly #sizes: DataSizes;
  /** Offset of the server's wall clock from the world's, in ms. */
  skewMs = 0;
  #life: Lifetime = { isOver: true };
  #http: Server | undefined;
  #context: AppContext | undefined;
  #deaths: (() => void)[] = [];
  /** The server of the running process. */
  #running: RunningServer | undefined;
  /** Statements left until the process dies. */
  #statementsLeft = Number.POSITIVE_INFINITY;
  #diskFault: DiskFault | undefined;
  readonly #stopListening: () => void;

  /** `folder` must belong to this server only. */
  constructor(
    folder: string,
    still: SimRuntime,
    { env = {}, sizes = DATA_SIZES }: { env?: Readonly<Record<string, string>>; sizes?: DataSizes } = {},
  ) {
    this.folder = folder;
    this.#still = still;
    this.#env = env;
    this.#sizes = sizes;
    this.#stopListening = listenToStatements(this.databaseFile, this.#onStatement);
  }

  /** Ends the server for good; the folder stays. */
  async end(): Promise<void> {
    await this.crash();
    this.#stopListening();
  }

  /** Returns the running server. @throws Error when it is down */
  get running(): RunningServer {
    if (!this.#running || !this.isUp) throw new Error('The server is down');
    return this.#running;
  }

  get isUp(): boolean {
    return this.#http !== undefined;
  }

  get databaseFile(): string {
    return join(this.folder, 'hexlime.sqlite');
  }

  /** Returns the services of the running process. @throws Error when it is down */
  get context(): AppContext {
    if (!this.#context || !this.isUp) throw new Error('The server is down');
    return this.#context;
  }

  /** Starts a process on the current disk; on a faulty disk it may exit at once. */
  async start(): Promise<void> {
    if (this.isUp) return;
    await this.#bury();
    this.#statementsLeft = Number.POSITIVE_INFINITY;
    const life = { isOver: false };
    this.#life = life;
    try {
      await this.#still.live(life, () => this.#startProcess(life));
      await this.#still.settle();
    } catch (error) {
      await this.crash();
      if (!this.#diskFault) throw error;
    }
  }

  async #startProcess(life: Lifetime): Promise<void> {
    const config = readConfig({
      LOG_LEVEL: 'silent',
      DEMO: '1',
      // Short, so that reservations expire within a world.
      RESERVATION_MINUTES: '0.2',
      RESERVATION_GRACE_MINUTES: '0.05',
      ...this.#env,
      DATA_DIR: this.folder,
      PAGE_DIR: join(this.folder, 'page'),
      PUBLIC_URL: ORIGIN,
      HOST: '127.0.0.1',
      // Requests arrive as from a proxy that ends TLS.
      TRUSTED_PROXIES: '1',
    });
    this.#context = await createAppContext(config, () => Date.now() + this.skewMs, this.#sizes);
    this.#running = await startServer(this.#context, {
      rates: { read: WIDE, write: WIDE, upload: WIDE, notice: WIDE },
      chats: { messageRate: WIDE },
      // Clones of devices open further sockets of one user, in addition to those of killed tabs.
      socketLimits: { perUser: MOST_SOCKETS, perNetwork: MOST_SOCKETS },
      listener: this.#createDoor(life),
      buildSnapshots: buildSnapshotsHere,
      runQueries: runQueriesHere,
      misses: { budget: WIDE },
    });
  }

  /** Kills the process: no timer fires, no reply leaves, and uncommitted data is lost. */
  async crash(): Promise<void> {
    this.#die();
    await this.#bury();
    await this.#still.settle();
  }

  /** Stops the process gracefully: buffered state is written. */
  async stop(): Promise<void> {
    await this.#context?.close();
    await this.crash();
  }

  /** Kills the process after a number of statements. */
  crashAfter(statements: number): void {
    this.#statementsLeft = statements;
  }

  /** Sets the fault of the disk; undefined for none. */
  setDiskFault(fault: DiskFault | undefined): void {
    this.#diskFault = fault;
  }

  /** Answers a call; undefined if the server dies first. */
  handle(call: Call, address: string): Promise<Reply | undefined> {
    const http = this.#http;
    if (!http) return Promise.resolve(undefined);
    const died = Promise.withResolvers<undefined>();
    const tellDeath = (): void => died.resolve(undefined);
    this.#deaths.push(tellDeath);
    const headers = { host: HOST, 'x-forwarded-proto': 'https', ...call.headers };
    const answered = this.#still.live(this.#life, () => request(http, { ...call, headers }, address));
    return Promise.race([answered, died.promise]).finally(() => {
      this.#deaths = this.#deaths.filter((tell) => tell !== tellDeath);
    });
  }

  /** Calls back once when the running process dies. */
  onDeath(tell: () => void): void {
    this.#deaths.push(tell);
  }

  /** Resolves when the running process has died. */
  death(): Promise<void> {
    return new Promise((resolve) => this.onDeath(resolve));
  }

  /** Runs a function as part of the running process. */
  inside<T>(run: (http: Server) => T): T | undefined {
    const http = this.#http;
    return http && this.#still.live(this.#life, () => run(http));
  }

  /** Reads the database as a backup would; the server must be down. */
  readDatabase(): Buffer {
    return readFileSync(this.databaseFile);
  }

  /** Reads all files in the folder except the database's. */
  readFiles(): ReadonlyMap<string, Buffer> {
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.startsWith(basename(this.databaseFile)),
    );
    return new Map(
      files.map(({ parentPath, name }) => join(parentPath, name)).map((path) => [path, readFileSync(path)]),
    );
  }

  /** Replaces the whole folder. The server must be down. */
  writeFolder({ database, files }: ServerFolder): void {
    rmSync(this.folder, { recursive: true, force: true });
    this.writeDatabase(database);
    for (const [path, content] of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  /** Writes a database to the disk. The server must be down. */
  writeDatabase(database: Buffer): void {
    mkdirSync(dirname(this.databaseFile), { recursive: true });
    for (const end of ['-wal', '-shm']) rmSync(`${this.databaseFile}${end}`, { force: true });
    writeFileSync(this.databaseFile, database);
  }

  /** Replaces all rows by those of an earlier copy under the running process, without telling it. */
  putBackRows(database: Buffer): void {
    const copy = `${this.databaseFile}-copy`;
    writeFileSync(copy, database);
    // Another spelling of the path, so that the disk faults of the process do not apply to this connection.
    putBackRows(`${this.folder}/./${basename(this.databaseFile)}`, copy);
  }

  #die(): void {
    this.#life.isOver = true;
    this.#http = undefined;
    for (const tell of this.#deaths.splice(0)) tell();
  }

  /** Closes a dead process's handles, which ends its transaction. */
  async #bury(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.#running = undefined;
    await context?.database.close().catch(() => undefined);
  }

  #onStatement: StatementListener = (sql, connection) => {
    if (this.#life.isOver) throw new Error('The process is gone');
    if (--this.#statementsLeft < 0) {
      this.#die();
      throw new Error('The process dies here');
    }
    if (!this.#diskFault || !changesRows(sql)) return;
    if (this.#diskFault === 'full') throw createFullError();
    if (connection.inTransaction) connection.exec('rollback');
    throw createDiskError();
  };

  #createDoor(life: Lifetime): Listener {
    return {
      open: (server) => {
        if (!life.isOver) this.#http = server;
        return Promise.resolve();
      },
      url: () => ORIGIN,
      close: () => Promise.resolve(),
    };
  }
}
