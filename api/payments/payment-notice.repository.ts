import type { Transaction } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import type { PaymentNoticeTable } from '../storage/schema/orders.ts';

/** Records a genuine notice; returns false when it was already recorded. */
export async function insertNotice(trx: Transaction<Schema>, notice: PaymentNoticeTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_notice')
    .values(notice)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes notices from before a time in ms, unless their order has changed since or holds stock; returns their number. */
export async function deleteOldNotices(trx: Transaction<Schema>, beforeMs: number, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('payment_notice')
    .where('hash', 'in', (eb) =>
      eb
        .selectFrom('payment_notice as old')
        .select('old.hash')
        .where('old.received_at', '<', beforeMs)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('purchase')
                .select('purchase.id')
                .whereRef('purchase.id', '=', 'old.order_id')
                .where((order) =>
                  order.or([order('purchase.updated_at', '>=', beforeMs), order('purchase.stock_state', '=', 'held')]),
                ),
            ),
          ),
        )
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
