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

/** Takes one number for an order change, which both feeds use. After the commit, the buyer's devices and the administrators are poked. */
export async function numberOrderChange({ trx, publish }: WriteUnit, sub: string): Promise<OrderNumbers> {
  const seq = await tickAccountClock(trx);
  publish({ type: 'orders-changed', sub, seq });
  publish({ type: 'admin-orders-changed', seq });
  return { seq, clock: seq };
}

/**
 * Like `numberOrderChange`, for a change whose statement, sent by `store`, reads the new number itself and returns the order. The tick of
 * the number, the statement and the commit are sent together. Returns a function that gives the row after the commit: undefined when the
 * statement changed nothing, or when the database's answer was lost.
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

/** Reads the number of the last change to any order; 0 when there are no orders. */
export async function readOrderClock(db: Queryable): Promise<number> {
  return (await selectNewest.one(db, {})).clock ?? 0;
}

const selectNewest = prepareQuery<object, { clock: number | null }>((db) =>
  db.selectFrom('purchase').select(({ fn }) => fn.max<number | null>('clock').as('clock')),
);
