import type { UpMessage } from '#contract/realtime/up.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SyncStatus } from '../worker/engine-api.ts';

/** A message between the tabs of a device. IndexedDB is the source of truth; a lost message only costs delay. */
export type TabMessage =
  /** A leader is alive, and answers queries about these shops for the tabs of its build. */
  | { readonly type: 'heartbeat'; readonly isVisible: boolean; readonly answers?: AnsweredShops | undefined }
  | ForwardingMessage
  /** The leader wrote rows or views of a shop. */
  | { readonly type: 'changed'; readonly shop: ShopKey }
  | { readonly type: 'status'; readonly status: SyncStatus }
  /** A tab opened a shop: the leader must follow it. */
  | { readonly type: 'opened'; readonly shop: ShopKey }
  /** A user signed in or out in a tab: the session is another one now. */
  | { readonly type: 'session'; readonly sub: string | null }
  /** A tab without a socket has this to send. */
  | { readonly type: 'up'; readonly message: UpMessage }
  /** The leader received that another member of a chat types, or has stopped. */
  | { readonly type: 'typing'; readonly chatId: string; readonly userId: string; readonly isTyping: boolean }
  /** A tab requests a pull now. */
  | { readonly type: 'refresh' };

/** Shops about which a leader answers the queries of other tabs. */
export interface AnsweredShops {
  readonly appVersion: string;
  readonly shops: readonly ShopKey[];
}

/** A query for the leader's index. */
export interface ForwardedQuery {
  readonly type: 'query';
  readonly id: string;
  readonly appVersion: string;
  readonly query: string;
  readonly args: readonly unknown[];
}

/** The leader's reply; if the query has failed, the tab has to answer itself. */
export interface QueryReply {
  readonly type: 'reply';
  readonly id: string;
  readonly value?: unknown;
  readonly hasFailed?: boolean;
}

/** A message between a tab that forwards its queries and the leader, which confirms the receipt of a query before it replies. */
export type ForwardingMessage = ForwardedQuery | { readonly type: 'received'; readonly id: string } | QueryReply;

export interface TabChannel {
  send(message: TabMessage): void;
  /** Sets the receiver of messages from other tabs. */
  receive(receiver: (message: TabMessage) => void): void;
  close(): void;
}

/** Opens the channel to the other tabs of this origin. */
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
