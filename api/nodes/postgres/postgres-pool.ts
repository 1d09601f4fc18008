import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { PoolClient, PoolConfig, QueryResult } from 'pg';
import type { ConnectionCounts } from '../../storage/database.ts';
import { BACKEND, createConnectionWatch } from './connection-watch.ts';
import type { Backend, ConnectionWatch, WatchedConnection } from './connection-watch.ts';
import { PreparedStatements, StatementBatch } from './statement-batch.ts';
import type { StatementResult } from './statement-batch.ts';

/** How the connections of nodes are named in the database server. */
export const APPLICATION_NAME = 'hexlime';
const CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 60_000;
/** After this, an idle connection is checked every second; after ten checks without an answer it is lost. */
const KEEP_ALIVE_MS = 5_000;
/** How long the server may take to end its connections. */
const MAX_END_MS = 2_000;

/** The states of a server that is stopping (57P01, 57P02), starting or a standby (57P03). */
const NOT_READY_STATES = /^57P0[123]$/;

/** The database server could not be reached, or the connection was lost; `cause` is the error of the connection. */
export class DatabaseUnreachableError extends Error {
  readonly code = 'DATABASE_UNREACHABLE';
  /** Whether a server has answered that it is not ready: its address is right, and waiting helps. */
  get isNotReady(): boolean {
    return this.cause instanceof Error && 'code' in this.cause && NOT_READY_STATES.test(String(this.cause.code));
  }
  constructor(cause: unknown) {
    super('the database server cannot be reached', { cause });
    this.name = 'DatabaseUnreachableError';
  }
}

const types = new pg.TypeOverrides();
/** Counts, sums and our 64-bit columns are all below 2^53. */
for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) types.setTypeParser(type, Number);

/** A pool for Kysely's dialect that counts its connections by what they do. */
export interface CountedPool extends PostgresPool {
  countConnections(): ConnectionCounts;
}

/** Settings of a pool; `watch` is shared by the pools of one server. */
export interface PostgresPoolOptions extends PoolConfig {
  readonly connectionString: string;
  readonly watch?: ConnectionWatch;
}

/** Creates a pool of connections for Kysely's dialect, which opens them when they are needed. */
export function createPostgresPool({ watch: sharedWatch, ...options }: PostgresPoolOptions): CountedPool {
  const watch = sharedWatch ?? createConnectionWatch(options.connectionString);
  const watched = new WeakMap<PoolClient, WatchedConnection>();
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: APPLICATION_NAME,
    types,
    pipeline: true,
    verify: (client, done) => void verify(client, watched.get(client)).then(() => done(), done),
    ...options,
  });
  // An idle connection that is lost concerns no query: the pool opens another one. Without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // The pool stops listening before it checks a new connection: one that is lost during the check would end the process as well.
    client.on('error', () => undefined);
    watched.set(client, watch.add(client));
  });
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end() {
      // A connection that its server does not end would keep the process running.
      setTimeout(() => watch.dropAll(), MAX_END_MS).unref();
      return pool.end();
    },
    countConnections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      awaited: pool.waitingCount,
    }),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw toLoss(error);
      });
      const known = wrapped.get(client) ?? wrapClient(client, watched.get(client) as WatchedConnection);
      wrapped.set(client, known);
      return known;
    },
  };
}

/**
 * Rejects a standby, which lags behind what is acknowledged: its answers would look as if data had been lost. Until it is promoted, it
 * counts as a server that is starting. @throws Error when the connection is to a standby
 */
async function verify(client: PoolClient, watched: WatchedConnection | undefined): Promise<void> {
  if (watched) watched.waiting += 1;
  const { rows } = await client.query<{ isStandby: boolean } & Backend>(
    `select pg_is_in_recovery() as "isStandby", ${BACKEND}`,
  );
  const [row] = rows;
  if (row?.isStandby !== false) {
    throw Object.assign(new Error('the database server is a standby, which has not been promoted'), { code: '57P03' });
  }
  if (!watched) return;
  watched.waiting -= 1;
  watched.backend = row;
}

/** Sends the statements of one turn of the event loop as a batch. */
function wrapClient(client: PoolClient, watched: WatchedConnection): PostgresPoolClient {
  let isLost = false;
  client.on('error', () => {
    isLost = true;
  });
  /** The last error that was not a consequence of another one. Never cleared: a consequence always comes after its cause. */
  let fault: unknown;
  const known = new PreparedStatements();
  let batch: StatementBatch | undefined;
  const send = (): void => {
    if (!batch) return;
    const sent = batch;
    batch = undefined;
    client.query(sent);
  };
  const run = (text: string, values: readonly unknown[]): Promise<StatementResult | QueryResult | QueryResult[]> => {
    // A rollback must run even after a statement that fails, so it does not join the batch of the statements before it.
    if (text.startsWith('rollback')) send();
    if (values.length === 0 && !SINGLE_STATEMENT.test(text)) {
      send();
      return client.query(text);
    }
    if (!batch) {
      batch = new StatementBatch(known, types);
      process.nextTick(send);
    }
    return batch.add(text, values);
  };
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    let result;
    watched.waiting += 1;
    try {
      result = await run(text, values);
    } catch (raw) {
      const error = toLoss(raw);
      // Statements sent together with one that failed say only that the transaction is over: the reason is the first one's.
      if (!isFollowing(error)) fault = error;
      throw fault ?? error;
    } finally {
      watched.waiting -= 1;
    }
    // A statement that was not awaited has failed.
    if (text === 'commit' && !Array.isArray(result) && result.command === 'ROLLBACK' && fault !== undefined)
      throw fault;
    // Several statements in one text have several results.
    return Array.isArray(result) ? result.at(-1) : result;
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isLost),
  };
}

/** Matches a text that is certainly a single statement; a text of several cannot be prepared. */
const SINGLE_STATEMENT = /^(?:select|insert|update|delete|begin|commit|rollback|savepoint|release)\b[^;]*$/;

/** Whether a statement failed because one before it in the same transaction did. */
const isFollowing = (error: unknown): boolean =>
  // 26000: it is not prepared, because the statement that was to prepare it did not run.
  error instanceof pg.DatabaseError && (error.code === '25P02' || error.code === '26000');

/** States that end a connection: class 08 of the connection itself, and those of a server that is not ready. */
const LOST_STATES = /^(08...|57P0[123])$/;

/** Turns an error of the connection into a DatabaseUnreachableError; returns errors of statements (by their state) and of wrong calls unchanged. */
function toLoss(error: unknown): unknown {
  const isAnswer = error instanceof pg.DatabaseError && error.code !== undefined && !LOST_STATES.test(error.code);
  return isAnswer || error instanceof TypeError ? error : new DatabaseUnreachableError(error);
}
