import type { MUTATION_ROWS, MutationArgs, MutationName } from '#contract/http/mutations.ts';
import type { CartService } from '../cart/cart.service.ts';
import type { ViewCounter } from '../catalog/products/view-counter.ts';
import type { ChatsService } from '../chats/chats.service.ts';
import type { MessageAllowance } from '../chats/message-rate.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** The signed-in user; undefined for mutations that visitors may send. */
export type MutationUser<Name extends MutationName> = (typeof MUTATION_ROWS)[Name] extends null ? undefined : string;

/** One operation to apply. */
export interface MutationCall<Name extends MutationName> {
  readonly unit: WriteUnit;
  readonly args: MutationArgs<Name>;
  readonly sub: MutationUser<Name>;
  /** Network address of the caller. */
  readonly address: string;
  /** Chat messages that the push may add. */
  readonly messages: MessageAllowance;
}

/**
 * Applies a mutation. Returns the cursor from which on the user's rows include the effect, 0 for none.
 * @throws ApiError when it is rejected
 */
export type MutationHandler<Name extends MutationName> = (call: MutationCall<Name>) => Promise<number>;

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
    addCartItem: ({ unit, sub, args }) => cart.add(unit, sub, args),
    setCartQuantity: ({ unit, sub, args }) => cart.setQuantity(unit, sub, args),
    removeCartItem: ({ unit, sub, args }) => cart.remove(unit, sub, args),
    deleteOrder: ({ unit, sub, args }) => deleteOrder(unit, sub, args.payment_id),
    startChat: async ({ unit, sub, args }) => (await chats.start(unit, sub, args.product_id, args.life)).seq,
    sendMessage: async ({ unit, sub, args, messages }) => (await chats.send(unit, sub, args, messages)).seq,
    markChatRead: ({ unit, sub, args }) => chats.markRead(unit, sub, args),
    recordView: ({ unit, args: { shop, id }, address }) => {
      // Views are counted in separate batches; a crash may lose some, which is acceptable.
      unit.afterCommit(() => views.record(shop, id, address));
      return Promise.resolve(0);
    },
  };
}
