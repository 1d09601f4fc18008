import type { AdminEvent } from './admin-api.ts';

/** What tabs of the administration tell each other. IndexedDB is the truth; losing a message costs only delay. */
export type AdminTabMessage =
  | { readonly type: 'heartbeat' }
  | { readonly type: 'event'; readonly event: AdminEvent }
  /** A tab wants everything to be sent and pulled now. */
  | { readonly type: 'sync' };

export interface AdminChannel {
  send(message: AdminTabMessage): void;
  /** One receiver; not called for own messages. */
  receive(receiver: (message: AdminTabMessage) => void): void;
  close(): void;
}

export function openAdminChannel(name: string): AdminChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    receive: (receiver) => {
      channel.addEventListener('message', (event: MessageEvent<AdminTabMessage>) => receiver(event.data));
    },
    close: () => channel.close(),
  };
}
