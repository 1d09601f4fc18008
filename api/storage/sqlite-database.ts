import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { DatabaseConnection, QueryResult, SqliteDatabase, SqliteStatement } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import { storageFaultOf } from './storage-fault.ts';

/** Older releases can corrupt a WAL database when two connections write and checkpoint at the same moment. */
const MIN_SQLITE_VERSION = [3, 51, 3] as const;
/** How long a query waits for another process. */
const BUSY_TIMEOUT_MS = 5_000;
const SYNCHRONOUS_FULL = 2;
const MAX_CACHED_STATEMENTS = 500;

type Connection = BetterSqlite3.Database;

/** Shared by both connections: once the file was found damaged it is not written any more, to prevent further damage. */
interface Health {
  damage: unknown;
}

/** Waits for locks without blocking the thread, which SQLite's own waiting would do. */
class WaitingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #health: Health;

  constructor(inner: DatabaseConnection, health: Health) {
    this.#inner = inner;
    this.#health = health;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const endMs = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#inner.executeQuery<Row>(query);
      } catch (error) {
        const fault = storageFaultOf(error);
        if (fault === 'damaged') this.#health.damage ??= error;
        // Only acquiring the lock can fail this way, so nothing was changed.
        if (fault !== 'busy' || performance.now() > endMs) throw error;
        await delay(1 + Math.random() * 9);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize = 1): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery<Row>(query, chunkSize);
  }
}

class WaitingDriver extends SqliteDriver {
  protected readonly connection: Connection;
  protected readonly health: Health;

  constructor(connection: Connection, health: Health) {
    super({ database: withStatementCache(connection) });
    this.connection = connection;
    this.health = health;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new WaitingConnection(await super.acquireConnection(), this.health);
  }
}

/** Write transactions take the lock when they begin: upgrading a read lock can fail with SQLITE_BUSY however long it waits. */
class WriteDriver extends WaitingDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.health.damage !== undefined) throw this.health.damage;
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has rolled back itself after a full disk or a damaged page; a second rollback would fail and hide the cause.
    if (this.connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Opens a database file, which is created if necessary, with one connection for writes and one for reads. @throws Error when SQLite is too old */
export function openSqliteDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true });
  const writeConnection = openConnection(file);
  assertVersion(writeConnection);
  const readConnection = openConnection(file);
  readConnection.pragma('query_only = ON');
  for (const connection of [writeConnection, readConnection]) connection.pragma('busy_timeout = 0');
  const health: Health = { damage: undefined };
  const writer = toKysely(new WriteDriver(writeConnection, health));
  const reader = toKysely(new WaitingDriver(readConnection, health));
  return {
    writer,
    reader,
    file,
    isDurable: () =>
      writeConnection.pragma('journal_mode', { simple: true }) === 'wal' &&
      writeConnection.pragma('synchronous', { simple: true }) === SYNCHRONOUS_FULL &&
      writeConnection.pragma('foreign_keys', { simple: true }) === 1,
    foreignWrites: () => Number(writeConnection.pragma('data_version', { simple: true })),
    walBytes: () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    async emptyWal() {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer);
      return rows[0]?.busy === 0;
    },
    async close() {
      await Promise.all([reader.destroy(), writer.destroy()]);
      // Kysely closes only connections that have run a query.
      readConnection.close();
      writeConnection.close();
    },
  };
}

/** Opens a read-only connection of its own, for a thread that must not disturb the others. */
export function openSqliteReader(file: string): Kysely<Schema> {
  const connection = openConnection(file);
  connection.pragma('query_only = ON');
  return toKysely(new SqliteDriver({ database: withStatementCache(connection) }));
}

/** Runs each migration in a transaction, so that one of several starting processes migrates. Kysely assumes that SQLite cannot. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openConnection(file: string): Connection {
  const connection = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
  // Except for the journal mode, these apply to one connection only.
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('cache_size = -32000');
  // Zeroes deleted rows, which would stay readable in the file; with `fast`, not pages that become free as a whole.
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

function toKysely(driver: SqliteDriver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalDdlAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Caches prepared statements: compiling one takes longer than most of our queries run. */
function withStatementCache(connection: Connection): SqliteDatabase {
  const statements = new Map<string, BetterSqlite3.Statement<unknown[]>>();
  return {
    close: () => connection.close(),
    prepare(text) {
      const known = statements.get(text);
      if (known && !known.busy) return known as SqliteStatement;
      const statement = connection.prepare<unknown[]>(text);
      if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
      statements.set(text, statement);
      return statement as SqliteStatement;
    },
  };
}
