import type { AdminEvent } from '../api/admin-api.ts';

/** A message between the tabs of the administration. IndexedDB is the source of truth; a lost message only costs delay. */
export type AdminTabMessage =
  | { readonly type: 'heartbeat'; readonly isVisible: boolean }
  | { readonly type: 'event'; readonly event: AdminEvent }
  /** A tab requests a sync now. */
  | { readonly type: 'sync' };

export interface AdminChannel {
  send(message: AdminTabMessage): void;
  /** Sets the receiver of messages from other tabs. */
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
