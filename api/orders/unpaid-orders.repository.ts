import type { Transaction } from 'kysely';
import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import { accountNumber } from '../storage/counters.repository.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import { ORDER_COLUMNS } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

/** The columns of an order that lead its buyer to the payment. */
export type PaymentPage = Pick<OrderRow, 'payment_id' | 'provider'> & { readonly invoice_url: string };

/**
 * Stores the payment page of an order that is still `creating` and has none, under the number that the unit's tick has assigned. Returns a
 * function that reads the updated order after the commit; it returns no row if the order already had a page or another status.
 */
export const openPage = (
  trx: Transaction<Schema>,
  page: PaymentPage & Pick<OrderRow, 'id' | 'updated_at'>,
): Promise<() => readonly OrderRow[] | undefined> => updatePage.sendForRows(trx, page);

const updatePage = prepareQuery((db, value: PaymentPage & Pick<OrderRow, 'id' | 'updated_at'>) =>
  db
    .updateTable('purchase')
    .set((eb) => ({
      payment_id: value.payment_id,
      provider: value.provider,
      invoice_url: value.invoice_url,
      status: 'waiting',
      updated_at: value.updated_at,
      version: eb('version', '+', 1),
      seq: accountNumber(eb),
      clock: accountNumber(eb),
    }))
    .where('id', '=', value.id)
    .where('status', '=', 'creating')
    .where('invoice_url', 'is', null)
    .returning(ORDER_COLUMNS),
);

/** Lists orders without a payment page whose next attempt is due, the longest waiting first. */
export function listDueInvoices(db: Queryable, atMs: number, limit: number): Promise<{ id: string }[]> {
  return (
    db
      .selectFrom('purchase')
      .select('id')
      // Each `creating` order holds its units. The condition lets the index be used, which has only orders that hold units.
      .where('stock_state', '=', 'held')
      .where('status', '=', 'creating')
      .where('next_attempt_at', '<=', atMs)
      .orderBy('next_attempt_at')
      .limit(limit)
      .execute()
  );
}

/** Claims an attempt to create a payment page until `nextAttemptAt`; only one of several processes gets it. */
export function claimInvoice(
  trx: Transaction<Schema>,
  id: string,
  atMs: number,
  nextAttemptAt: number,
): Promise<OrderRow | undefined> {
  return trx
    .updateTable('purchase')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: nextAttemptAt }))
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .where('next_attempt_at', '<=', atMs)
    .returning(ORDER_COLUMNS)
    .executeTakeFirst();
}

/** Schedules the next attempt to create a payment page. */
export async function deferInvoice(trx: Transaction<Schema>, id: string, nextAttemptAt: number): Promise<void> {
  await trx
    .updateTable('purchase')
    .set({ next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute();
}

/** Lists all orders that hold stock. */
export function listHeldOrders(
  db: Queryable,
): Promise<Pick<OrderRow, 'id' | 'status' | 'paid_share' | 'created_at' | 'expires_at'>[]> {
  return db
    .selectFrom('purchase')
    .select(['id', 'status', 'paid_share', 'created_at', 'expires_at'])
    .where('stock_state', '=', 'held')
    .execute();
}

/** An order that may still be paid: no longer `creating`, and neither `finished` nor `refunded`. */
export type UnsettledOrder = Pick<OrderRow, 'id' | 'status' | 'created_at'>;

/** Lists unsettled orders placed after `sinceMs`, and those with a started payment placed after the earlier `inFlightSinceMs`. */
export function listUnsettledOrders(
  db: Queryable,
  { sinceMs, inFlightSinceMs }: { readonly sinceMs: number; readonly inFlightSinceMs: number },
): Promise<UnsettledOrder[]> {
  return (
    db
      .selectFrom('purchase')
      .select(['id', 'status', 'created_at'])
      .where((order) =>
        order.or([
          order('created_at', '>', sinceMs),
          order.and([order('created_at', '>', inFlightSinceMs), order('status', 'in', PAYMENT_STARTED_STATUSES)]),
        ]),
      )
      // A failed payment may still be accepted by hand.
      .where('status', 'not in', ['creating', 'finished', 'refunded'])
      .execute()
  );
}
