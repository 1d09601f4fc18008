import type { UpMessage } from '#contract/realtime/up.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SyncStatus } from '../api/engine-api.ts';

/** A message between the tabs of a device. IndexedDB is the source of truth; a lost message only costs delay. */
export type TabMessage =
  /** A leader is alive. */
  | { readonly type: 'heartbeat'; readonly isVisible: boolean }
  /** The leader wrote rows or views of a shop. */
  | { readonly type: 'changed'; readonly shop: ShopKey }
  | { readonly type: 'status'; readonly status: SyncStatus }
  /** A tab opened a shop: the leader must follow it. */
  | { readonly type: 'opened'; readonly shop: ShopKey }
  /** A user signed in or out in a tab: the session is another one now. */
  | { readonly type: 'session'; readonly sub: string | null }
  /** A tab has loaded the account: there may be operations of a user or a visitor to send. */
  | { readonly type: 'account' }
  /** The leader must send this over its socket for a tab that has none. */
  | { readonly type: 'up'; readonly message: UpMessage }
  /** The leader's socket reports that another member of a chat is typing, or has stopped. */
  | { readonly type: 'typing'; readonly chatId: string; readonly userId: string; readonly isTyping: boolean }
  /** A tab requests a pull now. */
  | { readonly type: 'refresh' };

export interface TabChannel<Message = TabMessage> {
  send(message: Message): void;
  /** Sets the receiver of messages from other tabs. */
  receive(receiver: (message: Message) => void): void;
  close(): void;
}

/** Opens the channel to the other tabs of this origin. */
export function openTabChannel<Message = TabMessage>(name: string): TabChannel<Message> {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    receive: (receiver) => {
      channel.addEventListener('message', (event: MessageEvent<Message>) => receiver(event.data));
    },
    close: () => channel.close(),
  };
}
