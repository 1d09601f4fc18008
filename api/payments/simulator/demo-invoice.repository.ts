import type { Selectable, Transaction } from 'kysely';
import type { Queryable } from '../../storage/database.ts';
import { prepareQuery } from '../../storage/prepared-query.ts';
import type { Schema } from '../../storage/schema.ts';
import type { DemoInvoiceTable } from '../../storage/schema/orders.ts';

export type DemoInvoice = Selectable<DemoInvoiceTable>;

const COLUMNS = [
  'id',
  'order_id',
  'amount_cents',
  'paid_cents',
  'status',
  'title',
  'success_url',
  'cancel_url',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof DemoInvoiceTable)[];

/** Stores an invoice unless the order already has one. Returns a function that reads its id after the commit, if it was stored. */
export const insertDemoInvoice = (
  trx: Transaction<Schema>,
  invoice: NewDemoInvoice,
): Promise<() => readonly Pick<DemoInvoice, 'id'>[] | undefined> => insertInvoice.sendForRows(trx, invoice);

type NewDemoInvoice = Omit<DemoInvoice, 'paid_cents'>;

const insertInvoice = prepareQuery((db, value: NewDemoInvoice) =>
  db
    .insertInto('demo_invoice')
    .values({
      id: value.id,
      order_id: value.order_id,
      amount_cents: value.amount_cents,
      status: value.status,
      title: value.title,
      success_url: value.success_url,
      cancel_url: value.cancel_url,
      created_at: value.created_at,
      expires_at: value.expires_at,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('id'),
);

export const findDemoInvoice = (
  db: Queryable,
  column: 'id' | 'order_id',
  value: string,
): Promise<DemoInvoice | undefined> => selectBy[column].first(db, { value });

const prepareSelect = (column: 'id' | 'order_id') =>
  prepareQuery((db, { value }: { readonly value: string }) =>
    db.selectFrom('demo_invoice').select(COLUMNS).where(column, '=', value),
  );
const selectBy = { id: prepareSelect('id'), order_id: prepareSelect('order_id') } as const;

/** Advances an invoice unless its status has changed meanwhile; returns the updated row. */
export function advanceDemoInvoice(
  trx: Transaction<Schema>,
  { id, status }: Pick<DemoInvoice, 'id' | 'status'>,
  next: Pick<DemoInvoice, 'status' | 'paid_cents'>,
): Promise<DemoInvoice | undefined> {
  return trx
    .updateTable('demo_invoice')
    .set(next)
    .where('id', '=', id)
    .where('status', '=', status)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Lists invoices whose payment was pending when the server stopped. */
export function listMovingDemoInvoices(db: Queryable, statuses: readonly string[]): Promise<DemoInvoice[]> {
  return db.selectFrom('demo_invoice').select(COLUMNS).where('status', 'in', statuses).execute();
}

/** Reads a named secret of the database; stores `fresh` if there is none. */
export async function openSecret(trx: Transaction<Schema>, key: string, fresh: string): Promise<string> {
  await trx
    .insertInto('meta')
    .values({ key, value: fresh })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { value } = await trx.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return value;
}
