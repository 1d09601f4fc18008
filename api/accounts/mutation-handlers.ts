import { cartKey } from '#contract/cart.ts';
import { chatIdOf } from '#contract/chat-path.ts';
import type { MUTATION_ROWS, MutationArgs, MutationName } from '#contract/mutations.ts';
import type { CartService } from '../cart/cart.service.ts';
import type { ViewCounter } from '../catalog/products/view-counter.ts';
import type { ChatsService } from '../chats/chats.service.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** The signed-in user; nobody for mutations that need nobody. */
export type MutationUser<Name extends MutationName> = (typeof MUTATION_ROWS)[Name] extends null ? undefined : string;

/** One operation that is to have its effect. */
export interface MutationCall<Name extends MutationName> {
  readonly unit: WriteUnit;
  readonly args: MutationArgs<Name>;
  readonly sub: MutationUser<Name>;
  /** Network address of the caller. */
  readonly address: string;
}

/** How the server does a mutation. */
export interface MutationHandler<Name extends MutationName> {
  /** Operations of one key are done in their order. */
  key(args: MutationArgs<Name>, sub: MutationUser<Name>): string;
  /** Gives the number from which on the user's rows include the effect, 0 for none. @throws ApiError when it is refused */
  run(call: MutationCall<Name>): Promise<number>;
}

export type MutationHandlers = { readonly [Name in MutationName]: MutationHandler<Name> };

/** Hides an order from its buyer within a unit. @throws ApiError not-found, payment-in-progress */
export type DeleteOrder = (unit: WriteUnit, sub: string, paymentId: string) => Promise<number>;

export interface MutationHandlersOptions {
  readonly cart: CartService;
  readonly deleteOrder: DeleteOrder;
  readonly chats: Pick<ChatsService, 'start' | 'send' | 'markRead'>;
  readonly views: ViewCounter;
}

/** The server's side of every mutation of the contract. */
export function createMutationHandlers({ cart, deleteOrder, chats, views }: MutationHandlersOptions): MutationHandlers {
  return {
    addCartItem: { key: cartKey, run: ({ unit, sub, args }) => cart.add(unit, sub, args) },
    setCartQuantity: { key: cartKey, run: ({ unit, sub, args }) => cart.setQuantity(unit, sub, args) },
    removeCartItem: { key: cartKey, run: ({ unit, sub, args }) => cart.remove(unit, sub, args) },
    deleteOrder: {
      key: ({ payment_id }) => `order ${payment_id}`,
      run: ({ unit, sub, args }) => deleteOrder(unit, sub, args.payment_id),
    },
    startChat: {
      // Messages of a chat that could not be started yet wait for it.
      key: ({ product_id }, sub) => chatKey(chatIdOf(sub, product_id)),
      run: async ({ unit, sub, args }) => (await chats.start(unit, sub, args.product_id)).seq,
    },
    sendMessage: {
      key: ({ chat_id }) => chatKey(chat_id),
      run: async ({ unit, sub, args }) => (await chats.send(unit, sub, args)).seq,
    },
    markChatRead: {
      key: ({ chat_id }) => `read ${chat_id}`,
      run: ({ unit, sub, args }) => chats.markRead(unit, sub, args),
    },
    recordView: {
      key: ({ shop, id }) => `view ${shop} ${id}`,
      run: ({ unit, args: { shop, id }, address }) => {
        // Counts are written in batches of their own; one that a crash loses here is not worth more.
        unit.afterCommit(() => views.record(shop, id, address));
        return Promise.resolve(0);
      },
    },
  };
}

const chatKey = (chatId: string): string => `chat ${chatId}`;
