import { POSITION_HEADER, toOrdersPosition } from '#contract/http/data-position.ts';
import { createPurchase } from '#contract/http/orders.ts';
import { RESERVATION_MINUTES } from '#contract/limits.ts';
import type { Order } from '#contract/orders/order.ts';
import { ask } from '../database/answer.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import { isWithin } from '../database/stored-time.ts';
import { noteOtherChange } from './store/compare-rows.ts';
import { INITIAL_CURSOR } from './store/user-database.ts';
import type { PurchaseAttempt, UserDatabase } from './store/user-database.ts';
import type { Purchase, PurchaseInput } from '../api/account-api.ts';
import type { CallResult } from '../api/calls.ts';
import { toCallResult } from '../server/call-result.ts';
import { readRemovals } from './chats/apply-chats.ts';
import { cartKey, changedLine } from '../api/outbox-record.ts';
import type { UserContext, UserStore } from './store/user-store.ts';

/** Rejections after which the same purchase may still be in progress on the server. */
const STILL_OPEN = new Set(['in-progress', 'too-many-requests']);

/** After this time, and once the first order is no longer pending, repeating the purchase places a new order. */
const SAME_PURCHASE_MS = RESERVATION_MINUTES * 60_000;
const WAITING = new Set(['creating', 'waiting']);

export interface PurchaseTools extends UserContext {
  /** Sends pending operations until the server has decided or deferred them. @throws as ApiClient */
  readonly flush: () => Promise<void>;
}

/** The result while the server defers an operation on the line, because it limits how many operations it decides in a given time. */
const DEFERRED: CallResult<Purchase> = {
  ok: false,
  problem: 'rejected',
  code: 'too-many-requests',
  detail: '',
  retryAfterSeconds: undefined,
  current: undefined,
  errors: undefined,
};

/**
 * Places an order under a key that is durable before the first attempt: after a lost answer, a reload or a killed browser, the same
 * purchase is the same order. Pending operations on the line are decided first: one that the purchase overtakes would bring the line back.
 */
export async function purchase(tools: PurchaseTools, input: PurchaseInput): Promise<CallResult<Purchase>> {
  const { store, client, now, flush } = tools;
  const line = cartKey(input);
  // The buyer saw the line with all operations up to this number when paying, so the order includes them.
  const upToNumber = await store.newestOperation();
  const hasUndecided = async (): Promise<boolean> =>
    (await store.listWaiting()).some(({ number, mutation }) => number <= upToNumber && changedLine(mutation) === line);
  if (await hasUndecided()) {
    const flushed = await toCallResult(flush());
    if (!flushed.ok) return flushed;
    if (await hasUndecided()) return DEFERRED;
  }
  const { key, body, startedAtMs } = await beginAttempt(store, {
    line,
    body: JSON.stringify(input),
    startedAtMs: now(),
    key: crypto.randomUUID(),
  });
  const call = { body: JSON.parse(body) as PurchaseInput };
  const { epoch, orders, ordersProof } = await store.cursor();
  const headers = ordersProof && { headers: { [POSITION_HEADER]: toOrdersPosition(epoch, orders, ordersProof) } };
  let result!: CallResult<Purchase>;
  const placed = await ask(store, ORDERS, async () => {
    result = await toCallResult(
      client.call(createPurchase, call, { ...headers, idempotencyKey: key, priority: 'high' }),
    );
    return result.ok ? result.value.order : undefined;
  });
  // Another tab may have started another attempt meanwhile.
  const forget = (): Promise<unknown> =>
    store.run(({ purchases }) => purchases.filter((known) => known.line === line && known.key === key).delete());
  if (!result.ok) {
    if (result.problem === 'rejected' && !STILL_OPEN.has(result.code)) await forget();
    return result;
  }
  if (!isWithin(startedAtMs, SAME_PURCHASE_MS, now()) && !WAITING.has(result.value.order.payment_status)) {
    await forget();
    return purchase(tools, input);
  }
  // A storage failure does not undo an order: the next pull brings it.
  await forget()
    .then(() => placed.store(async (database, order) => order && noteOrder(database, order, line)))
    .catch(() => undefined);
  return result;
}

/** Returns the unfinished attempt at the same purchase, or begins this one. */
function beginAttempt(store: UserStore, begun: PurchaseAttempt): Promise<PurchaseAttempt> {
  return store.run((database) =>
    database.transaction('rw', database.purchases, async () => {
      const known = await database.purchases.get(begun.line);
      if (known && comparable(known) === comparable(begun)) return known;
      await database.purchases.put(begun);
      return begun;
    }),
  );
}

/** Returns what an attempt buys. An attempt stored before lives were recorded is for the first life. */
function comparable({ body }: Pick<PurchaseAttempt, 'body'>): string {
  const { life = 0, ...input } = JSON.parse(body) as PurchaseInput;
  return JSON.stringify({ ...input, life });
}

/** The rows in which a confirmed order is noted. */
const ORDERS = {
  tables: ({ orders, cart, meta }: UserDatabase) => [orders, cart, meta],
  read: async (database: UserDatabase) => ({ removals: await readRemovals(database) }),
};

/** Adds a confirmed order and removes its line from the cart, unless the device has newer rows. Runs in a transaction of `ORDERS`. */
async function noteOrder(database: UserDatabase, order: Order, line: string): Promise<void> {
  const cursor = (await readMeta(database, 'cursor')) ?? INITIAL_CURSOR;
  if (order.seq <= cursor.orders) return;
  const isPulled = (await database.orders.get(order.id)) !== undefined;
  await database.orders.put(order);
  // If a restored server has lost this order, its digests are the same as before the purchase: the next ones are compared all the same.
  await noteOtherChange(database);
  if (isPulled) return;
  await database.cart.filter((confirmed) => cartKey(confirmed) === line).delete();
  // The reply to a pull in flight may still contain the line, and an operation that the server decided after the purchase may have put the
  // line back into the server's cart. The changed cursor makes such a reply late, and the next pull fetches the whole cart.
  await writeMeta(database, 'cursor', { ...cursor, rereadCart: (cursor.rereadCart ?? 0) + 1 });
}
