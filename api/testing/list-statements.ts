import { PostgresDriver } from 'kysely';
import type { CompiledQuery, Driver, Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { DriverAdapter } from '../storage/postgres/postgres-database.ts';
import { WaitingDriver } from '../storage/sqlite/sqlite-driver.ts';

/** Lists the SQL of all statements that a connection runs during some work, those that open and close transactions included. */
export async function listStatements(db: Kysely<Schema>, work: () => Promise<unknown>): Promise<string[]> {
  const driver = driverOf(db);
  const statements: string[] = [];
  const { acquireConnection } = driver;
  const tryExecute = driver instanceof WaitingDriver ? driver.tryExecute : undefined;
  if (tryExecute) {
    Object.assign(driver, {
      tryExecute: (...args: Parameters<typeof tryExecute>) => {
        const result = tryExecute.apply(driver as WaitingDriver, args);
        if (result) statements.push(args[0].sql);
        return result;
      },
    });
  }
  driver.acquireConnection = async (...args) => {
    const connection = await acquireConnection.apply(driver, args);
    return new Proxy(connection, {
      get(target, name) {
        if (name === 'executeQuery') {
          return (query: CompiledQuery) => {
            statements.push(query.sql);
            return target.executeQuery(query);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  try {
    await work();
  } finally {
    Object.assign(driver, { acquireConnection, ...(tryExecute && { tryExecute }) });
  }
  return statements;
}

function driverOf(db: Kysely<Schema>): Driver {
  const { adapter } = db.getExecutor();
  const driver = adapter instanceof DriverAdapter ? adapter.driver : 'engine' in adapter ? adapter.engine : undefined;
  if (driver instanceof WaitingDriver || driver instanceof PostgresDriver) return driver;
  throw new TypeError('the statements of this engine are not listed');
}
