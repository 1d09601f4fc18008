import type { UpMessage } from '#contract/realtime/up.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SyncStatus } from '../worker/engine-api.ts';

/** What tabs of one device tell each other. IndexedDB is the truth; losing a message costs only delay. */
export type TabMessage =
  | { readonly type: 'heartbeat' }
  /** The leader wrote rows or views of a shop. */
  | { readonly type: 'changed'; readonly shop: ShopKey }
  | { readonly type: 'status'; readonly status: SyncStatus }
  /** A tab opened a shop: the leader must follow it. */
  | { readonly type: 'opened'; readonly shop: ShopKey }
  /** Somebody signed in or out in a tab: the session's user is another one now, or the session a new one. */
  | { readonly type: 'session'; readonly sub: string | null }
  /** A tab without a socket wants this to be sent. */
  | { readonly type: 'up'; readonly message: UpMessage }
  /** The leader heard that somebody of a chat types, or has stopped. */
  | { readonly type: 'typing'; readonly chatId: string; readonly userId: string; readonly isTyping: boolean }
  /** A tab wants a pull now. */
  | { readonly type: 'refresh' };

export interface TabChannel {
  send(message: TabMessage): void;
  /** One receiver; not called for own messages. */
  receive(receiver: (message: TabMessage) => void): void;
  close(): void;
}

/** A channel to the other tabs of this origin. */
export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    receive: (receiver) => {
      channel.addEventListener('message', (event: MessageEvent<TabMessage>) => receiver(event.data));
    },
    close: () => channel.close(),
  };
}
