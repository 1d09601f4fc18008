import type { ShopKey } from '#contract/shops.ts';

/** Told after the commit, never before; a lost event costs only delay. */
export type BusEvent =
  | { readonly type: 'products-changed'; readonly shop: ShopKey; readonly seq: number }
  /** Rows of one user changed; `seq` is the cursor that includes it. */
  | { readonly type: 'cart-changed' | 'orders-changed'; readonly sub: string; readonly seq: number }
  /** An order of anybody changed; `seq` is administrators' cursor that includes it. */
  | { readonly type: 'admin-orders-changed'; readonly seq: number }
  /** A chat has a new message or was read; `seq` is the cursor that includes it for each of its members. */
  | {
      readonly type: 'chat-changed';
      readonly chatId: string;
      readonly members: readonly string[];
      readonly seq: number;
    }
  /** A member of a chat types, or has stopped. */
  | {
      readonly type: 'typing';
      readonly chatId: string;
      readonly sub: string;
      readonly isTyping: boolean;
      /** Who is to hear of it. */
      readonly members: readonly string[];
    }
  /** An administrator's token ended. */
  | { readonly type: 'admin-logged-out' }
  /** Sessions of a user ended. */
  | { readonly type: 'signed-out'; readonly sub: string };

/** Port of events between parts of the server, later between its copies. */
export interface EventBus {
  publish(event: BusEvent): void;
  /** Ends with the returned function. */
  subscribe(listener: (event: BusEvent) => void): () => void;
}
