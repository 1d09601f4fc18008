import type { AdminOrder } from '#contract/orders/order.ts';
import type { MonthFacts } from '../../api/admin-api.ts';
import type { AdminDatabase } from './admin-database.ts';
import { replaceDay, toFact, utcDayOf, utcMonthOf } from './order-facts.ts';
import { matchesPaymentId, overlayAdminOrders } from './overlay-admin-orders.ts';

/*
 * Orders are written here only: each write also derives the facts of the days that it touches. All functions run within a transaction over the
 * tables that they use.
 */

/** Stores orders, except for those of which a newer version is known. */
export async function putOrders(database: AdminDatabase, orders: readonly AdminOrder[]): Promise<void> {
  const known = await database.orders.bulkGet(orders.map(({ id }) => id));
  const newer = orders.filter(({ version }, at) => (known[at]?.version ?? 0) <= version);
  // Of several versions in one page the last one must win, whatever their order.
  const latest = new Map<string, AdminOrder>();
  for (const order of newer) if ((latest.get(order.id)?.version ?? 0) <= order.version) latest.set(order.id, order);
  await database.orders.bulkPut([...latest.values()]);
  await deriveFacts(database, [...latest.values(), ...known.filter((order) => order !== undefined)]);
}

export async function deleteOrders(database: AdminDatabase, ids: readonly string[]): Promise<void> {
  const known = (await database.orders.bulkGet([...ids])).filter((order) => order !== undefined);
  await database.orders.bulkDelete(known.map(({ id }) => id));
  await deriveFacts(database, known);
}

/** Deletes the order that a call names, by the payment's id or by its own. */
export async function deleteOrderOfPayment(database: AdminDatabase, paymentId: string): Promise<void> {
  await deleteOrders(
    database,
    (await findByPaymentId(database, paymentId)).map(({ id }) => id),
  );
}

export async function clearOrders(database: AdminDatabase): Promise<void> {
  await database.orders.clear();
  await database.orderFacts.clear();
}

/** Reads the facts of all orders, with pending operations on top. */
export async function readOrderFacts(database: AdminDatabase): Promise<readonly MonthFacts[]> {
  const [known, records] = await Promise.all([database.orderFacts.toArray(), database.operations.toArray()]);
  const named = records.flatMap(({ operation, state }) =>
    state === 'waiting' && 'paymentId' in operation ? [operation.paymentId] : [],
  );
  if (named.length === 0) return known;
  const changed = await Promise.all([...new Set(named)].map((id) => findByPaymentId(database, id)));
  const months = new Map(known.map((facts) => [facts.month, facts]));
  for (const day of new Set(changed.flat().map(utcDayOf))) {
    const orders = overlayAdminOrders(await listOrdersOfDay(database, day), records);
    const month = utcMonthOf(day);
    months.set(month, replaceDay(months.get(month), day, orders.map(toFact)));
  }
  return [...months.values()];
}

async function deriveFacts(database: AdminDatabase, changed: readonly AdminOrder[]): Promise<void> {
  for (const day of new Set(changed.map(utcDayOf))) {
    const month = utcMonthOf(day);
    const orders = await listOrdersOfDay(database, day);
    const facts = replaceDay(await database.orderFacts.get(month), day, orders.map(toFact));
    if (facts.placedAt.length === 0) await database.orderFacts.delete(month);
    else await database.orderFacts.put(facts);
  }
}

const listOrdersOfDay = (database: AdminDatabase, day: string): PromiseLike<AdminOrder[]> =>
  database.orders.where('created_at').startsWith(day).toArray();

async function findByPaymentId(database: AdminDatabase, paymentId: string): Promise<readonly AdminOrder[]> {
  const order = await database.orders.get(paymentId);
  // The page names orders by their own ids; the scan is for operations of older versions.
  return order ? [order] : database.orders.filter((each) => matchesPaymentId(each, paymentId)).toArray();
}
