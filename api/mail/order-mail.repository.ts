import { sql } from 'kysely';
import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import { sendQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import { skipLocked } from '../storage/skip-locked.ts';
import type { MailKind, OrderMailTable } from '../storage/schema/orders.ts';

export type OrderMailRow = Selectable<OrderMailTable>;
/** An e-mail that a process has claimed; `attempts` counts the attempt that it makes now. */
export type ClaimedMail = Pick<OrderMailRow, 'id' | 'order_id' | 'kind' | 'attempts' | 'created_at'>;

/** Selects e-mails that are due. The states are literals, because SQLite cannot match bound values with a partial index. */
export const selectDueMails = (db: Queryable, atMs: number) =>
  db
    .selectFrom('order_mail')
    .select('id')
    .where(sql<boolean>`state in ('waiting', 'claimed')`)
    .where('next_attempt_at', '<=', atMs)
    .orderBy('next_attempt_at');

export const hasDueMails = async (db: Queryable, atMs: number): Promise<boolean> =>
  (await selectDueMails(db, atMs).limit(1).executeTakeFirst()) !== undefined;

/** Stores an e-mail unless the order already has one of its kind. */
export async function insertOrderMail(trx: Transaction<Schema>, mail: Insertable<OrderMailTable>): Promise<void> {
  const insert = trx.insertInto('order_mail').values(mail);
  await sendQuery(
    trx,
    insert.onConflict((conflict) => conflict.columns(['order_id', 'kind']).doNothing()),
  );
}

/**
 * Claims the e-mails that are due, the longest waiting first, including those whose claim has expired without a result. Returns them in the order
 * in which they were written.
 */
export async function claimDueMails(
  trx: Transaction<Schema>,
  atMs: number,
  claimEndMs: number,
  limit: number,
): Promise<ClaimedMail[]> {
  const claimed = await trx
    .updateTable('order_mail')
    .set((eb) => ({
      state: 'claimed',
      attempts: eb('attempts', '+', 1),
      next_attempt_at: claimEndMs,
      updated_at: atMs,
    }))
    .where('id', 'in', skipLocked(trx, selectDueMails(trx, atMs).limit(limit)))
    .returning(['id', 'order_id', 'kind', 'attempts', 'created_at'])
    .execute();
  // A database server returns changed rows in any order.
  return claimed.toSorted((a, b) => a.created_at - b.created_at);
}

/** Stores the result of an attempt; returns whether the e-mail was still the claimant's. */
export async function settleMail(
  trx: Transaction<Schema>,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  result: Pick<OrderMailRow, 'state' | 'next_attempt_at' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('order_mail')
    .set(result)
    .where('id', '=', id)
    .where('state', '=', 'claimed')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteMail(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('order_mail').where('id', '=', id).execute();
}

/** Deletes an order's e-mail of a kind, sent or not. */
export async function deleteMailOfKind(trx: Transaction<Schema>, orderId: string, kind: MailKind): Promise<void> {
  await trx.deleteFrom('order_mail').where('order_id', '=', orderId).where('kind', '=', kind).execute();
}

/** Deletes all e-mails about orders, sent or not. */
export async function deleteMailsOf(trx: Transaction<Schema>, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await trx.deleteFrom('order_mail').where('order_id', 'in', orderIds).execute();
}

/** Lists the e-mails about orders. */
export async function listMailsOf(
  db: Queryable,
  orderIds: readonly string[],
): Promise<Pick<OrderMailRow, 'order_id' | 'kind' | 'state' | 'created_at'>[]> {
  return db
    .selectFrom('order_mail')
    .select(['order_id', 'kind', 'state', 'created_at'])
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .execute();
}

/** Finds the address of the last login of an order's buyer; empty without one. */
export const findLoginAddress = async (db: Queryable, orderId: string): Promise<string> =>
  (
    await db
      .selectFrom('purchase')
      .innerJoin('user_account', 'user_account.sub', 'purchase.sub')
      .select('user_account.email')
      .where('purchase.id', '=', orderId)
      .executeTakeFirst()
  )?.email ?? '';

/**
 * Counts the orders that were placed after `sinceMs` and before the given order: those with the same address in their form, and those of the same
 * buyer with another address than the login's.
 */
export async function countMailedOrders(
  db: Queryable,
  { id, sub, email, created_at }: Pick<OrderRow, 'id' | 'sub' | 'email' | 'created_at'>,
  sinceMs: number,
): Promise<{ readonly ofAddress: number; readonly ofBuyer: number }> {
  const { ofAddress, ofBuyer } = await db
    .selectFrom('purchase')
    .innerJoin('user_account', 'user_account.sub', 'purchase.sub')
    .select(({ fn, eb }) => [
      fn
        .countAll<number>()
        .filterWhere(sql<boolean>`lower(purchase.email) = lower(${email})`)
        .as('ofAddress'),
      fn
        .countAll<number>()
        .filterWhere(
          eb.and([eb('purchase.sub', '=', sub), sql<boolean>`lower(purchase.email) <> lower(user_account.email)`]),
        )
        .as('ofBuyer'),
    ])
    .where('purchase.created_at', '>', sinceMs)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('purchase.created_at', 'purchase.id'), '<', tuple(created_at, id)))
    .where('purchase.email', '<>', '')
    .executeTakeFirstOrThrow();
  return { ofAddress: Number(ofAddress), ofBuyer: Number(ofBuyer) };
}
