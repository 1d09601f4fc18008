import { ApiError } from '#contract/http/errors.ts';
import { listAdminOrderChanges } from '#contract/http/orders.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { isUnreadableCursor } from '../../server/failed-call.ts';
import type { OrdersCursor } from './admin-database.ts';
import type { AdminSession } from '../admin-session.ts';
import type { AdminStore } from './admin-store.ts';
import { listWaiting, noteEpoch } from './operations-table.ts';
import { applyPage, readOrdersCursor } from './order-rows.ts';

type OrderChanges = EndpointReply<typeof listAdminOrderChanges>;

/**
 * Pulls changes of all orders, page by page; deletes all orders when the administrator may not see them. Returns whether they may. `now`:
 * device time in ms. @throws as ApiClient
 */
export async function pullAdminOrders(
  store: AdminStore,
  session: AdminSession,
  now: () => number,
  { signal, noteProgress }: { readonly signal: AbortSignal; readonly noteProgress: () => void },
): Promise<boolean> {
  for (let more = true; more;) {
    const cursor = await store.run(readOrdersCursor);
    const { epoch, seq: since, proof } = cursor;
    const query = epoch === '' ? { since: 0 } : { epoch, since, proof };
    const changes = await session.call(listAdminOrderChanges, { query }, { signal }).catch((error: unknown) => {
      if (mayNotSeeOrders(error)) return undefined;
      if (!isUnreadableCursor(error)) throw error;
      // Without an epoch the server starts over.
      return session.call(listAdminOrderChanges, { query: { since: 0 } }, { signal });
    });
    if (!changes) {
      await store.forgetOrders();
      return false;
    }
    signal.throwIfAborted();
    // After a logout during the call no orders are stored.
    if (session.token === null) return true;
    await applyOrders(store, cursor, changes, now());
    noteProgress();
    more = changes.more;
  }
  return true;
}

/** Whether the administrator may not see orders, or not any more. */
const mayNotSeeOrders = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'role-needed' || error.code === 'access-revoked');

/** Applies a page of changes and its cursor in one transaction, unless the device's cursor has moved since the call. */
const applyOrders = (
  store: AdminStore,
  asked: OrdersCursor,
  { epoch, seq, proof, reset = false, ...page }: OrderChanges,
  atMs: number,
): Promise<void> =>
  store.write(
    async (database) => {
      const known = await readOrdersCursor(database);
      if (known.epoch !== asked.epoch || known.seq !== asked.seq) return;
      await noteEpoch(database, epoch);
      const isReset = reset || epoch !== known.epoch;
      if (!(await applyPage(database, { ...page, cursor: { epoch, seq, proof }, isReset }))) return;
      // A server that can be read may still accept no changes: the problem of a waiting operation stays.
      const isWaiting = (await listWaiting(database)).length > 0;
      const problem = isWaiting ? ((await readMeta(database, 'state'))?.problem ?? null) : null;
      await writeMeta(database, 'state', { lastSyncedAtMs: atMs, problem });
    },
    { orders: true },
  );
