import { useCallback } from 'react';
import { useOpenUserData, useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { AccountSyncState } from '#sync/account/account-api.ts';
import type { Order } from '#contract/order.ts';

/** A deletion that the server did not allow: the order stays. */
export interface RejectedDeletion {
  readonly op: number;
  readonly paymentId: string;
  readonly code: string;
}

/** A user's orders as the device has them. */
export interface Orders {
  /** Newest first. */
  readonly orders: readonly Order[];
  readonly rejectedDeletions: readonly RejectedDeletion[];
  readonly state: AccountSyncState;
}

/** The signed-in user's orders, live; undefined until they have been read. */
export function useOrders(): Orders | undefined {
  return useUserData(async (data) => {
    const [orders, state, operations] = await Promise.all([data.orders(), data.state(), data.outbox()]);
    const rejectedDeletions = operations.flatMap(({ op, mutation, refusal }) =>
      mutation.name === 'deleteOrder' && refusal
        ? [{ op, paymentId: mutation.args.payment_id, code: refusal.code }]
        : [],
    );
    return { orders, state, rejectedDeletions };
  });
}

/** Deleting orders, and putting a refusal out of sight. */
export function useOrderChanges(): {
  readonly deleteOrder: (order: Order) => Promise<void>;
  readonly dismiss: (refused: RejectedDeletion) => Promise<void>;
} {
  const data = useOpenUserData();
  const deleteOrder = useCallback(
    async ({ id }: Order): Promise<void> => data?.enqueue({ name: 'deleteOrder', args: { payment_id: id } }),
    [data],
  );
  const dismiss = useCallback(async ({ op }: RejectedDeletion): Promise<void> => data?.discard(op), [data]);
  return { deleteOrder, dismiss };
}
