import { ENGLISH } from '#contract/languages.ts';
import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import { removeTrackingNumbers } from '../audit/audit.repository.ts';
import { deleteMailsOf } from '../mail/order-mail.repository.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import type { OrderChanges } from './order-changes.ts';
import { listOrdersSince } from './order-lists.repository.ts';
import { reassignOrders } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

/** Orders that are read at once. */
const BATCH_ORDERS = 200;
const PAYMENT_STARTED: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);
/** Statuses of orders that still wait for their buyer's payment. */
const UNPAID: ReadonlySet<string> = new Set(['creating', 'waiting']);

/**
 * Returns whether the buyer has paid, or is paying, for an order that was not sent yet. A stuck or partial payment counts only while it
 * holds stock: it may keep its status for ever, but must not keep the buyer's data for ever.
 */
const isPending = ({ status, stock_state, shipped }: OrderRow): boolean =>
  PAYMENT_STARTED.has(status) && shipped === 0 && (status === 'finished' || stock_state === 'held');

/** Counts a buyer's orders that are paid for, or are being paid, and were not sent yet. */
export async function countPendingOrders({ trx }: WriteUnit, sub: string): Promise<number> {
  let count = 0;
  for (let seq = 0; ;) {
    const orders = await listOrdersSince(trx, sub, seq, BATCH_ORDERS);
    count += orders.filter(isPending).length;
    seq = orders.at(-1)?.seq ?? seq;
    if (orders.length < BATCH_ORDERS) return count;
  }
}

/**
 * Removes the buyer from their orders, which stay as records of sales under the id of a former user. Unpaid ones expire and release their
 * stock. All appear as changes in the administrators' feed, so that their devices remove the personal data as well.
 */
export async function anonymiseOrders(
  unit: WriteUnit,
  changes: Pick<OrderChanges, 'setStatus' | 'update'>,
  sub: string,
  former: { readonly sub: string; readonly name: string },
): Promise<void> {
  for (;;) {
    const orders = await listOrdersSince(unit.trx, sub, 0, BATCH_ORDERS);
    for (const order of orders) {
      const ended = UNPAID.has(order.status) ? await changes.setStatus(unit, order, 'expired') : undefined;
      await changes.update(unit, ended ?? order, {
        email: '',
        contact_name: former.name,
        phone: '',
        address: '',
        city: '',
        state_prov: '',
        postal_code: '',
        country: '',
        language: ENGLISH,
        // With this number the postal service shows the address.
        tracking_number: '',
        // A mail server's answer can name the address.
        mail_problem: '',
        invoice_url: null,
      });
    }
    const ids = orders.map(({ id }) => id);
    await removeTrackingNumbers(unit.trx, ids);
    await deleteMailsOf(unit.trx, ids);
    await reassignOrders(unit.trx, ids, former.sub);
    if (orders.length < BATCH_ORDERS) return;
  }
}
