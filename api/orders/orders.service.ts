import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#contract/http/errors.ts';
import type { EndpointCall } from '#contract/http/endpoint.ts';
import type { setShipment } from '#contract/http/orders.ts';
import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import type { AuditActor } from '../audit/actor.ts';
import { findLastEditor, recordAudit } from '../audit/audit.repository.ts';
import { createOncePerKey } from '../idempotency/once-per-key.ts';
import type { OrderChanges, ShipmentColumns } from './order-changes.ts';
import { presentAdminOrder } from './order-presenter.ts';
import { findOrder } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

export type Shipment = EndpointCall<typeof setShipment>['body'];

const PAYMENT_STARTED: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

export interface Orders {
  /**
   * Hides an unpaid order from its buyer within the caller's transaction and releases its stock; returns the number of the change, or 0 when
   * it was already hidden. A later payment still finds the order.
   * @throws ApiError not-found, payment-in-progress
   */
  hide(unit: WriteUnit, sub: string, paymentId: string): Promise<number>;
  /**
   * Stores whether an order was sent, once per key; returns the order as it is then. `version`: the version that the change is based on, if
   * the caller names one. `actor`: from `actorOf`. @throws ApiError not-found, stale-version, not-paid, idempotency-conflict
   */
  setShipment(
    paymentId: string,
    shipment: Shipment,
    from: { readonly actor: AuditActor; readonly version: number | undefined; readonly key: string | undefined },
  ): Promise<OrderRow>;
  /** Hides an expired order from administrators. @throws ApiError not-found, not-expired */
  hideFromAdministrators(paymentId: string, actor: AuditActor): Promise<void>;
}

export interface OrdersOptions {
  readonly write: Write;
  readonly changes: OrderChanges;
  readonly now: () => number;
}

export function createOrders({ write, changes, now }: OrdersOptions): Orders {
  const once = createOncePerKey(now);

  return {
    async hide(unit, sub, paymentId) {
      const order = await findOrder(unit.trx, paymentId);
      if (!order || order.sub !== sub) throw new ApiError('not-found');
      if (order.hidden_at !== null) return 0;
      if (PAYMENT_STARTED.has(order.status)) throw new ApiError('payment-in-progress');
      const hidden = { hidden_at: now() };
      const ended = await changes.setStatus(unit, order, 'expired', hidden);
      return (ended ?? (await changes.update(unit, order, hidden))).seq;
    },

    setShipment: (paymentId, { force, ...shipment }, { actor, version, key }) =>
      write(async (unit) => {
        await once(unit, { key, request: { ship: paymentId, shipment } }, async () => {
          const order = await getOrder(unit, paymentId);
          const code = version !== undefined && version !== order.version ? 'stale-version' : 'not-paid';
          const isUnpaid = shipment.shipped && order.status !== 'finished' && !force;
          if (code === 'stale-version' || isUnpaid) {
            const changed_by = await findLastEditor(unit.trx, order.id, actor);
            throw new ApiError(code, undefined, { current: { ...presentAdminOrder(order), changed_by } });
          }
          const before = toShipment(order);
          const after: ShipmentColumns = { ...shipment, shipped: shipment.shipped ? 1 : 0 };
          if (isDeepStrictEqual(before, after)) return order.version;
          await recordAudit(unit.trx, { at: now(), actor, action: 'ship-order', subject: order.id, before, after });
          return (await changes.setShipment(unit, order, after)).version;
        });
        return getOrder(unit, paymentId);
      }),

    hideFromAdministrators: (paymentId, actor) =>
      write(async (unit) => {
        const order = await getOrder(unit, paymentId);
        if (order.status !== 'expired') throw new ApiError('not-expired');
        if (order.admin_hidden_at !== null) return;
        const at = now();
        await changes.update(unit, order, { admin_hidden_at: at });
        await recordAudit(unit.trx, { at, actor, action: 'delete-order', subject: order.id, before: {}, after: {} });
      }),
  };
}

async function getOrder({ trx }: WriteUnit, paymentId: string): Promise<OrderRow> {
  const order = await findOrder(trx, paymentId);
  if (!order) throw new ApiError('not-found');
  return order;
}

const toShipment = ({ shipped, postal_service, tracking_number }: OrderRow): ShipmentColumns => ({
  shipped,
  postal_service,
  tracking_number,
});
