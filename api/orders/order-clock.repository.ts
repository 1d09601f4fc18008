import { sendAccountTick, tickAccountClock } from '../storage/counters.repository.ts';
import type { Queryable } from '../storage/database.ts';
import type { BusEvent } from '../storage/events/event-bus.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** The sequence numbers of one order change. */
export interface OrderNumbers {
  /** In the feed of its buyer. */
  readonly seq: number;
  /** In the feed of all orders. */
  readonly clock: number;
}

/** The buyer and the number of an order change, for the event about it. */
export interface Numbered {
  readonly sub: string;
  readonly seq: number;
}

/** Numbers an order change among those of all orders, for both feeds; the user's devices and administrators are poked after the commit. */
export async function numberOrderChange({ trx, publish }: WriteUnit, sub: string): Promise<OrderNumbers> {
  const seq = await tickAccountClock(trx);
  publish({ type: 'orders-changed', sub, seq });
  publish({ type: 'admin-orders-changed', seq });
  return { seq, clock: seq };
}

/**
 * Like `numberOrderChange`, for a change by the statement `store`, which takes the number itself and returns the order. The tick of the
 * number and `store` are sent with the commit. Returns a function that reads the row after the commit: undefined when `store` changed nothing,
 * or the answer was lost.
 */
export async function numberWithCommit<Row extends Numbered>(
  unit: WriteUnit,
  store: () => Promise<() => readonly Row[] | undefined>,
): Promise<() => Row | undefined> {
  await sendAccountTick(unit.trx);
  const readRows = await store();
  const read = (): Row | undefined => readRows()?.[0];
  const publish = (toEvent: (row: Row) => BusEvent): void =>
    unit.publish(() => {
      const row = read();
      return row && toEvent(row);
    });
  publish(({ sub, seq }) => ({ type: 'orders-changed', sub, seq }));
  publish(({ seq }) => ({ type: 'admin-orders-changed', seq }));
  return read;
}

/** Reads the number of the last change to any order; 0 without an order. */
export async function readOrderClock(db: Queryable): Promise<number> {
  return (await selectNewest.one(db, {})).clock ?? 0;
}

const selectNewest = prepareQuery<object, { clock: number | null }>((db) =>
  db.selectFrom('purchase').select(({ fn }) => fn.max<number | null>('clock').as('clock')),
);
