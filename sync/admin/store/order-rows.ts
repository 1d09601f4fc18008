import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { listAdminOrderChanges } from '#contract/http/orders.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { MonthFacts } from '../../api/admin-api.ts';
import type { AdminDatabase, OrderPair, OrdersCursor, OrderTables } from './admin-database.ts';
import { listWaiting, readEpoch } from './operations-table.ts';
import { replaceDay, toFact, utcDayOf, utcMonthOf } from './order-facts.ts';
import { matchesPaymentId, overlayAdminOrders } from './overlay-admin-orders.ts';

/*
 * Orders are written here only: each write also derives the facts of the days that it touches. All functions run within a transaction over the
 * tables that they use.
 */

/** A page of changes to orders, with the cursor after it. */
interface OrdersPage extends Pick<EndpointReply<typeof listAdminOrderChanges>, 'orders' | 'hidden' | 'more'> {
  readonly cursor: OrdersCursor;
  /** Whether the page is the first of a reset, in which all orders are fetched and replace those of the device. */
  readonly isReset: boolean;
}

const INITIAL_CURSOR: OrdersCursor = { epoch: '', seq: 0 };

/** Reads the cursor to continue from: that of a reset that is not complete yet, or else that of the orders that are shown. */
export const readOrdersCursor = async (database: AdminDatabase): Promise<OrdersCursor> =>
  (await readMeta(database, 'stagedOrders')) ?? (await readMeta(database, 'orders')) ?? INITIAL_CURSOR;

/** Applies the page after `readOrdersCursor`. Orders of a reset are shown with its last page. Returns whether the page is shown now. */
export async function applyPage(database: AdminDatabase, page: OrdersPage): Promise<boolean> {
  const shown = await readMeta(database, 'orders');
  const other = shown?.pair === 1 ? 0 : 1;
  const isStaged = page.isReset || (await readMeta(database, 'stagedOrders')) !== undefined;
  const pair = isStaged ? other : (shown?.pair ?? 0);
  const tables = tablesOf(database, pair);
  if (page.isReset) await clear(tables);
  await putOrders(tables, page.orders);
  await deleteOrders(tables, page.hidden);
  const cursor = { ...page.cursor, pair };
  if (isStaged && page.more) {
    await writeMeta(database, 'stagedOrders', cursor);
    return false;
  }
  await writeMeta(database, 'orders', cursor);
  if (isStaged) {
    await database.meta.delete('stagedOrders');
    await clear(tablesOf(database, pair === 1 ? 0 : 1));
  }
  return true;
}

/** Deletes all orders, as if none had arrived. */
export async function clearOrders(database: AdminDatabase): Promise<void> {
  for (const pair of [0, 1] as const) await clear(tablesOf(database, pair));
  await database.meta.bulkDelete(['orders', 'stagedOrders']);
  await writeMeta(database, 'removals', ((await readMeta(database, 'removals')) ?? 0) + 1);
}

async function clear({ orders, orderFacts }: OrderTables): Promise<void> {
  await orders.clear();
  await orderFacts.clear();
}

const tablesOf = (database: AdminDatabase, pair: OrderPair): OrderTables =>
  pair === 0 ? database : { orders: database.orders2, orderFacts: database.orderFacts2 };

const readTables = async (database: AdminDatabase): Promise<OrderTables> =>
  tablesOf(database, (await readMeta(database, 'orders'))?.pair ?? 0);

/** All orders that are shown, without pending operations. */
export const listOrders = async (database: AdminDatabase): Promise<AdminOrder[]> =>
  (await readTables(database)).orders.toArray();

/** Stores the server's answer to a change of an order. */
export async function putOrder(database: AdminDatabase, order: AdminOrder): Promise<void> {
  const shown = await readMeta(database, 'orders');
  // No orders have arrived, or they were deleted meanwhile, as at a logout.
  if (!shown) return;
  const tables = await readTables(database);
  // Until the rows of a restored server have arrived, its versions cannot be compared with those of the rows that are shown.
  if (shown.epoch !== (await readEpoch(database))) await deleteOrders(tables, [order.id]);
  await putOrders(tables, [order]);
}

/** Stores orders, except for those of which a newer version is known. */
async function putOrders(tables: OrderTables, orders: readonly AdminOrder[]): Promise<void> {
  const known = await tables.orders.bulkGet(orders.map(({ id }) => id));
  const newer = orders.filter(({ version }, at) => (known[at]?.version ?? 0) <= version);
  // Of several versions in one page the newest must win, whatever their order.
  const latest = new Map<string, AdminOrder>();
  for (const order of newer) if ((latest.get(order.id)?.version ?? 0) <= order.version) latest.set(order.id, order);
  await tables.orders.bulkPut([...latest.values()]);
  await deriveFacts(tables, [...latest.values(), ...known.filter((order) => order !== undefined)]);
}

async function deleteOrders(tables: OrderTables, ids: readonly string[]): Promise<void> {
  const known = (await tables.orders.bulkGet([...ids])).filter((order) => order !== undefined);
  await tables.orders.bulkDelete(known.map(({ id }) => id));
  await deriveFacts(tables, known);
}

/** Deletes the order that a call names, by the payment's id or by its own. */
export async function deleteOrderOfPayment(database: AdminDatabase, paymentId: string): Promise<void> {
  const tables = await readTables(database);
  const found = await findByPaymentId(tables, paymentId);
  await deleteOrders(
    tables,
    found.map(({ id }) => id),
  );
}

/** Reads the facts of all orders, with pending operations on top. */
export async function readOrderFacts(database: AdminDatabase): Promise<readonly MonthFacts[]> {
  const tables = await readTables(database);
  const known = await tables.orderFacts.toArray();
  const waiting = await listWaiting(database);
  const named = waiting.flatMap(({ operation }) => ('paymentId' in operation ? [operation.paymentId] : []));
  if (named.length === 0) return known;
  const changed: AdminOrder[] = [];
  for (const id of new Set(named)) changed.push(...(await findByPaymentId(tables, id)));
  const months = new Map(known.map((facts) => [facts.month, facts]));
  for (const day of new Set(changed.map(utcDayOf))) {
    const orders = overlayAdminOrders(await listOrdersOfDay(tables, day), waiting);
    const month = utcMonthOf(day);
    months.set(month, replaceDay(months.get(month), day, orders.map(toFact)));
  }
  return [...months.values()];
}

async function deriveFacts({ orders: rows, orderFacts }: OrderTables, changed: readonly AdminOrder[]): Promise<void> {
  for (const day of new Set(changed.map(utcDayOf))) {
    const month = utcMonthOf(day);
    const orders = await listOrdersOfDay({ orders: rows }, day);
    const facts = replaceDay(await orderFacts.get(month), day, orders.map(toFact));
    if (facts.placedAt.length === 0) await orderFacts.delete(month);
    else await orderFacts.put(facts);
  }
}

const listOrdersOfDay = ({ orders }: Pick<OrderTables, 'orders'>, day: string): PromiseLike<AdminOrder[]> =>
  orders.where('created_at').startsWith(day).toArray();

async function findByPaymentId({ orders }: OrderTables, paymentId: string): Promise<readonly AdminOrder[]> {
  const order = await orders.get(paymentId);
  // The page names orders by their own ids; the scan is for operations of older versions.
  return order ? [order] : orders.filter((each) => matchesPaymentId(each, paymentId)).toArray();
}
