import { Redis } from 'ioredis';
import type { EventTransport, TransportListener } from '../shared-event-bus.ts';

const MAX_RECONNECT_MS = 2_000;
/** A connection that is lost without a sign looks like an idle one: a ping tests it at intervals, and it is dropped after a time limit. */
const ASK_EVERY_MS = 2_000;
const TIMEOUT_MS = 4_000;

/** Returns the channel of a shop; each of its nodes listens to it. */
export const eventChannelOf = (shopKey: string): string => `hexlime:events:${shopKey}`;

/**
 * Carries texts between the nodes of one shop by publish and subscribe of Valkey or Redis. If the server is away, connects once it
 * is back; until then texts are dropped. Only nodes of this shop know `shopKey`: several shops may share the server, and its numbered
 * databases do not separate channels.
 */
export function openValkeyTransport(url: string, shopKey: string, listener: TransportListener): EventTransport {
  const channel = eventChannelOf(shopKey);
  const options = {
    retryStrategy: (attempt: number) => Math.min(attempt * 100, MAX_RECONNECT_MS),
    connectTimeout: TIMEOUT_MS,
    // Also limits the check whether the server is ready, with which each connection begins.
    socketTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    // A text that waited for a connection would come too late.
    autoResendUnfulfilledCommands: false,
  };
  const subscriber = new Redis(url, options);
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false });
  for (const client of [subscriber, publisher]) client.on('error', () => undefined);
  subscriber.on('message', (_channel, text: string) => listener.onText(text));
  let isListening = false;
  subscriber.on('close', () => (isListening = false));
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        isListening = true;
        // Texts that were sent before are missing, even at the start.
        listener.onGap();
      },
      () => undefined,
    );
  });
  const asking = setInterval(() => {
    for (const client of [subscriber, publisher]) if (client.status === 'ready') client.ping().catch(() => undefined);
  }, ASK_EVERY_MS).unref();
  return {
    carrier: 'valkey',
    isConnected: () => isListening && publisher.status === 'ready',
    send(text) {
      publisher.publish(channel, text).catch(() => undefined);
    },
    async close() {
      clearInterval(asking);
      subscriber.disconnect();
      publisher.disconnect();
    },
  };
}
