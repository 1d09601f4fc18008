import { cartKey } from '#contract/cart-key.ts';
import { createPurchase } from '#contract/http/orders.ts';
import type { ApiClient } from '../http/api-client.ts';
import type { CallResult, Purchase, PurchaseInput } from './account-api.ts';
import { toCallResult } from './call-result.ts';
import type { UserStore } from './user-store.ts';

/** Refusals after which the same purchase may still be under way on the server. */
const STILL_OPEN = new Set(['in-progress', 'too-many-requests']);

/**
 * Orders under a key that is on the disk before the first attempt: after a lost answer, a reload or a killed browser, the same purchase is
 * the same order.
 */
export async function purchase(
  store: UserStore,
  client: ApiClient,
  input: PurchaseInput,
): Promise<CallResult<Purchase>> {
  const line = cartKey(input);
  const body = JSON.stringify(input);
  const key = await keyOf(store, line, body);
  const result = await toCallResult(
    client.call(createPurchase, { body: input }, { idempotencyKey: key, priority: 'high' }),
  );
  // A storage that fails does not undo an order: the next pull brings it.
  if (result.ok) await store.run((database) => noteOrder(database, line, key, result.value)).catch(() => undefined);
  else if (result.problem === 'refused' && !STILL_OPEN.has(result.code)) {
    await store.run((database) => forget(database, line, key));
  }
  return result;
}

type Database = UserStore['database'];

/** The key of an unfinished attempt at the same purchase, or a new one. */
function keyOf(store: UserStore, line: string, body: string): Promise<string> {
  return store.run((database) =>
    database.transaction('rw', database.purchases, async () => {
      const attempt = await database.purchases.get(line);
      if (attempt?.body === body) return attempt.key;
      const key = crypto.randomUUID();
      await database.purchases.put({ line, body, key });
      return key;
    }),
  );
}

/** The order is in the list and its line out of the cart before the next pull says so, too. */
const noteOrder = (database: Database, line: string, key: string, { order }: Purchase): PromiseLike<void> =>
  database.transaction('rw', [database.purchases, database.orders, database.cart], async () => {
    await forget(database, line, key);
    const known = await database.orders.get(order.id);
    if (!known || known.seq <= order.seq) await database.orders.put(order);
    await database.cart.filter((confirmed) => cartKey(confirmed) === line).delete();
  });

/** Another tab may have begun another attempt meanwhile. */
const forget = async (database: Database, line: string, key: string): Promise<void> => {
  await database.purchases.filter((attempt) => attempt.line === line && attempt.key === key).delete();
};
