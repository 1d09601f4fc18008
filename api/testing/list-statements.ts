import { PostgresDriver } from 'kysely';
import type { CompiledQuery, Driver, Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { DriverAdapter } from '../storage/postgres/postgres-database.ts';
import { WaitingDriver } from '../storage/sqlite/sqlite-driver.ts';

/** Lists the SQL of all statements that a connection runs during some work, those that open and close transactions included. */
export const listStatements = async (db: Kysely<Schema>, work: () => Promise<unknown>): Promise<string[]> =>
  (await listQueries(db, work)).map(({ sql }) => sql);

/** As `listStatements`, with the parameters. */
export async function listQueries(
  db: Kysely<Schema>,
  work: () => Promise<unknown>,
): Promise<Pick<CompiledQuery, 'sql' | 'parameters'>[]> {
  const driver = driverOf(db);
  const queries: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
  const note = ({ sql, parameters }: CompiledQuery): void => void queries.push({ sql, parameters });
  const { acquireConnection } = driver;
  const tryExecute = driver instanceof WaitingDriver ? driver.tryExecute : undefined;
  if (tryExecute) {
    Object.assign(driver, {
      tryExecute: (...args: Parameters<typeof tryExecute>) => {
        const result = tryExecute.apply(driver as WaitingDriver, args);
        if (result) note(args[0]);
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
            note(query);
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
  return queries;
}

function driverOf(db: Kysely<Schema>): Driver {
  const { adapter } = db.getExecutor();
  const driver = adapter instanceof DriverAdapter ? adapter.driver : 'engine' in adapter ? adapter.engine : undefined;
  if (driver instanceof WaitingDriver || driver instanceof PostgresDriver) return driver;
  throw new TypeError('the statements of this engine are not listed');
}
