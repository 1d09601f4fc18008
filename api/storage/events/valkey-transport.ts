import { Redis } from 'ioredis';
import type { EventTransport, TransportListener } from './shared-event-bus.ts';

const MAX_RECONNECT_MS = 2_000;

/** Returns the channel of a shop; each of its nodes listens to it. */
export const eventChannelOf = (shopKey: string): string => `hexlime:events:${shopKey}`;

/**
 * Carries texts between the nodes of one shop by publish and subscribe of Valkey or Redis. A server that is not there is connected to when it
 * is; until then texts are dropped. `shopKey`: what only nodes of this shop know; several shops may share the server, whose numbered databases
 * do not separate channels.
 */
export function openValkeyTransport(url: string, shopKey: string, listener: TransportListener): EventTransport {
  const channel = eventChannelOf(shopKey);
  const options = {
    retryStrategy: (attempt: number) => Math.min(attempt * 100, MAX_RECONNECT_MS),
    maxRetriesPerRequest: null,
    autoResubscribe: false,
  };
  const subscriber = new Redis(url, options);
  // Without a queue: a text that waited would be late news.
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false });
  for (const client of [subscriber, publisher]) client.on('error', () => undefined);
  subscriber.on('message', (_channel, text: string) => listener.onText(text));
  let isListening = false;
  subscriber.on('close', () => (isListening = false));
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        isListening = true;
        // What was sent before is missing, at the start as well.
        listener.onGap();
      },
      () => undefined,
    );
  });
  return {
    carrier: 'valkey',
    isConnected: () => isListening && publisher.status === 'ready',
    send(text) {
      publisher.publish(channel, text).catch(() => undefined);
    },
    async close() {
      subscriber.disconnect();
      publisher.disconnect();
    },
  };
}
