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
