import BetterSqlite3 from 'better-sqlite3';

type Connection = BetterSqlite3.Database;

/** Called before each statement of the processes that write a file; what it throws, the statement throws. */
export type StatementListener = (sql: string, connection: Connection) => void;

const listeners = new Map<string, StatementListener>();
const METHODS = ['run', 'get', 'all', 'iterate'] as const;

/** Listens to the statements that run on a file from now on, until the returned function is called. */
export function listenToStatements(file: string, listener: StatementListener): () => void {
  listeners.set(file, listener);
  return () => void listeners.delete(file);
}

// The engine itself cannot be told to fail, so its statements are listened to in the simulation's process: all of them have one prototype.
const probe = new BetterSqlite3(':memory:');
const statements = Object.getPrototypeOf(probe.prepare('select 1')) as BetterSqlite3.Statement;
probe.close();

for (const method of METHODS) {
  const run = statements[method] as (...values: unknown[]) => unknown;
  Object.defineProperty(statements, method, {
    value(this: BetterSqlite3.Statement, ...values: unknown[]): unknown {
      const { database, source } = this as BetterSqlite3.Statement & { readonly database: Connection };
      // The simulation looks at rows over connections that only read; questions to the engine itself need no disk.
      if (!database.readonly && !source.startsWith('PRAGMA')) listeners.get(database.name)?.(source, database);
      return Reflect.apply(run, this, values);
    },
  });
}

const CHANGING = /^\s*(insert|update|delete|commit|create|alter|drop)/i;

/** Whether a statement needs room on the disk. */
export const changesRows = (sql: string): boolean => CHANGING.test(sql);

/** The error of a disk that has no room, as the engine gives it. */
export const createFullError = (): Error => new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL');

/** The error of a disk that fails. */
export const createDiskError = (): Error => new BetterSqlite3.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
