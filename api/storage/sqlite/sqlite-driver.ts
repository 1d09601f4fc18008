import { setTimeout as delay } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, SqliteDriver } from 'kysely';
import type { DatabaseConnection, QueryResult, SqliteDatabase, SqliteStatement } from 'kysely';
import type { ImmediateEngine } from '../prepared-query.ts';
import { storageFaultOf } from '../storage-fault.ts';

/** How long a query waits for another process. */
export const BUSY_TIMEOUT_MS = 5_000;
const MAX_CACHED_STATEMENTS = 500;

type Connection = BetterSqlite3.Database;

/** Shared by both connections: once the file was found damaged it is not written any more, to prevent further damage. */
export interface Health {
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

/** Runs queries at once where it can, and otherwise in turn. */
export class WaitingDriver extends SqliteDriver implements ImmediateEngine {
  protected readonly connection: Connection;
  protected readonly health: Health;
  readonly #statements: SqliteDatabase;
  /** Whether a query or a transaction has the connection: the others wait for it. */
  #isHeld = false;

  constructor(connection: Connection, health: Health) {
    const statements = withStatementCache(connection);
    super({ database: statements });
    this.connection = connection;
    this.health = health;
    this.#statements = statements;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#isHeld = true;
    return new WaitingConnection(await super.acquireConnection(), this.health);
  }

  override async releaseConnection(): Promise<void> {
    this.#isHeld = false;
  }

  tryExecute({ sql, parameters }: CompiledQuery, isInside: boolean): QueryResult<unknown> | undefined {
    if (this.#isHeld && !isInside) return undefined;
    try {
      const statement = this.#statements.prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) };
      return { numAffectedRows: BigInt(statement.run(parameters).changes), rows: [] };
    } catch (error) {
      const fault = storageFaultOf(error);
      if (fault === 'busy') return undefined;
      if (fault === 'damaged') this.health.damage ??= error;
      throw error;
    }
  }
}

/** Write transactions take the lock when they begin: upgrading a read lock can fail with SQLITE_BUSY however long it waits. */
export class WriteDriver extends WaitingDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.health.damage !== undefined) throw this.health.damage;
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has rolled back itself after a full disk or a damaged page; a second rollback would fail and hide the cause.
    if (this.connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Caches prepared statements: compiling one takes longer than most of our queries run. */
export function withStatementCache(connection: Connection): SqliteDatabase {
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
