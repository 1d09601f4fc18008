import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, Kysely, SqliteAdapter, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { DatabaseConnection, QueryResult, SqliteDatabase, SqliteStatement } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Older releases can corrupt a WAL database when two connections write and checkpoint at the same moment. */
const MIN_SQLITE_VERSION = [3, 51, 3] as const;
/** How long a writer waits for another process. */
const BUSY_TIMEOUT_MS = 10_000;
const SYNCHRONOUS_FULL = 2;
const MAX_CACHED_STATEMENTS = 500;

type Connection = BetterSqlite3.Database;

/** Lets other work go on while another connection writes; SQLite's own waiting would stop the whole thread. */
class WaitingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.#inner = inner;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const endMs = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#inner.executeQuery<Row>(query);
      } catch (error) {
        // Only taking the lock can fail so, and nothing has happened then.
        if (!isBusy(error) || performance.now() > endMs) throw error;
        await delay(1 + Math.random() * 9);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize = 1): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery<Row>(query, chunkSize);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Write transactions take the lock when they begin: one that upgrades later can fail with SQLITE_BUSY however long it waits. */
class WriteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new WaitingConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** Opens (and makes) a database file with one connection to write and one to read. @throws Error when SQLite is too old */
export function openSqliteDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true });
  const writeConnection = openConnection(file);
  writeConnection.pragma('busy_timeout = 0');
  assertVersion(writeConnection);
  const readConnection = openConnection(file);
  readConnection.pragma('query_only = ON');
  const writer = toKysely(writeConnection, WriteDriver);
  const reader = toKysely(readConnection, SqliteDriver);
  return {
    writer,
    reader,
    file,
    isDurable: () =>
      writeConnection.pragma('journal_mode', { simple: true }) === 'wal' &&
      writeConnection.pragma('synchronous', { simple: true }) === SYNCHRONOUS_FULL &&
      writeConnection.pragma('foreign_keys', { simple: true }) === 1,
    foreignWrites: () => Number(writeConnection.pragma('data_version', { simple: true })),
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
  return toKysely(connection, SqliteDriver);
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

function toKysely(connection: Connection, Driver: typeof SqliteDriver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalDdlAdapter(),
      createDriver: () => new Driver({ database: withStatementCache(connection) }),
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
    prepare(sql) {
      const known = statements.get(sql);
      if (known && !known.busy) return known as SqliteStatement;
      const statement = connection.prepare<unknown[]>(sql);
      if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
      statements.set(sql, statement);
      return statement as SqliteStatement;
    },
  };
}
