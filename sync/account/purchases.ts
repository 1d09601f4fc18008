import { cartKey } from '#contract/cart-key.ts';
import { createPurchase } from '#contract/http/orders.ts';
import { RESERVATION_MINUTES } from '#contract/limits.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import { INITIAL_CURSOR } from '../database/user-database.ts';
import type { PurchaseAttempt } from '../database/user-database.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { CallResult, Purchase, PurchaseInput } from './account-api.ts';
import { toCallResult } from './call-result.ts';
import { changedLine } from '../outbox/outbox-record.ts';
import type { UserStore } from './user-store.ts';

/** Rejections after which the same purchase may still be in progress on the server. */
const STILL_OPEN = new Set(['in-progress', 'too-many-requests']);

/** The same purchase after this time, once the first order is no longer pending, is a new one. */
const SAME_PURCHASE_MS = RESERVATION_MINUTES * 60_000;
const WAITING = new Set(['creating', 'waiting']);

/**
 * Places an order under a key that is durable before the first attempt: after a lost answer, a reload or a killed browser, the same
 * purchase is the same order. `now` returns the time in ms.
 */
export async function purchase(
  store: UserStore,
  client: ApiClient,
  now: () => number,
  input: PurchaseInput,
): Promise<CallResult<Purchase>> {
  const line = cartKey(input);
  const body = JSON.stringify(input);
  // What the buyer saw of the line when paying: operations up to here are in the order.
  const bought = { line, upToNumber: await store.newestOperation() };
  const { key, startedAtMs } = await beginAttempt(store, { line, body, startedAtMs: now() });
  const result = await toCallResult(
    client.call(createPurchase, { body: input }, { idempotencyKey: key, priority: 'high' }),
  );
  if (result.ok && now() - startedAtMs > SAME_PURCHASE_MS && !WAITING.has(result.value.order.payment_status)) {
    await store.run((database) => forget(database, line, key));
    return purchase(store, client, now, input);
  }
  // A storage failure does not undo an order: the next pull brings it.
  if (result.ok) await store.run((database) => noteOrder(database, bought, key, result.value)).catch(() => undefined);
  else if (result.problem === 'rejected' && !STILL_OPEN.has(result.code)) {
    await store.run((database) => forget(database, line, key));
  }
  return result;
}

type Database = UserStore['database'];

/** Returns the unfinished attempt at the same purchase, or a new one under a new key. */
function beginAttempt(store: UserStore, begun: Omit<PurchaseAttempt, 'key'>): Promise<PurchaseAttempt> {
  return store.run((database) =>
    database.transaction('rw', database.purchases, async () => {
      const known = await database.purchases.get(begun.line);
      if (known?.body === begun.body) return known;
      const attempt = { ...begun, key: crypto.randomUUID() };
      await database.purchases.put(attempt);
      return attempt;
    }),
  );
}

/** The contents of an order: a line with the operations on it up to a number. */
interface Bought {
  readonly line: string;
  readonly upToNumber: number;
}

/**
 * Adds the order to the list and removes its line from the cart before the next pull does. Unsent operations on the line would only bring
 * it back, or be rejected because it is gone.
 */
const noteOrder = (
  database: Database,
  { line, upToNumber }: Bought,
  key: string,
  { order }: Purchase,
): PromiseLike<void> =>
  database.transaction('rw', tablesOfPurchase(database), async () => {
    await forget(database, line, key);
    const known = await database.orders.get(order.id);
    if (!known || known.seq <= order.seq) await database.orders.put(order);
    await database.cart.filter((confirmed) => cartKey(confirmed) === line).delete();
    await database.operations
      .where('number')
      .belowOrEqual(upToNumber)
      .filter(({ state, mutation }) => state !== 'refused' && changedLine(mutation) === line)
      .delete();
    // An operation on the line that the server decided after the purchase restored it there: the next pull fetches the whole cart.
    const cursor = await readMeta(database, 'cursor');
    if (cursor) await writeMeta(database, 'cursor', { ...cursor, cart: INITIAL_CURSOR.cart });
  });

const tablesOfPurchase = ({ purchases, orders, cart, operations, meta }: Database) => [
  purchases,
  orders,
  cart,
  operations,
  meta,
];

/** Another tab may have started another attempt meanwhile. */
const forget = async (database: Database, line: string, key: string): Promise<void> => {
  await database.purchases.filter((attempt) => attempt.line === line && attempt.key === key).delete();
};
