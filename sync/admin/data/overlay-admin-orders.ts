import type { AdminOrder } from '#contract/order.ts';
import type { OperationRecord } from './admin-database.ts';

/** Orders as the server confirmed them with what waits on top, newest first. What was refused is as if it had not been done. */
export function overlayAdminOrders(
  orders: readonly AdminOrder[],
  records: readonly Pick<OperationRecord, 'operation' | 'state'>[],
): AdminOrder[] {
  const waiting = records.flatMap(({ operation, state }) => (state === 'waiting' ? [operation] : []));
  return orders
    .flatMap((confirmed) => {
      let order: AdminOrder | undefined = confirmed;
      for (const operation of waiting) {
        if (!('paymentId' in operation) || !matchesPaymentId(confirmed, operation.paymentId)) continue;
        if (operation.kind === 'deleteOrder') order = undefined;
        else if (order) order = { ...order, ...toShipment(operation.shipment) };
      }
      return order ? [order] : [];
    })
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** Calls name an order by the payment's id or by its own. */
export const matchesPaymentId = ({ id, payment_id }: AdminOrder, paymentId: string): boolean =>
  id === paymentId || payment_id === paymentId;

type ShipmentColumns = Pick<AdminOrder, 'shipped' | 'postal_service' | 'tracking_number'>;

/** What of an order a shipment says. */
export const toShipment = ({ shipped, postal_service, tracking_number }: ShipmentColumns): ShipmentColumns => ({
  shipped,
  postal_service,
  tracking_number,
});
