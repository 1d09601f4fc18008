import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const TICK_MS = 500;
/** Ticks without a byte of an answer after which the server is asked. */
const SILENT_TICKS = 4;
/** How long the server may take to say what it knows of a connection. */
const CHECK_TIMEOUT_MS = 2_000;
/** An answer may be in flight while the server is asked. */
const GRACE_MS = 250;

/** How often a server that is away is asked again to end its side of lost connections, and for how long: by then it knows of the loss. */
const TELL_AGAIN_MS = 500;
const MAX_LEFT_MS = 60_000;

/** The SQLSTATE with which a server rejects a new connection while it is not ready, and so knows nothing of connections. */
const NOT_READY = '57P03';

/** A process of the server, with its start, as process ids are reused. */
export interface Backend {
  readonly pid: number;
  readonly started: string;
}

/** The columns that describe the backend of the connection that asks. */
export const BACKEND = `pg_backend_pid() as pid, (select backend_start::text from pg_stat_get_activity(pg_backend_pid())) as started`;

/** A connection that is watched. */
export interface WatchedConnection {
  /** Undefined until it is known. */
  backend: Backend | undefined;
  /** How many statements have no answer yet. */
  waiting: number;
}

/**
 * Finds connections on which no answer will come. When a host loses its power or its network, nothing ends a connection: TCP repeats what is
 * not acknowledged for a quarter of an hour, and an answer that is never sent is waited for without end. A slow statement looks the same, so
 * the server is asked, on a new connection, whether it is working for the silent one.
 */
export interface ConnectionWatch {
  /** Watches a connection until it ends. */
  add(client: pg.Client): WatchedConnection;
  /** Ends all connections, whatever they are doing. */
  dropAll(): void;
}

interface Entry extends WatchedConnection {
  readonly client: pg.Client;
  bytesRead: number;
  silentTicks: number;
}

/** Creates the watch of the connections to one server. `tickMs`: how often they are checked. */
export function createConnectionWatch(connectionString: string, tickMs = TICK_MS): ConnectionWatch {
  const entries = new Set<Entry>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  /** The backends of lost connections, by name. */
  const left = new Map<string, Backend>();
  let isEnding = false;
  const closed = new AbortController();

  const tick = (): void => {
    for (const entry of entries) {
      const { bytesRead } = streamOf(entry.client);
      const isSilent = entry.waiting > 0 && bytesRead === entry.bytesRead;
      entry.bytesRead = bytesRead;
      // Counted, not timed: while this process was held up, answers could not be read.
      entry.silentTicks = isSilent ? entry.silentTicks + 1 : 0;
    }
    if (!isChecking && [...entries].some(isSuspect)) void check();
  };

  const check = async (): Promise<void> => {
    isChecking = true;
    const before = new Map([...entries].map((entry) => [entry, streamOf(entry.client).bytesRead]));
    const silent = [...entries].filter(isSuspect);
    try {
      const states = await readStates(connectionString, [...entries]);
      await delay(GRACE_MS, undefined, { ref: false });
      const isQuiet = (entry: Entry): boolean =>
        entries.has(entry) && streamOf(entry.client).bytesRead === before.get(entry);
      const isLost = (entry: Entry): boolean => isQuiet(entry) && !states.has(entry);
      const isAnyLost = silent.some(isLost);
      for (const entry of silent) entry.silentTicks = 0;
      if (!isAnyLost) return;
      // Other quiet connections are probably lost too, and reopening is quick. A lost one that waits for a lock would get it and keep it.
      const dropped = [...before.keys()].filter((entry) => isQuiet(entry) && states.get(entry) !== 'at work');
      for (const { client, backend } of dropped) {
        drop(client);
        if (backend) left.set(nameOf(backend), backend);
      }
      void endLeft();
    } finally {
      isChecking = false;
    }
  };

  /** Makes the server end its side of lost connections as soon as it can be reached: until then their transactions hold locks. */
  const endLeft = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    const endMs = performance.now() + MAX_LEFT_MS;
    while (left.size > 0 && !closed.signal.aborted && performance.now() < endMs) {
      const backends = [...left.values()];
      try {
        await endBackends(connectionString, backends);
        for (const backend of backends) left.delete(nameOf(backend));
      } catch {
        await delay(TELL_AGAIN_MS, undefined, { ref: false, signal: closed.signal }).catch(() => undefined);
      }
    }
    left.clear();
    isEnding = false;
  };

  return {
    add(client) {
      const entry: Entry = {
        client,
        backend: undefined,
        waiting: 0,
        bytesRead: streamOf(client).bytesRead,
        silentTicks: 0,
      };
      entries.add(entry);
      timer ??= setInterval(tick, tickMs).unref();
      client.once('end', () => {
        entries.delete(entry);
        if (entries.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      return entry;
    },
    dropAll() {
      closed.abort();
      for (const { client } of entries) drop(client);
    },
  };
}

const isSuspect = ({ silentTicks }: Entry): boolean => silentTicks >= SILENT_TICKS;

/** Ends a connection without waiting for its server. */
export function drop(client: pg.Client): void {
  streamOf(client).destroy(new Error('the database server does not answer any more'));
}

/** The socket of a client, which the types of `pg` leave out. */
const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;

/** What the server does for a connection. */
type BackendState = 'at work' | 'waits for a lock';

/**
 * Returns what the server does for connections, without idle ones. If it rejects the question, as with too many connections, all count as at
 * work; if it does not answer, none.
 */
async function readStates(
  connectionString: string,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, BackendState>> {
  try {
    const rows = await ask<Backend & { state: BackendState }>(
      connectionString,
      // Leaves out those that wait for their client: they have sent their answer, or lack part of the statement.
      // `disabled`: the server tracks no states.
      `select pid, backend_start::text as started,
         case when wait_event_type = 'Lock' then 'waits for a lock' else 'at work' end as state
       from pg_stat_activity
       where pid = any($1) and state in ('active', 'disabled') and wait_event_type is distinct from 'Client'`,
      [pidsOf(entries)],
    );
    const states = new Map(rows.map((row) => [nameOf(row), row.state]));
    return new Map(
      entries.flatMap((entry) => {
        const state = entry.backend && states.get(nameOf(entry.backend));
        return state ? [[entry, state] as const] : [];
      }),
    );
  } catch (error) {
    const isAnswer = error instanceof pg.DatabaseError && error.code !== NOT_READY;
    return new Map(isAnswer ? entries.map((entry) => [entry, 'at work'] as const) : []);
  }
}

/** @throws Error when the server does not answer */
const endBackends = (connectionString: string, backends: readonly Backend[]): Promise<unknown> =>
  ask(
    connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1) and backend_start::text = any($2)`,
    [backends.map(({ pid }) => pid), backends.map(({ started }) => started)],
  );

async function ask<R extends object>(connectionString: string, text: string, values: unknown[]): Promise<R[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
    application_name: 'hexlime watch',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<R>(text, values)).rows;
  } finally {
    drop(client);
  }
}

const pidsOf = (entries: readonly Entry[]): number[] =>
  entries.flatMap(({ backend }) => (backend ? [backend.pid] : []));

const nameOf = ({ pid, started }: Backend): string => `${pid} ${started}`;
