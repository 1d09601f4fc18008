import { setTimeout as delay } from 'node:timers/promises';
import { HandleEmptyInListsPlugin, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { replaceWithNoncontingentExpression, sql } from 'kysely';
import type { Driver } from 'kysely';
import { ConfigError } from '../../config/config.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { SendingAdapter } from '../../storage/prepared-query.ts';
import { UnitRepetitions } from '../../storage/unit-repetitions.ts';
import { WaitingUnits } from '../../storage/waiting-units.ts';
import { createConnectionWatch } from './connection-watch.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import { findUnitConnection, ReadDriver, WriteDriver } from './postgres-driver.ts';
import { createPostgresPool, DatabaseUnreachableError } from './postgres-pool.ts';
import type { CountedPool } from './postgres-pool.ts';
import { createServerClock } from './server-clock.ts';

/** Maximum number of connections of a process for writing, and as many for reading. */
const MAX_CONNECTIONS = 10;
/** A query that waits longer for a lock fails and may be repeated. A query on SQLite waits for the same time. */
const LOCK_TIMEOUT_MS = 5_000;
/** A process that hangs in a transaction does not keep the write lock for longer. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Makes the server end the connections of a node whose host is gone, after some ten seconds; until then their transactions hold locks. */
const NOTICE_LOSS =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000';
const MIN_VERSION = 150_000;
/** Pause before a server that is not ready is asked again. */
const ASK_AGAIN_MS = 250;

/**
 * Opens a PostgreSQL database; waits up to `maxWaitMs` for a server that answers that it is not ready.
 * @throws ConfigError when the server is too old, or the database has another encoding or order of texts; DatabaseUnreachableError
 */
export async function openPostgresDatabase(url: string, maxWaitMs = 0): Promise<Database> {
  const endMs = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await openOnce(url);
    } catch (error) {
      const isNotReady = error instanceof DatabaseUnreachableError && error.isNotReady;
      if (!isNotReady || performance.now() > endMs) throw error;
      await delay(ASK_AGAIN_MS);
    }
  }
}

async function openOnce(url: string): Promise<Database> {
  const watch = createConnectionWatch(url);
  const writing = createPostgresPool({
    connectionString: url,
    watch,
    max: MAX_CONNECTIONS,
    options: `${NOTICE_LOSS} -c lock_timeout=${LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  });
  const reading = createReadingPool(url, watch);
  const writer = toKysely(new WriteDriver({ pool: writing }));
  const reader = toKysely(new ReadDriver({ pool: reading }));
  const clock = createServerClock();
  const close = async (): Promise<void> => {
    await Promise.all([reader.destroy(), writer.destroy()]);
  };
  try {
    await checkServer(reader);
    await clock.mark(reader);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    writer,
    reader,
    source: { engine: 'postgres', url },
    wal: undefined,
    waitingUnits: new WaitingUnits(),
    unitRepetitions: new UnitRepetitions(),
    countConnections: () => ({ writing: writing.countConnections(), reading: reading.countConnections() }),
    isDurable: () => keepsCommits(reader),
    mark: () => clock.mark(reader),
    now: clock.now,
    close,
  };
}

/** Opens connections that cannot write. */
export const openPostgresReader = (url: string): Kysely<Schema> =>
  toKysely(new ReadDriver({ pool: createReadingPool(url, createConnectionWatch(url)) }));

function createReadingPool(url: string, watch: ConnectionWatch): CountedPool {
  const options = `${NOTICE_LOSS} -c default_transaction_read_only=on`;
  return createPostgresPool({ connectionString: url, watch, max: MAX_CONNECTIONS, options });
}

/** Knows its driver, so that tests can list its statements. */
export class DriverAdapter extends PostgresAdapter implements SendingAdapter {
  readonly driver: Driver;
  readonly findConnection = findUnitConnection;
  constructor(driver: Driver) {
    super();
    this.driver = driver;
  }
}

function toKysely(driver: Driver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new DriverAdapter(driver),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    // SQLite accepts empty lists, PostgreSQL does not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
}

async function checkServer(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version_num') as version, pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`.execute(db);
  const [row] = rows;
  if (Number(row?.version) < MIN_VERSION) {
    throw new ConfigError(`The setting DATABASE_URL is wrong: PostgreSQL 15 or newer is required.`);
  }
  if (row?.encoding !== 'UTF8') {
    throw new ConfigError(`The setting DATABASE_URL is wrong: the encoding of the database must be UTF8.`);
  }
  const [column] = await listOtherCollations(db);
  if (column !== undefined) {
    throw new ConfigError(
      `The database orders texts in another way than Hexlime (${column} has not the collation "C"): restore a backup that "npm run backup" has made.`,
    );
  }
}

/** Lists text columns that do not order by bytes; the collation of the database itself does not matter. */
export async function listOtherCollations(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select class.relname || '.' || attribute.attname as name
    from pg_attribute as attribute
    join pg_class as class on class.oid = attribute.attrelid
    join pg_collation as ordering on ordering.oid = attribute.attcollation
    where class.relnamespace = current_schema()::regnamespace and class.relkind = 'r' and attribute.attnum > 0
      and ordering.collname <> 'C' and class.relname not like 'kysely%'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function keepsCommits(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ is_durable: boolean }>`
    select current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as is_durable`.execute(
    db,
  );
  return rows[0]?.is_durable === true;
}
