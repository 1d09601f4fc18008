import { ApiError } from '#contract/http/errors.ts';
import { listAdminOrderChanges } from '#contract/http/orders.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { isUnreadableCursor } from '../../server/failed-call.ts';
import type { OrdersCursor } from './admin-database.ts';
import type { AdminSession } from '../admin-session.ts';
import { INITIAL_ORDERS_CURSOR } from './admin-store.ts';
import type { AdminStore } from './admin-store.ts';
import { clearOrders, deleteOrders, putOrders } from './order-rows.ts';

type OrderChanges = EndpointReply<typeof listAdminOrderChanges>;

/** Pulls changes of all orders, page by page; deletes all orders when the administrator may not see them. `now`: device time in ms. @throws as ApiClient */
export async function pullAdminOrders(
  store: AdminStore,
  session: AdminSession,
  now: () => number,
  { signal, noteProgress }: { readonly signal: AbortSignal; readonly noteProgress: () => void },
): Promise<void> {
  for (let more = true; more;) {
    const cursor = await store.ordersCursor();
    const { epoch, seq: since, proof } = cursor;
    const query = epoch === '' ? { since: 0 } : { epoch, since, proof };
    const changes = await session.call(listAdminOrderChanges, { query }, { signal }).catch((error: unknown) => {
      if (mayNotSeeOrders(error)) return undefined;
      if (!isUnreadableCursor(error)) throw error;
      // Without an epoch the server starts over.
      return session.call(listAdminOrderChanges, { query: { since: 0 } }, { signal });
    });
    if (!changes) return forgetOrders(store);
    signal.throwIfAborted();
    // After a logout during the call no orders are stored.
    if (session.token === null) return;
    await applyOrders(store, cursor, changes, now());
    noteProgress();
    more = changes.more;
  }
}

/** Whether the administrator may not see orders, or not any more. */
const mayNotSeeOrders = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'role-needed' || error.code === 'access-revoked');

/** Deletes the buyers' data of an administrator who may not see it any more. */
const forgetOrders = (store: AdminStore): Promise<void> =>
  store.run((database) =>
    database.transaction('rw', [database.orders, database.orderFacts, database.meta], async () => {
      await clearOrders(database);
      await writeMeta(database, 'orders', INITIAL_ORDERS_CURSOR);
    }),
  );

/** Applies a page of changes and its cursor in one transaction, unless the device's cursor has moved since the call. */
const applyOrders = (store: AdminStore, asked: OrdersCursor, changes: OrderChanges, atMs: number): Promise<void> =>
  store.run((database) =>
    database.transaction('rw', [database.orders, database.orderFacts, database.operations, database.meta], async () => {
      const known = (await readMeta(database, 'orders')) ?? INITIAL_ORDERS_CURSOR;
      if (known.epoch !== asked.epoch || known.seq !== asked.seq) return;
      if (changes.reset || changes.epoch !== known.epoch) await clearOrders(database);
      await putOrders(database, changes.orders);
      await deleteOrders(database, changes.hidden);
      await writeMeta(database, 'orders', { epoch: changes.epoch, seq: changes.seq, proof: changes.proof });
      // A server that can be read may still accept no changes: the problem of a waiting operation stays.
      const isWaiting = (await database.operations.filter(({ state }) => state === 'waiting').count()) > 0;
      const problem = isWaiting ? ((await readMeta(database, 'state'))?.problem ?? null) : null;
      await writeMeta(database, 'state', { lastSyncedAtMs: atMs, problem });
    }),
  );
