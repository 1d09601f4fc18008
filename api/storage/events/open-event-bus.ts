import type { DatabaseSource } from '../database-source.ts';
import type { EventBus } from './event-bus.ts';
import { createMemoryEventBus } from './memory-event-bus.ts';
import { createSharedEventBus } from './shared-event-bus.ts';

/** Opens the event bus between the nodes of a shop: by Valkey where there is one, else by the database server; in memory beside a file. */
export async function openEventBus(
  source: DatabaseSource,
  redisUrl: string | undefined,
  onListenerError: (error: unknown) => void,
): Promise<EventBus> {
  if (redisUrl !== undefined) {
    const { openValkeyTransport } = await import('./valkey-transport.ts');
    return createSharedEventBus((listener) => openValkeyTransport(redisUrl, listener), onListenerError);
  }
  if (source.engine === 'sqlite') return createMemoryEventBus(onListenerError);
  const { openPostgresTransport } = await import('./postgres-transport.ts');
  return createSharedEventBus((listener) => openPostgresTransport(source.url, listener), onListenerError);
}
