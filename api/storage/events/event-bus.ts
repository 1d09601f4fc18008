import type { UserAgent } from '../../identity/session-device.ts';
import type { ShopKey } from '#contract/shops.ts';

/** Published after the commit, never before; a lost event only causes a delay. */
export type BusEvent =
  /** Products of a shop were written by some node. */
  | { readonly type: 'shop-written'; readonly shop: ShopKey }
  /** This node has learned of a newer state of a shop's products. */
  | { readonly type: 'products-changed'; readonly shop: ShopKey; readonly seq: number; readonly epoch: string }
  /** Rows of one user changed; `seq` is the cursor that includes the change. */
  | { readonly type: 'cart-changed' | 'orders-changed' | 'chats-changed'; readonly sub: string; readonly seq: number }
  /** An order changed; `seq` is the administrators' cursor that includes the change. */
  | { readonly type: 'admin-orders-changed'; readonly seq: number }
  /** A chat has a new message or was read; `seq` is the cursor that includes the change for each of its members. */
  | {
      readonly type: 'chat-changed';
      readonly chatId: string;
      readonly members: readonly string[];
      readonly seq: number;
    }
  /** A member of a chat started or stopped typing. */
  | {
      readonly type: 'typing';
      readonly chatId: string;
      readonly sub: string;
      readonly isTyping: boolean;
      /** Recipients. */
      readonly members: readonly string[];
    }
  /** A shopper signed in on a device. */
  | ({ readonly type: 'signed-in'; readonly sub: string; readonly sessionId: string } & UserAgent)
  /** An administrator logged in; `name` is undefined when only the shared password identifies them. */
  | ({ readonly type: 'admin-logged-in'; readonly name: string | undefined } & UserAgent)
  /** An administrator's token ended. */
  | { readonly type: 'admin-logged-out' }
  /** An owner changed the shop settings. */
  | { readonly type: 'shop-settings-changed' }
  /** Sessions of a user ended. */
  | { readonly type: 'signed-out'; readonly sub: string };

/** How events reach the other nodes at present. */
export interface BusHealth {
  /** What carries them; undefined: there are no other nodes. */
  readonly carrier: 'valkey' | 'notify' | undefined;
  readonly isConnected: boolean;
  /** How long the last message took from this node to the carrier and back, in ms; undefined before the first. */
  readonly roundTripMs: number | undefined;
}

/** The port of events between parts of the server. */
export interface EventBus {
  publish(event: BusEvent): void;
  /** Publishes to the other nodes only. */
  tellOthers(event: BusEvent): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: BusEvent) => void): () => void;
  /**
   * Calls back when events of other processes may be missing: listeners then read their cursors. A listener that fails to do so rejects, and is
   * called again after a while. Returns a function that ends the subscription.
   */
  onGap(listener: () => unknown): () => void;
  /** Calls the listeners of gaps. */
  reportGap(): void;
  health(): BusHealth;
  /** Ends the connections to other nodes. */
  close(): Promise<void>;
}
