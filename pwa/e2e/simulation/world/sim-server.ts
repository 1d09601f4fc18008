import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { createAppContext } from '#api/app-context.ts';
import type { AppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import type { Listener } from '#api/http/listener.ts';
import { startServer } from '#api/server.ts';
import type { RunningServer } from '#api/server.ts';
import { buildSnapshotsHere } from '#api/testing/build-snapshots-here.ts';
import { request } from './in-process-request.ts';
import type { Call, Reply } from './in-process-request.ts';
import { changesRows, createDiskError, createFullError, listenToStatements } from './sqlite-faults.ts';
import type { StatementListener } from './sqlite-faults.ts';
import type { Lifetime, SimRuntime } from './sim-runtime.ts';

/** Where devices find the server. */
export const ORIGIN = 'https://shop.test';
const HOST = new URL(ORIGIN).host;

/** A server's data at one moment: what is on its disk. */
export interface ServerDisk {
  readonly database: Buffer;
  /** The witness that tells a restored database from the one before. */
  readonly epoch: Buffer;
}

/** Buckets that no device empties by accident. */
const WIDE = { burst: 1e6, perSecond: 1e6 } as const;

/** What is wrong with the disk: there is no room for a write, or it fails, and then the engine may have given up the transaction. */
export type DiskFault = 'full' | 'failing';

/** The real server on real SQLite files in memory, without a port. It can die at any moment; what was committed stays. */
export class SimServer {
  readonly folder: string;
  readonly #still: SimRuntime;
  readonly #env: Readonly<Record<string, string>>;
  /** How far the server's wall clock is from the world's, in ms. */
  skewMs = 0;
  #life: Lifetime = { isOver: true };
  #http: Server | undefined;
  #context: AppContext | undefined;
  #deaths: (() => void)[] = [];
  /** What the process that runs now was started with, and what it is. */
  #running: RunningServer | undefined;
  /** Statements after which the process dies, counted down. */
  #statementsLeft = Number.POSITIVE_INFINITY;
  #diskFault: DiskFault | undefined;
  readonly #stopListening: () => void;

  /** `folder` must be the server's alone. */
  constructor(folder: string, still: SimRuntime, env: Readonly<Record<string, string>> = {}) {
    this.folder = folder;
    this.#still = still;
    this.#env = env;
    this.#stopListening = listenToStatements(this.databaseFile, this.#onStatement);
  }

  /** Ends the server for good. */
  async end(): Promise<void> {
    await this.crash();
    this.#stopListening();
  }

  /** The parts of the server that runs. @throws Error when none does */
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

  /** The services of the process that runs. @throws Error when none does */
  get context(): AppContext {
    if (!this.#context || !this.isUp) throw new Error('The server is down');
    return this.#context;
  }

  /** Starts a process on what is on the disk; on a faulty disk the process may end at once. */
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
      // Short, so that reservations end while somebody looks.
      RESERVATION_MINUTES: '0.2',
      RESERVATION_GRACE_MINUTES: '0.05',
      ...this.#env,
      DATA_DIR: this.folder,
      PAGE_DIR: join(this.folder, 'page'),
      PUBLIC_URL: ORIGIN,
      HOST: '127.0.0.1',
    });
    this.#context = await createAppContext(config, () => Date.now() + this.skewMs);
    this.#running = await startServer(this.#context, {
      rates: { read: WIDE, write: WIDE, upload: WIDE, notice: WIDE },
      chats: { messageRate: WIDE },
      listener: this.#createDoor(life),
      buildSnapshots: buildSnapshotsHere,
    });
  }

  /** The process is gone: no timer of it fires, no answer of it leaves, and what it had not committed never was. */
  async crash(): Promise<void> {
    this.#die();
    await this.#bury();
    await this.#still.settle();
  }

  /** The process ends as it is told to: what it had noted is written down. */
  async stop(): Promise<void> {
    await this.#context?.close();
    await this.crash();
  }

  /** The process dies at one of the next statements, in the midst of whatever it does then. */
  crashAfter(statements: number): void {
    this.#statementsLeft = statements;
  }

  /** What is wrong with the disk from now on; nothing if undefined. */
  setDiskFault(fault: DiskFault | undefined): void {
    this.#diskFault = fault;
  }

  /** Answers a call; undefined if the server dies before it has. */
  handle(call: Call, address: string): Promise<Reply | undefined> {
    const http = this.#http;
    if (!http) return Promise.resolve(undefined);
    const died = Promise.withResolvers<undefined>();
    const tellDeath = (): void => died.resolve(undefined);
    this.#deaths.push(tellDeath);
    const headers = { host: HOST, ...call.headers };
    const answered = this.#still.live(this.#life, () => request(http, { ...call, headers }, address));
    return Promise.race([answered, died.promise]).finally(() => {
      this.#deaths = this.#deaths.filter((tell) => tell !== tellDeath);
    });
  }

  /** Calls back once when the process that runs now dies. */
  onDeath(tell: () => void): void {
    this.#deaths.push(tell);
  }

  /** Resolves when the process that runs now has died. */
  death(): Promise<void> {
    return new Promise((resolve) => this.onDeath(resolve));
  }

  /** Runs something as part of the process that runs now. */
  inside<T>(run: (http: Server) => T): T | undefined {
    const http = this.#http;
    return http && this.#still.live(this.#life, () => run(http));
  }

  /** What a backup of this moment would hold; the server must be down. */
  readDisk(): ServerDisk {
    return { database: readFileSync(this.databaseFile), epoch: readFileSync(join(this.folder, 'epoch.json')) };
  }

  /** Puts a database onto the disk; without `epoch` the witness of the present one stays. The server must be down. */
  writeDisk({ database, epoch }: Pick<ServerDisk, 'database'> & Partial<ServerDisk>): void {
    mkdirSync(dirname(this.databaseFile), { recursive: true });
    for (const end of ['-wal', '-shm']) rmSync(`${this.databaseFile}${end}`, { force: true });
    writeFileSync(this.databaseFile, database);
    if (epoch) writeFileSync(join(this.folder, 'epoch.json'), epoch);
  }

  #die(): void {
    this.#life.isOver = true;
    this.#http = undefined;
    for (const tell of this.#deaths.splice(0)) tell();
  }

  /** Closes what a dead process held, which ends its transaction. */
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
