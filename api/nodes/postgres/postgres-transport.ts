import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { drop } from './connection-watch.ts';
import type { EventTransport, TransportListener } from '../shared-event-bus.ts';

const CHANNEL = 'hexlime_events';
const RECONNECT_MS = 500;
/** A connection that is lost without a sign looks like an idle one: a query tests it at intervals, and it is dropped after a time limit. */
const ASK_EVERY_MS = 2_000;
const TIMEOUT_MS = 4_000;
/** How long the server may take to end the connection. */
const MAX_CLOSE_MS = 1_000;
const NOTIFY = { name: 'notify', text: 'select pg_notify($1, text) from unnest($2::text[]) as text' } as const;
/** Maximum number of texts that wait while a query runs; beyond it they are dropped, and all nodes read their cursors. */
const MAX_WAITING = 1_000;

/**
 * Carries texts by LISTEN and NOTIFY on a separate connection, after the commit: a NOTIFY in a transaction makes all transactions that
 * notify commit one after the other.
 */
export function openPostgresTransport(url: string, listener: TransportListener): EventTransport {
  let client: pg.Client | undefined;
  /** The connection, even while it is not listening yet. */
  let line: pg.Client | undefined;
  const closed = new AbortController();
  let waiting: string[] = [];
  let isAsking = false;

  const connect = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      const next = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
      });
      line = next;
      const lost = new Promise<void>((resolve) => {
        // Added before connecting: an error without a listener would end the process.
        next.on('error', () => resolve());
        next.on('end', () => resolve());
      });
      try {
        await next.connect();
        next.on('notification', ({ payload = '' }) => listener.onText(payload));
        await next.query(`listen ${CHANNEL}`);
        closed.signal.throwIfAborted();
        client = next;
        // Texts that were sent before are missing, even at the start.
        listener.onGap();
        await lost;
      } catch {
        // The next attempt follows; until then cursors are read at intervals.
      }
      client = undefined;
      drop(next);
      await delay(RECONNECT_MS, undefined, { ref: false, signal: closed.signal }).catch(() => undefined);
    }
  };

  /** Runs one query at a time; texts that arrive meanwhile are sent after it. */
  const ask = async (query: pg.QueryConfig): Promise<void> => {
    const asked = client;
    if (isAsking || !asked) return;
    isAsking = true;
    try {
      await asked.query(query);
    } catch (error) {
      // Other nodes notice the change behind a lost text when they next read the database.
      if (!(error instanceof pg.DatabaseError)) drop(asked);
    } finally {
      isAsking = false;
    }
    if (waiting.length > 0) void sendWaiting();
  };

  /** Sends all waiting texts together. */
  const sendWaiting = async (): Promise<void> => {
    if (isAsking) return;
    const texts = waiting;
    waiting = [];
    await ask({ ...NOTIFY, values: [CHANNEL, texts] });
  };

  const asking = setInterval(() => void ask({ text: 'select' }), ASK_EVERY_MS).unref();

  void connect();
  return {
    carrier: 'notify',
    isConnected: () => client !== undefined,
    send(text) {
      if (!client) return;
      if (waiting.length >= MAX_WAITING) waiting = [JSON.stringify({ node: '', events: null })];
      else waiting.push(text);
      void sendWaiting();
    },
    async close() {
      clearInterval(asking);
      closed.abort();
      await Promise.race([client?.end(), delay(MAX_CLOSE_MS, undefined, { ref: false })]);
      // A connection that hangs, even while it is being opened, must not keep the process running.
      if (line) drop(line);
    },
  };
}
