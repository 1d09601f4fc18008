import { useCallback, useMemo } from 'react';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { AdminEntry, AdminOperation, AdminSyncState, Shipment } from '#sync/admin/admin-api.ts';
import type { AdminOrder } from '#contract/order.ts';

/** What administrators do with an order. */
export type OrderOperation = Extract<AdminOperation, { kind: 'setShipment' | 'deleteOrder' }>;

/** What the server did not allow, or what somebody else was faster with. */
export interface RejectedChange {
  readonly op: number;
  readonly operation: OrderOperation;
  readonly code: string;
  /** The order as the server has it, where it says so. */
  readonly current: AdminOrder | null;
}

/** The orders as this device knows them, with what waits on top. */
export interface AdminOrders {
  /** Newest first. */
  readonly orders: readonly AdminOrder[];
  /** Ids of orders with a change that the server has not decided. */
  readonly waiting: ReadonlySet<string>;
  /** The last refused change of each order, by the order's id. */
  readonly refused: ReadonlyMap<string, RejectedChange>;
  readonly state: AdminSyncState;
}

/** All orders, live; undefined until they have been read. */
export function useAdminOrders(): AdminOrders | undefined {
  const found = useAdminData(async (data) => {
    const [orders, entries, state] = await Promise.all([data.orders(), data.outbox(), data.state()]);
    return { orders, entries, state };
  });
  return useMemo(() => {
    if (!found) return undefined;
    const changes = found.entries.filter(isOrderEntry);
    return {
      orders: found.orders,
      state: found.state,
      waiting: new Set(changes.filter(({ state }) => state === 'waiting').map(({ operation }) => operation.paymentId)),
      refused: new Map(changes.flatMap(toRejected).map((change) => [change.operation.paymentId, change])),
    };
  }, [found]);
}

type OrderEntry = AdminEntry & { readonly operation: OrderOperation };

const isOrderEntry = (entry: AdminEntry): entry is OrderEntry =>
  entry.operation.kind === 'setShipment' || entry.operation.kind === 'deleteOrder';

const toRejected = ({ op, operation, refusal }: OrderEntry): readonly RejectedChange[] =>
  refusal ? [{ op, operation, code: refusal.code, current: (refusal.current ?? null) as AdminOrder | null }] : [];

/** What can be done with orders; each ends when it is kept on this device. */
export interface OrderChanges {
  readonly ship: (order: AdminOrder, shipment: Shipment) => Promise<void>;
  readonly remove: (order: AdminOrder) => Promise<void>;
  /** Sends a refused change once more, as it was or changed. */
  readonly sendAgain: (refused: RejectedChange, changed?: OrderOperation) => Promise<void>;
  readonly discard: (refused: RejectedChange) => Promise<void>;
}

export function useOrderChanges(): OrderChanges {
  const data = useOpenAdminData();
  const enqueue = useCallback(
    async (operation: OrderOperation): Promise<void> => {
      await data?.enqueue(operation);
    },
    [data],
  );
  return useMemo(
    () => ({
      ship: ({ id, version }, shipment) => enqueue({ kind: 'setShipment', paymentId: id, shipment, version }),
      remove: ({ id }) => enqueue({ kind: 'deleteOrder', paymentId: id }),
      sendAgain: async ({ op }, changed) => data?.sendAgain(op, changed),
      discard: async ({ op }) => data?.discard(op),
    }),
    [data, enqueue],
  );
}
