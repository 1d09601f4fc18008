import type { AttentionReason } from '#contract/orders/order-attention.ts';
import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import type { PushMessage } from '#contract/http/push.ts';
import { orderPagePath } from '#contract/screens/screens.ts';
import type { Stock } from '../stock/stock.service.ts';
import type { Locale } from '../messages/locale.ts';
import type { EnqueuePush } from '../push/push-messages.ts';
import type { OrderMails } from '../mail/order-mails.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { changeReasons } from './order-attention.ts';
import { holdOf, IN_PART, planStatus, STOCK_AFTER } from './order-status.ts';
import type { StockEffect } from './order-status.ts';
import { numberOrderChange, numberWithCommit } from './order-clock.repository.ts';
import { openPage } from './unpaid-orders.repository.ts';
import { updateOrder } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';
import type { PaymentPage } from './unpaid-orders.repository.ts';

export interface OrderChanges {
  /**
   * Applies a status and its effect on the stock; returns undefined when nothing changes. Notifies the buyer once the order is paid, also by
   * e-mail if its units are sold.
   */
  setStatus(unit: WriteUnit, order: OrderRow, status: string, extra?: OrderExtra): Promise<OrderRow | undefined>;
  /** Stores an administrator's shipment data. Notifies the buyer when the order was sent, also by e-mail. */
  setShipment(unit: WriteUnit, order: OrderRow, shipment: ShipmentColumns): Promise<OrderRow>;
  /** Releases the stock of a stuck or partial payment; the status stays, because the provider decides it. */
  releaseStarted(unit: WriteUnit, order: OrderRow): Promise<OrderRow>;
  /**
   * Adds reasons for attention and shows the order to administrators again, even if they deleted it; undefined when nothing changes.
   */
  flagForAttention(
    unit: WriteUnit,
    order: OrderRow,
    reasons: readonly AttentionReason[],
  ): Promise<OrderRow | undefined>;
  /**
   * Stores the payment page of an order that is still `creating` and has none, without reading the order first. Returns a function that
   * gives the changed order after the commit: undefined when the order was not in this state, or when the database's reply was lost.
   */
  openPage(unit: WriteUnit, id: string, page: PaymentPage): Promise<() => OrderRow | undefined>;
  /** Stores a change that moves no stock. */
  update(unit: WriteUnit, order: OrderRow, patch: OrderPatch): Promise<OrderRow>;
}

type OrderPatch = Parameters<typeof updateOrder>[3];
export type ShipmentColumns = Pick<OrderRow, 'shipped' | 'postal_service' | 'tracking_number'>;
/** Columns that a status report may change besides the status, and the reasons for attention that it adds. */
export type OrderExtra = Pick<
  OrderPatch,
  'payment_id' | 'invoice_url' | 'provider' | 'charge_id' | 'paid_share' | 'hidden_at'
> & { readonly reasons?: readonly AttentionReason[] };

const PAYMENT_STARTED: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

export interface OrderChangesOptions {
  readonly stock: Stock;
  readonly enqueuePush: EnqueuePush;
  readonly mails: OrderMails;
  /** Time in ms. */
  readonly now: () => number;
}

