import { useCallback } from 'react';
import { useOpenUserData, useUserRead } from '#pwa/platform/storage/use-user-data.ts';
import type { AccountSyncState } from '#sync/api/account-api.ts';
import type { Order } from '#contract/orders/order.ts';

/** A deletion that the server rejected: the order stays. */
export interface RejectedDeletion {
  /** Id of the operation. */
  readonly id: string;
  readonly paymentId: string;
  readonly code: string;
}

/** A user's orders on the device. */
export interface Orders {
  /** Newest first. */
  readonly orders: readonly Order[];
  readonly rejectedDeletions: readonly RejectedDeletion[];
  readonly state: AccountSyncState;
}

/** Returns the signed-in user's orders, live; undefined until the device has answered, null when they cannot be read. */
export function useOrders(): Orders | null | undefined {
  return useUserRead(async (data) => {
    const orders = await data.orders();
    const state = await data.state();
    const rejectedDeletions = (await data.outbox()).flatMap(({ id, mutation, rejection }) =>
      mutation.name === 'deleteOrder' && rejection
        ? [{ id, paymentId: mutation.args.payment_id, code: rejection.code }]
        : [],
    );
    return { orders, state, rejectedDeletions };
  });
}

/** Returns the actions that delete an order and dismiss a rejected deletion. */
export function useOrderChanges(): {
  readonly deleteOrder: (order: Order) => Promise<void>;
  readonly dismiss: (rejection: RejectedDeletion) => Promise<void>;
} {
  const data = useOpenUserData();
  const deleteOrder = useCallback(
    async ({ id }: Order): Promise<void> => data?.enqueue({ name: 'deleteOrder', args: { payment_id: id } }),
    [data],
  );
  const dismiss = useCallback(async ({ id }: RejectedDeletion): Promise<void> => data?.discard(id), [data]);
  return { deleteOrder, dismiss };
}
