import { PAYMENT_STARTED_STATUSES } from '#contract/order-status.ts';
import type { PushMessage } from '#contract/http/push.ts';
import type { Stock } from '../stock/stock.service.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { planStatus, STOCK_AFTER } from './order-status.ts';
import type { StockEffect } from './order-status.ts';
import { numberOrderChange } from './order-clock.repository.ts';
import { updateOrder } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

/** Why a person must look at an order, for administrators to read. */
export const ATTENTION = {
  lateMoney: 'Paid after its stock was given back, and there is none left to send.',
  wrongAmount: 'The payment provider names another amount or currency than the order.',
  paidInPart: 'Paid in part.',
  paidTwice: 'Paid twice, by different payments.',
  stuckMoney: 'The payment has been on its way for too long; its stock was given back.',
} as const;

export interface OrderChanges {
  /** Brings an order to a status, with what that does to the stock; undefined when nothing follows. Its buyer is told of a payment. */
  setStatus(unit: WriteUnit, order: OrderRow, status: string, extra?: OrderExtra): Promise<OrderRow | undefined>;
  /** Writes what administrators say of the parcel. Its buyer is told that it was sent. */
  setShipment(unit: WriteUnit, order: OrderRow, shipment: ShipmentColumns): Promise<OrderRow>;
  /** Gives back the stock of a payment that got stuck; its status is the provider's to say. */
  giveUp(unit: WriteUnit, order: OrderRow): Promise<OrderRow>;
  /** Leaves an order to an administrator, who sees it again after deleting it, for one more reason of `ATTENTION`. */
  callPerson(unit: WriteUnit, order: OrderRow, reason: string): Promise<OrderRow>;
  /** Writes a change that moves no stock. */
  update(unit: WriteUnit, order: OrderRow, patch: OrderPatch): Promise<OrderRow>;
}

type OrderPatch = Parameters<typeof updateOrder>[3];
export type ShipmentColumns = Pick<OrderRow, 'shipped' | 'postal_service' | 'tracking_number'>;
/** What else is known by the same word. */
export type OrderExtra = Pick<OrderPatch, 'payment_id' | 'invoice_url' | 'provider' | 'charge_id' | 'hidden_at'>;

const MOVING: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

export interface OrderChangesOptions {
  readonly stock: Stock;
  /** Tells a user's devices something, in the background. */
  readonly notifyUser: (sub: string, message: PushMessage) => void;
  /** Time in ms. */
  readonly now: () => number;
}

/** The one way in which orders change, each time within the caller's transaction. */
export function createOrderChanges({ stock, notifyUser, now }: OrderChangesOptions): OrderChanges {
  const update = async (unit: WriteUnit, order: OrderRow, patch: OrderPatch): Promise<OrderRow> =>
    updateOrder(unit.trx, order, await numberOrderChange(unit, order.sub), { ...patch, updated_at: now() });

  /** What the stock is to the order after the effect: nothing was left to sell where late money finds none. */
  const moveStock = async (unit: WriteUnit, order: OrderRow, effect: StockEffect): Promise<OrderRow['stock_state']> => {
    if (effect === 'none') return order.stock_state;
    return (await stock[effect](unit, order)) ? STOCK_AFTER[effect] : 'free';
  };

  return {
    async setStatus(unit, order, reported, extra = {}) {
      const plan = planStatus(order, reported);
      if (plan === undefined) return undefined;
      const { status } = plan;
      const stock_state = await moveStock(unit, order, plan.stock);
      const changed = await update(unit, order, {
        // Who paid sees the order again, also after deleting it, and so does who must send it.
        ...(MOVING.has(status) && { hidden_at: null, admin_hidden_at: null }),
        ...extra,
        status,
        stock_state,
        ...(status === 'partially_paid' && { needs_attention: ATTENTION.paidInPart }),
        ...(status === 'finished' && { needs_attention: stock_state === 'sold' ? '' : ATTENTION.lateMoney }),
      });
      if (status === 'finished') unit.afterCommit(() => notifyUser(changed.sub, paidMessage(changed)));
      return changed;
    },

    async setShipment(unit, order, shipment) {
      const changed = await update(unit, order, shipment);
      if (changed.shipped === 1 && order.shipped === 0) {
        unit.afterCommit(() => notifyUser(changed.sub, shippedMessage(changed)));
      }
      return changed;
    },

    async giveUp(unit, order) {
      await stock.release(unit, order);
      return update(unit, order, { stock_state: 'free', needs_attention: ATTENTION.stuckMoney });
    },

    callPerson: (unit, order, reason) =>
      update(unit, order, { needs_attention: `${order.needs_attention} ${reason}`.trim(), admin_hidden_at: null }),

    update,
  };
}

const ACCOUNT_PATH = '/account';

const paidMessage = ({ id, title }: OrderRow): PushMessage => ({
  title: 'Payment received',
  body: title,
  tag: `order-${id}`,
  path: ACCOUNT_PATH,
});

const shippedMessage = ({ id, title, postal_service, tracking_number }: OrderRow): PushMessage => ({
  title: 'Your order was sent',
  body: [title, [postal_service, tracking_number].filter((text) => text !== '').join(' ')]
    .filter((text) => text !== '')
    .join(' · '),
  tag: `order-${id}`,
  path: ACCOUNT_PATH,
});
