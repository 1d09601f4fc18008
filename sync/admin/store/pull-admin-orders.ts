import { ApiError } from '#contract/http/errors.ts';
import { listAdminOrderChanges } from '#contract/http/orders.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { isUnchanged } from '../../database/answer.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { isUnreadableCursor } from '../../server/failed-call.ts';
import type { AdminDatabase, OrdersCursor } from './admin-database.ts';
import type { AdminSession } from '../admin-session.ts';
import { SERVER_DATA } from './admin-store.ts';
import type { AdminStore } from './admin-store.ts';
import { listWaiting, noteEpoch } from './operations-table.ts';
import { applyPage, clearOrders, readOrdersCursor } from './order-rows.ts';

type OrderChanges = EndpointReply<typeof listAdminOrderChanges>;

/** Pulls changes of orders; deletes all and returns false if the user may not see orders. `now`: device time in ms. @throws as ApiClient */
export async function pullAdminOrders(
  store: AdminStore,
  session: AdminSession,
  now: () => number,
  { signal, noteProgress }: { readonly signal: AbortSignal; readonly noteProgress: () => void },
): Promise<boolean> {
  for (let more = true; more;) {
    const asked = await store.run((database) =>
      database.transaction('r', database.meta, async () => readAsked(database)),
    );
    const { epoch, seq: since, proof } = asked;
    const query = epoch === '' ? { since: 0 } : { epoch, since, proof };
    const changes = await session.call(listAdminOrderChanges, { query }, { signal }).catch((error: unknown) => {
      if (mayNotSeeOrders(error)) return undefined;
      if (!isUnreadableCursor(error)) throw error;
      // Without an epoch the server starts over.
      return session.call(listAdminOrderChanges, { query: { since: 0 } }, { signal });
    });
    if (!changes) {
      await store.write(clearOrders, { orders: true });
      return false;
    }
    signal.throwIfAborted();
    // After a logout during the call no orders are stored.
    if (session.token === null) return true;
    await applyOrders(store, asked, changes, now());
    await store.notePosition(session.position, changes.epoch);
    noteProgress();
    more = changes.more;
  }
  return true;
}

type Asked = OrdersCursor & { readonly removals: number | undefined };

/** Reads what a call depends on: up to where orders have arrived, and how often they were deleted from the device. */
const readAsked = async (database: AdminDatabase): Promise<Asked> => ({
  ...(await readOrdersCursor(database)),
  ...(await SERVER_DATA.read(database)),
});

/** Whether the administrator may not see orders, or not any more. */
const mayNotSeeOrders = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'role-needed' || error.code === 'access-revoked');

/** Applies a page of changes and its cursor in one transaction, unless the device's cursor has moved since the call. */
const applyOrders = (
  store: AdminStore,
  asked: Asked,
  { epoch, seq, proof, reset = false, ...page }: OrderChanges,
  atMs: number,
): Promise<void> =>
  store.write(
    async (database) => {
      if (!isUnchanged(asked, await readAsked(database))) return;
      await noteEpoch(database, epoch);
      const isReset = reset || epoch !== asked.epoch;
      if (!(await applyPage(database, { ...page, cursor: { epoch, seq, proof }, isReset }))) return;
      // A server that can be read may still accept no changes: the problem of a waiting operation stays.
      const isWaiting = (await listWaiting(database)).length > 0;
      const problem = isWaiting ? ((await readMeta(database, 'state'))?.problem ?? null) : null;
      await writeMeta(database, 'state', { lastSyncedAtMs: atMs, problem });
    },
    { orders: true },
  );
