import { cartKey } from '#contract/cart.ts';
import type { MUTATION_ROWS, MutationArgs, MutationName } from '#contract/mutations.ts';
import type { CartService } from '../cart/cart.service.ts';
import type { ViewCounter } from '../catalog/view-counter.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** One operation that is to have its effect. */
export interface MutationCall<Name extends MutationName> {
  readonly unit: WriteUnit;
  readonly args: MutationArgs<Name>;
  /** The signed-in user; nobody for mutations that need nobody. */
  readonly sub: (typeof MUTATION_ROWS)[Name] extends null ? undefined : string;
  /** Network address of the caller. */
  readonly address: string;
}

/** How the server does a mutation. */
export interface MutationHandler<Name extends MutationName> {
  /** Operations of one key are done in their order. */
  key(args: MutationArgs<Name>): string;
  /** Gives the number from which on the user's rows include the effect, 0 for none. @throws ApiError when it is refused */
  run(call: MutationCall<Name>): Promise<number>;
}

export type MutationHandlers = { readonly [Name in MutationName]: MutationHandler<Name> };

/** Hides an order from its buyer within a unit. @throws ApiError not-found, payment-in-progress */
export type DeleteOrder = (unit: WriteUnit, sub: string, paymentId: string) => Promise<number>;

export interface MutationHandlersOptions {
  readonly cart: CartService;
  readonly deleteOrder: DeleteOrder;
  readonly views: ViewCounter;
}

/** The server's side of every mutation of the contract. */
export function createMutationHandlers({ cart, deleteOrder, views }: MutationHandlersOptions): MutationHandlers {
  return {
    addCartItem: { key: cartKey, run: ({ unit, sub, args }) => cart.add(unit, sub, args) },
    setCartQuantity: { key: cartKey, run: ({ unit, sub, args }) => cart.setQuantity(unit, sub, args) },
    removeCartItem: { key: cartKey, run: ({ unit, sub, args }) => cart.remove(unit, sub, args) },
    deleteOrder: {
      key: ({ payment_id }) => `order ${payment_id}`,
      run: ({ unit, sub, args }) => deleteOrder(unit, sub, args.payment_id),
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
