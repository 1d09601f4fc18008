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

/** What both connections have met: a file that was found damaged once takes no more writes, which could only damage more of it. */
interface Health {
  damage: unknown;
}

/** Lets other work go on while another connection writes; SQLite's own waiting would stop the whole thread. */
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
        // Only taking the lock can fail so, and nothing has happened then.
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

/** Write transactions take the lock when they begin: one that upgrades later can fail with SQLITE_BUSY however long it waits. */
class WriteDriver extends WaitingDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.health.damage !== undefined) throw this.health.damage;
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // What a full disk or a damaged page broke off the engine has rolled back itself; a second time would fail and hide the cause.
    if (this.connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Opens (and makes) a database file with one connection to write and one to read. @throws Error when SQLite is too old */
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
      // Kysely closes a connection only after its first query.
      readConnection.close();
      writeConnection.close();
    },
  };
}

/** A Kysely over its own read-only connection, for a thread that must not disturb the others. */
export function openSqliteReader(file: string): Kysely<Schema> {
  const connection = openConnection(file);
  connection.pragma('query_only = ON');
  return toKysely(new SqliteDriver({ database: withStatementCache(connection) }));
}

/** A migration is done as a whole or not at all, and by one of several processes that start at once. Kysely is more careful than SQLite is. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openConnection(file: string): Connection {
  const connection = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
  // SQLite forgets all but the journal mode when a connection closes, so each one sets them.
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('cache_size = -32000');
  return connection;
}

function assertVersion(connection: Connection): void {
  const version = String(connection.prepare('select sqlite_version()').pluck().get());
  const parts = version.split('.').map(Number);
  const differing = MIN_SQLITE_VERSION.findIndex((wanted, index) => parts[index] !== wanted);
  if (differing >= 0 && (parts[differing] ?? 0) < (MIN_SQLITE_VERSION[differing] ?? 0)) {
    throw new Error(`SQLite ${version} is too old: ${MIN_SQLITE_VERSION.join('.')} or newer is needed`);
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

/** Keeps prepared statements: compiling one costs more than most of our queries take to run. */
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
