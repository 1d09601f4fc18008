import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { EventTransport, TransportListener } from './shared-event-bus.ts';

const CHANNEL = 'hexlime_events';
const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
const NOTIFY = { name: 'notify', text: 'select pg_notify($1, text) from unnest($2::text[]) as text' } as const;
/** Texts that wait for the one before; more are dropped, and everybody reads their cursors. */
const MAX_WAITING = 1_000;

/**
 * Carries texts by LISTEN and NOTIFY on a connection of its own, after the commit: a NOTIFY in a transaction makes all transactions that
 * notify commit one after the other.
 */
export function openPostgresTransport(url: string, listener: TransportListener): EventTransport {
  let client: pg.Client | undefined;
  /** The line as well while it is not listening yet. */
  let line: pg.Client | undefined;
  const closed = new AbortController();
  let waiting: string[] = [];
  let isSending = false;

  const connect = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      const next = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      });
      line = next;
      try {
        await next.connect();
        const lost = new Promise<void>((resolve) => {
          next.on('error', () => resolve());
          next.on('end', () => resolve());
        });
        next.on('notification', ({ payload = '' }) => listener.onText(payload));
        await next.query(`listen ${CHANNEL}`);
        closed.signal.throwIfAborted();
        client = next;
        // What was sent before is missing, at the start as well.
        listener.onGap();
        void sendWaiting();
        await lost;
      } catch {
        // The next attempt follows; until then cursors are read at intervals.
      }
      client = undefined;
      await next.end().catch(() => undefined);
      await delay(RECONNECT_MS, undefined, { ref: false, signal: closed.signal }).catch(() => undefined);
    }
  };

  const sendWaiting = async (): Promise<void> => {
    if (isSending || !client) return;
    isSending = true;
    try {
      // What has come meanwhile goes together.
      while (waiting.length > 0) {
        const texts = waiting;
        waiting = [];
        await client.query({ ...NOTIFY, values: [CHANNEL, texts] });
      }
    } catch {
      // Others notice the lost text by their next look at the database.
    } finally {
      isSending = false;
    }
  };

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
      closed.abort();
      // One that hangs while it connects must not keep the process.
      if (client) await client.end();
      else line?.end().catch(() => undefined);
    },
  };
}
