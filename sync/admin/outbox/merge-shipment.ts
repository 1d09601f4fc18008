import type { AdminOrder } from '#contract/order.ts';
import type { Shipment } from '../admin-api.ts';
import { toShipment } from '../store/overlay-admin-orders.ts';

/** What becomes of a shipment whose order has changed meanwhile: it is said already, goes on from there, or a person must look. */
export function mergeShipment(
  before: Shipment | null,
  mine: Shipment,
  current: AdminOrder,
): 'done' | 'again' | 'refused' {
  if (isSame(mine, current)) return 'done';
  return before && isSame(before, current) ? 'again' : 'refused';
}

const isSame = (shipment: Shipment, order: AdminOrder): boolean =>
  JSON.stringify(toShipment(shipment)) === JSON.stringify(toShipment(order));
