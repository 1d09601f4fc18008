import BetterSqlite3 from 'better-sqlite3';

type Connection = BetterSqlite3.Database;

/** Called before each statement on a file; an error that the listener throws becomes the statement's error. */
export type StatementListener = (sql: string, connection: Connection) => void;

const listeners = new Map<string, StatementListener>();
const METHODS = ['run', 'get', 'all', 'iterate'] as const;

/** Calls a listener for each statement on a file until the returned function is called. */
export function listenToStatements(file: string, listener: StatementListener): () => void {
  listeners.set(file, listener);
  return () => void listeners.delete(file);
}

// SQLite offers no fault injection, so the prototype that all statements share is patched in the simulation's process.
const probe = new BetterSqlite3(':memory:');
const statements = Object.getPrototypeOf(probe.prepare('select 1')) as BetterSqlite3.Statement;
probe.close();

for (const method of METHODS) {
  const run = statements[method] as (...values: unknown[]) => unknown;
  Object.defineProperty(statements, method, {
    value(this: BetterSqlite3.Statement, ...values: unknown[]): unknown {
      const { database, source } = this as BetterSqlite3.Statement & { readonly database: Connection };
      // The simulation reads rows over read-only connections, and PRAGMA queries need no disk.
      if (!database.readonly && !source.startsWith('PRAGMA')) listeners.get(database.name)?.(source, database);
      return Reflect.apply(run, this, values);
    },
  });
}

const CHANGING = /^\s*(insert|update|delete|commit|create|alter|drop)/i;

/** Returns whether a statement needs space on the disk. */
export const changesRows = (sql: string): boolean => CHANGING.test(sql);

/** Returns SQLite's error for a full disk. */
export const createFullError = (): Error => new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL');

/** Returns SQLite's error for a failing disk. */
export const createDiskError = (): Error => new BetterSqlite3.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
