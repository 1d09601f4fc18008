import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { DataSizes } from '../../data-sizes.ts';
import { request } from '../clients/in-process-request.ts';
import { writeEmptyDatabase } from '../empty-database.ts';
import { startTestApp } from './test-app.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

/** Origin of the server. The demo signs users in on its own machine only. */
export const ORIGIN = 'http://127.0.0.1';

export interface InProcessOptions extends Omit<TestAppOptions, 'dataDir' | 'listener' | 'sizes'> {
  readonly sizes?: DataSizes;
  /** State of the database at the start; empty if left out. */
  readonly database?: Buffer;
}

/** Snapshots are built only when a test asks for one, because a timer would build them at different moments in each run. */
const NEVER = { settleMs: 3_600_000, quietMs: 3_600_000, longestBurstMs: 3_600_000 };
const WIDE = { burst: 1e6, perSecond: 1e6 } as const;

/** The real server on an SQLite file, without a port: a call goes from the test to its request listener. */
export class InProcessApp {
  readonly #folder = mkdtempSync(join(tmpdir(), 'hexlime-in-process-'));
  readonly #options: InProcessOptions;
  #http: Server | undefined;
  #app: TestApp | undefined;
  #reader: BetterSqlite3.Database | undefined;

  private constructor(options: InProcessOptions) {
    this.#options = options;
  }

  /** Starts a server on its own data folder. */
  static async start(options: InProcessOptions = {}): Promise<InProcessApp> {
    const app = new InProcessApp(options);
    if (options.database) await writeFile(app.#file, options.database);
    else await writeEmptyDatabase(app.#file);
    await app.#run();
    return app;
  }

  /** The running server. @throws Error when it is down */
  get app(): TestApp {
    if (!this.#app) throw new Error('The server is down');
    return this.#app;
  }

  get context(): TestApp['context'] {
    return this.app.context;
  }

  /** Sends a call to the server as one of its own pages does, whatever the origin in the URL. @throws TypeError when the server is down */
  readonly fetch: typeof fetch = async (input, init) => {
    const signal = init?.signal;
    signal?.throwIfAborted();
    const call = new Request(input, { ...init, signal: null });
    const body = call.body === null ? undefined : new Uint8Array(await call.arrayBuffer());
    const { pathname, search } = new URL(call.url);
    const own = { host: new URL(ORIGIN).host, origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
    const headers = { ...Object.fromEntries(call.headers), ...own };
    if (!this.#http) throw new TypeError('the server is down');
    const answer = request(this.#http, { method: call.method, path: pathname + search, headers, body }, '127.0.0.1');
    const reply = await (signal ? Promise.race([answer, rejectAtEnd(signal)]) : answer);
    const isEmpty = reply.status === 204 || reply.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(reply.body), reply);
  };

  /** Reads committed rows at once, also while the server works. */
  rows<Row>(sql: string, ...values: readonly unknown[]): Row[] {
    this.#reader ??= new BetterSqlite3(this.#file, { readonly: true });
    return this.#reader.prepare(sql).all(...values) as Row[];
  }

  /** Returns the database as a backup has it. */
  backUp(): Buffer {
    this.rows('select 1');
    return this.#reader?.serialize() ?? Buffer.alloc(0);
  }

  /** Puts the database back and starts the server again; the other files of its folder stay. */
  async restore(database: Buffer): Promise<void> {
    await this.#stop();
    await writeFile(this.#file, database);
    await this.#run();
  }

  /** Ends the server and deletes its data. @throws Error when one of its replies did not match the description of the calls */
  async end(): Promise<void> {
    await this.#stop().finally(() => rmSync(this.#folder, { recursive: true, force: true }));
  }

  get #file(): string {
    return join(this.#folder, 'hexlime.sqlite');
  }

  async #run(): Promise<void> {
    const { database: _, ...options } = this.#options;
    this.#app = await startTestApp({
      chats: { messageRate: WIDE },
      snapshotTimes: NEVER,
      ...options,
      dataDir: this.#folder,
      listener: {
        open: async (server) => void (this.#http = server),
        url: () => ORIGIN,
        close: async () => void (this.#http = undefined),
      },
    });
  }

  async #stop(): Promise<void> {
    const app = this.#app;
    this.#app = undefined;
    this.#reader?.close();
    this.#reader = undefined;
    await app?.stop();
    for (const end of ['-wal', '-shm']) rmSync(`${this.#file}${end}`, { force: true });
  }
}

const rejectAtEnd = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
