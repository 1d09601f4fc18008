import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { WaitingDriver } from '../storage/sqlite-driver.ts';

/** Lists the SQL of all statements that a connection runs during some work, those that open and close transactions included. */
export async function listStatements(db: Kysely<Schema>, work: () => Promise<unknown>): Promise<string[]> {
  const { adapter } = db.getExecutor();
  const driver = 'engine' in adapter ? adapter.engine : undefined;
  if (!(driver instanceof WaitingDriver)) throw new TypeError('the statements of this engine are not listed');
  const statements: string[] = [];
  const { tryExecute, acquireConnection } = driver;
  driver.tryExecute = (query, isInside) => {
    const result = tryExecute.call(driver, query, isInside);
    if (result) statements.push(query.sql);
    return result;
  };
  driver.acquireConnection = async () => {
    const connection = await acquireConnection.call(driver);
    const { executeQuery } = connection;
    connection.executeQuery = (query) => {
      statements.push(query.sql);
      return executeQuery.call(connection, query) as never;
    };
    return connection;
  };
  try {
    await work();
  } finally {
    Object.assign(driver, { tryExecute, acquireConnection });
  }
  return statements;
}
