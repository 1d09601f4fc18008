import type { ExpressionBuilder, Transaction } from 'kysely';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/** Assigns the next number to a change of an order, a cart or both. */
export async function tickAccountClock(trx: Transaction<Schema>): Promise<number> {
  return (await tick.one(trx, {})).seq;
}

/** As `tickAccountClock`, but without waiting for the number: later statements of the unit read it with `accountNumber`. */
export async function sendAccountTick(trx: Transaction<Schema>): Promise<void> {
  await tickOnly.send(trx, {});
}

/** The number that the unit's tick has assigned, as a value within a statement. */
export const accountNumber = (eb: ExpressionBuilder<Schema, keyof Schema>) =>
  eb.selectFrom('account_clock').select('account_clock.seq').where('account_clock.id', '=', 1).$asScalar().$notNull();

const tickOnly = prepareQuery<object, unknown>((db) =>
  db
    .updateTable('account_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1),
);

/** The row stays locked until the commit, so numbers become visible in order. */
const tick = prepareQuery<object, { seq: number }>((db) =>
  db
    .updateTable('account_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq'),
);
