import { useCallback, useMemo } from 'react';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { AdminEntry, AdminOperation, AdminSyncState, Shipment } from '#sync/api/admin-api.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { toShipment } from '#sync/admin/store/overlay-admin-orders.ts';

/** An administrator's operation on an order. */
export type OrderOperation = Extract<AdminOperation, { kind: 'setShipment' | 'deleteOrder' }>;

/** A change that the server rejected, or that conflicts with a newer one. */
export interface RejectedChange {
  readonly op: number;
  readonly operation: OrderOperation;
  readonly code: string;
  /** The server's version of the order, if the rejection contains it. */
  readonly current: (AdminOrder & { readonly changed_by?: string | undefined }) | null;
}

/** The orders on this device, with pending changes applied. */
export interface AdminOrders {
  /** Newest first. */
  readonly orders: readonly AdminOrder[];
  /** Ids of orders with a pending change. */
  readonly pendingIds: ReadonlySet<string>;
  /** The last rejected change of each order, by the order's id. */
  readonly rejectedChanges: ReadonlyMap<string, RejectedChange>;
  readonly state: AdminSyncState;
}

/** Returns all orders, live; undefined until they have been read. */
export function useAdminOrders(): AdminOrders | undefined {
  const found = useAdminData(async (data) => {
    const orders = await data.orders();
    const entries = await data.outbox();
    const state = await data.state();
    return { orders, entries, state };
  });
  return useMemo(() => {
    if (!found) return undefined;
    const changes = found.entries.filter(isOrderEntry);
    return {
      orders: found.orders,
      state: found.state,
      pendingIds: new Set(
        changes.filter(({ state }) => state === 'waiting').map(({ operation }) => operation.paymentId),
      ),
      rejectedChanges: new Map(changes.flatMap(toRejected).map((change) => [change.operation.paymentId, change])),
    };
  }, [found]);
}

type OrderEntry = AdminEntry & { readonly operation: OrderOperation };

const isOrderEntry = (entry: AdminEntry): entry is OrderEntry =>
  entry.operation.kind === 'setShipment' || entry.operation.kind === 'deleteOrder';

const toRejected = ({ op, operation, rejection }: OrderEntry): readonly RejectedChange[] =>
  rejection
    ? [{ op, operation, code: rejection.code, current: (rejection.current ?? null) as RejectedChange['current'] }]
    : [];

/** Changes of orders; each promise resolves when the change is stored on the device. */
export interface OrderChanges {
  readonly ship: (order: AdminOrder, shipment: Shipment) => Promise<void>;
  /** Deletes an order; the returned function undoes that as long as the deletion has not been sent. */
  readonly remove: (order: AdminOrder) => Promise<() => Promise<void>>;
  /** Sends a rejected change again, unchanged or as `operation`. */
  readonly sendAgain: (change: RejectedChange, operation?: OrderOperation) => Promise<void>;
  readonly discard: (change: RejectedChange) => Promise<void>;
}

export function useOrderChanges(): OrderChanges {
  const data = useOpenAdminData();
  const enqueue = useCallback(
    async (operation: OrderOperation): Promise<number | undefined> => data?.enqueue(operation),
    [data],
  );
  return useMemo(
    () => ({
      ship: async (order, shipment) => {
        const before = toShipment(order);
        await enqueue({ kind: 'setShipment', paymentId: order.id, shipment, version: order.version, before });
      },
      remove: async ({ id }) => {
        const op = await enqueue({ kind: 'deleteOrder', paymentId: id, isUndoable: true });
        return async () => {
          if (op !== undefined) await data?.discard(op);
        };
      },
      sendAgain: async ({ op }, operation) => data?.sendAgain(op, operation),
      discard: async ({ op }) => data?.discard(op),
    }),
    [data, enqueue],
  );
}
