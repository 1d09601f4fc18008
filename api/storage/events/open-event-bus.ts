import type { DatabaseSource } from '../database-source.ts';
import type { EventBus } from './event-bus.ts';
import { createMemoryEventBus } from './memory-event-bus.ts';
import { createSharedEventBus } from '../../nodes/shared-event-bus.ts';

/** A Valkey or Redis, and what names the shop there. */
export interface ValkeySource {
  readonly url: string;
  readonly shopKey: string;
}

/** Opens the event bus between the nodes of a shop: by Valkey where there is one, else by the database server; in memory for a database file. */
export async function openEventBus(
  source: DatabaseSource,
  valkey: ValkeySource | undefined,
  onListenerError: (error: unknown) => void,
): Promise<EventBus> {
  if (valkey) {
    const { openValkeyTransport } = await import('../../nodes/valkey/valkey-transport.ts');
    return createSharedEventBus(
      (listener) => openValkeyTransport(valkey.url, valkey.shopKey, listener),
      onListenerError,
    );
  }
  if (source.engine === 'sqlite') return createMemoryEventBus(onListenerError);
  const { openPostgresTransport } = await import('../../nodes/postgres/postgres-transport.ts');
  return createSharedEventBus((listener) => openPostgresTransport(source.url, listener), onListenerError);
}
