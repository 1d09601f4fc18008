import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Database } from '../database.ts';
import { Placeholder } from '../literal-constants.ts';
import type { ImmediateAdapter } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import { WaitingUnits } from '../waiting-units.ts';
import { BUSY_TIMEOUT_MS, WaitingDriver, WriteDriver } from './sqlite-driver.ts';
import type { Health } from './sqlite-driver.ts';

/** Older releases can corrupt a WAL database when two connections write and checkpoint at the same moment. */
const MIN_SQLITE_VERSION = [3, 51, 3] as const;
const SYNCHRONOUS_FULL = 2;
/**
 * Holds the inner pages of the indexes of a very large catalogue; other pages come from the system's cache, which is not the server's
 * memory.
 */
const CACHE_KB = 16_000;
/**
 * Changed pages that a transaction keeps beyond the cache, 32 MB: an import changes thousands, and would otherwise write some to the log
 * more than once.
 */
const MAX_CHANGED_PAGES = 8_000;
/**
 * Pages of the log after which SQLite copies them into the file: more than its default of 1,000, because orders change the same pages
 * again and again.
 */
const CHECKPOINT_PAGES = 4_000;

type Connection = BetterSqlite3.Database;

/** Opens a database file, which is created if necessary, with one connection for writes and one for reads. @throws Error when SQLite is too old */
export function openSqliteDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true });
  const writeConnection = openConnection(file, CACHE_KB);
  writeConnection.pragma(`cache_spill = ${MAX_CHANGED_PAGES}`);
  assertVersion(writeConnection);
  const readConnection = openConnection(file, CACHE_KB);
  readConnection.pragma('query_only = ON');
  for (const connection of [writeConnection, readConnection]) connection.pragma('busy_timeout = 0');
  const health: Health = { damage: undefined };
  const writer = toKysely(new WriteDriver(writeConnection, health));
  const reader = toKysely(new WaitingDriver(readConnection, health));
  return {
    writer,
    reader,
    source: { engine: 'sqlite', file },
    isDurable: async () =>
      writeConnection.pragma('journal_mode', { simple: true }) === 'wal' &&
      writeConnection.pragma('synchronous', { simple: true }) === SYNCHRONOUS_FULL &&
      writeConnection.pragma('foreign_keys', { simple: true }) === 1,
    mark: async () => String(writeConnection.pragma('data_version', { simple: true })),
    now: () => Date.now(),
    waitingUnits: new WaitingUnits(),
    unitRepetitions: undefined,
    countConnections: undefined,
    wal: {
      bytes: () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      async empty() {
        const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer);
        return rows[0]?.busy === 0;
      },
    },
    async close() {
      await Promise.all([reader.destroy(), writer.destroy()]);
      // Kysely closes only connections that have run a query.
      readConnection.close();
      writeConnection.close();
    },
  };
}

/** Opens a separate read-only connection for a thread that must not disturb other queries. Reading each page once needs little cache. */
export function openSqliteReader(file: string, cacheKb = CACHE_KB): Kysely<Schema> {
  const connection = openConnection(file, cacheKb);
  connection.pragma('query_only = ON');
  return toKysely(new WaitingDriver(connection, { damage: undefined }));
}

/**
 * Runs each migration in a transaction, so that of several processes that start at once only one migrates. Kysely assumes that SQLite
 * cannot do this.
 */
class TransactionalDdlAdapter extends SqliteAdapter implements ImmediateAdapter {
  readonly engine: WaitingDriver;
  constructor(engine: WaitingDriver) {
    super();
    this.engine = engine;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Hides bound values of prepared queries from the planner behind a `+`, which changes no value. Without it, SQLite looks at values that are
 * compared with a column and plans the query again at each run, as another value might deserve another plan. Planning takes ten times as
 * long as the run.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) this.append('+');
    super.appendValue(value);
  }
}

function openConnection(file: string, cacheKb: number): Connection {
  const connection = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
  // Except for the journal mode, these apply to one connection only.
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  connection.pragma(`cache_size = -${cacheKb}`);
  // Zeroes deleted rows, which would otherwise stay readable in the file. `fast` leaves out pages that become free as a whole.
  connection.pragma('secure_delete = fast');
  return connection;
}

function assertVersion(connection: Connection): void {
  const version = String(connection.prepare('select sqlite_version()').pluck().get());
  const parts = version.split('.').map(Number);
  const differing = MIN_SQLITE_VERSION.findIndex((wanted, index) => parts[index] !== wanted);
  if (differing >= 0 && (parts[differing] ?? 0) < (MIN_SQLITE_VERSION[differing] ?? 0)) {
    throw new Error(`SQLite ${version} is too old: ${MIN_SQLITE_VERSION.join('.')} or newer is required`);
  }
}

function toKysely(driver: WaitingDriver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalDdlAdapter(driver),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new StablePlanCompiler(),
    },
  });
}
