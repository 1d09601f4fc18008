import type { AdminOrder } from '#contract/orders/order.ts';
import type { OperationRecord } from './admin-database.ts';

/** Confirmed orders with waiting operations on top, newest first. */
export function overlayAdminOrders(
  orders: readonly AdminOrder[],
  waiting: readonly Pick<OperationRecord, 'operation'>[],
): AdminOrder[] {
  return orders
    .flatMap((confirmed) => {
      let order: AdminOrder | undefined = confirmed;
      for (const { operation } of waiting) {
        if (!('paymentId' in operation) || !matchesPaymentId(confirmed, operation.paymentId)) continue;
        if (operation.kind === 'deleteOrder') order = undefined;
        else if (order) order = { ...order, ...toShipment(operation.shipment) };
      }
      return order ? [order] : [];
    })
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** Calls identify an order by the payment's id or by its own. */
export const matchesPaymentId = ({ id, payment_id }: AdminOrder, paymentId: string): boolean =>
  id === paymentId || payment_id === paymentId;

type ShipmentColumns = Pick<AdminOrder, 'shipped' | 'postal_service' | 'tracking_number'>;

export const toShipment = ({ shipped, postal_service, tracking_number }: ShipmentColumns): ShipmentColumns => ({
  shipped,
  postal_service,
  tracking_number,
});
