import { PostgresDriver } from 'kysely';
import type { CompiledQuery, Driver, Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { DriverAdapter } from '../nodes/postgres/postgres-database.ts';
import { WaitingDriver } from '../storage/sqlite/sqlite-driver.ts';

/** Lists the SQL of all statements that a connection runs during some work, including those that open and close transactions. */
export const listStatements = async (db: Kysely<Schema>, work: () => Promise<unknown>): Promise<string[]> =>
  (await listQueries(db, work)).map(({ sql }) => sql);

/**
 * Lists the SQL of the one transaction that uses a table during some work, from `begin` to `commit`; jobs may run other statements meanwhile.
 * @throws Error when there is not exactly one
 */
export async function listTransaction(
  db: Kysely<Schema>,
  table: string,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const byConnection = Map.groupBy(await listQueries(db, work), ({ connection }) => connection);
  const transactions = [...byConnection.values()].flatMap((queries) => splitAtCommits(queries.map(({ sql }) => sql)));
  const using = transactions.filter((statements) => statements.some((sql) => sql.includes(`"${table}"`)));
  const [only] = using;
  if (!only || using.length > 1) throw new Error(`${using.length} transactions used ${table}`);
  return only;
}

function splitAtCommits(statements: readonly string[]): string[][] {
  const transactions: string[][] = [];
  for (const sql of statements) {
    if (/^begin\b/.test(sql) || transactions.length === 0) transactions.push([]);
    transactions.at(-1)?.push(sql);
  }
  return transactions;
}

/** A statement and the connection that it ran on. */
export interface ListedQuery extends Pick<CompiledQuery, 'sql' | 'parameters'> {
  readonly connection: object;
}

/** As `listStatements`, with parameters and connections. */
export async function listQueries(db: Kysely<Schema>, work: () => Promise<unknown>): Promise<ListedQuery[]> {
  const driver = driverOf(db);
  const queries: ListedQuery[] = [];
  const note = ({ sql, parameters }: CompiledQuery, connection: object): void =>
    void queries.push({ sql, parameters, connection });
  const { acquireConnection } = driver;
  const tryExecute = driver instanceof WaitingDriver ? driver.tryExecute : undefined;
  if (tryExecute) {
    Object.assign(driver, {
      tryExecute: (...args: Parameters<typeof tryExecute>) => {
        const result = tryExecute.apply(driver as WaitingDriver, args);
        if (result) note(args[0], driver);
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
            note(query, driver instanceof WaitingDriver ? driver : connection);
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