/** All changes of orders that devices receive are made here, within the caller's transaction. */
export function createOrderChanges({ stock, enqueuePush, mails, now }: OrderChangesOptions): OrderChanges {
  const update = async (unit: WriteUnit, order: OrderRow, patch: OrderPatch): Promise<OrderRow> =>
    updateOrder(unit.trx, order, await numberOrderChange(unit, order.sub), { ...patch, updated_at: now() });

  /** Applies a stock effect and returns the order's new stock state; `free` when a late payment finds no stock. */
  const moveStock = async (unit: WriteUnit, order: OrderRow, effect: StockEffect): Promise<OrderRow['stock_state']> => {
    if (effect === 'none') return order.stock_state;
    return (await stock[effect](unit, order)) ? STOCK_AFTER[effect] : 'free';
  };

  return {
    async setStatus(unit, order, reported, { reasons = [], ...extra } = {}) {
      const plan = planStatus(order, reported, extra.paid_share);
      if (plan === undefined) return undefined;
      const { status } = plan;
      const stock_state = await moveStock(unit, order, plan.stock);
      const isInPart = IN_PART.has(status) || (PAYMENT_STARTED.has(status) && plan.stock === 'release');
      const add: AttentionReason[] = [...reasons];
      if (isInPart) add.push(stock_state === 'held' ? 'paidInPart' : 'partReleased');
      if (status === 'finished' && stock_state !== 'sold') add.push('latePayment');
      const drop: AttentionReason[] = isInPart ? ['paidInPart', 'partReleased'] : [];
      const changed = await update(unit, order, {
        // A paid order reappears for its buyer and the administrators, even if they deleted it.
        ...(PAYMENT_STARTED.has(status) && { hidden_at: null, admin_hidden_at: null }),
        ...extra,
        status,
        stock_state,
        needs_attention: changeReasons(order.needs_attention, status, { add, drop }),
        // An order that needs attention reappears, even if an administrator has deleted it.
        ...(reasons.length > 0 && { admin_hidden_at: null }),
        ...(status === 'finished' && { paid_at: now() }),
      });
      if (status === 'finished') {
        // The e-mail says that the order is being prepared. An order without stock is not: an administrator settles it with the buyer.
        if (stock_state === 'sold') await mails.enqueue(unit, order.id, 'paid');
        await enqueuePush(unit, changed.sub, (locale) => paidMessage(changed, locale));
      }
      return changed;
    },

    async setShipment(unit, order, shipment) {
      const isNewlySent = shipment.shipped === 1 && order.shipped === 0;
      const sent_at = isNewlySent ? now() : order.sent_at;
      const changed = await update(unit, order, { ...shipment, sent_at: shipment.shipped === 1 ? sent_at : null });
      // The order was not sent after all. Its e-mail is forgotten, so that another one goes out when the order is sent.
      if (shipment.shipped === 0) await mails.forget(unit, order.id, 'sent');
      if (isNewlySent) {
        await mails.enqueue(unit, order.id, 'sent');
        await enqueuePush(unit, changed.sub, (locale) => shippedMessage(changed, locale));
      }
      return changed;
    },

    async releaseStarted(unit, order) {
      await stock.release(unit, order);
      const isWhole = holdOf(order.status, order.paid_share) === 'pending';
      const needs_attention = changeReasons(order.needs_attention, order.status, {
        add: [isWhole ? 'stuckPayment' : 'partReleased'],
        drop: ['paidInPart'],
      });
      return update(unit, order, { stock_state: 'free', needs_attention });
    },

    async flagForAttention(unit, order, reasons) {
      const needs_attention = changeReasons(order.needs_attention, order.status, { add: reasons });
      if (needs_attention === order.needs_attention) return undefined;
      return update(unit, order, { needs_attention, admin_hidden_at: null });
    },

    openPage: (unit, id, page) => numberWithCommit(unit, () => openPage(unit.trx, { id, ...page, updated_at: now() })),

    update,
  };
}

const paidMessage = ({ id, number, title }: OrderRow, { texts }: Locale): PushMessage => ({
  title: texts.push.paid,
  body: `#${number} · ${title}`,
  tag: `order-${id}`,
  path: orderPagePath(id),
});

const shippedMessage = (
  { id, number, title, postal_service, tracking_number }: OrderRow,
  { texts }: Locale,
): PushMessage => ({
  title: texts.push.sent,
  body: [`#${number}`, title, [postal_service, tracking_number].filter((text) => text !== '').join(' ')]
    .filter((text) => text !== '')
    .join(' · '),
  tag: `order-${id}`,
  path: orderPagePath(id),
});
