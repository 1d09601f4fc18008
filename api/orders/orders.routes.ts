import { ApiError } from '#contract/http/errors.ts';
import { POSITION_HEADER } from '#contract/http/data-position.ts';
import {
  createPurchase,
  deleteAdminPurchase,
  deletePurchase,
  listAdminOrderChanges,
  listAdminPurchases,
  listPurchases,
  noteOrderExport,
  setShipment,
} from '#contract/http/orders.ts';
import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import { actorOf } from '../audit/actor.ts';
import type { NoteOrderExport } from '../audit/order-exports.ts';
import type { NoteOrderRead } from '../audit/order-reads.ts';
import { readIfMatch } from '../http/caching/if-match.ts';
import { readLanguage } from '../http/caller/request-language.ts';
import { JsonPieces, route } from '../http/route.ts';
import type { Caller, Route } from '../http/route.ts';
import { readCallKey, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { DataSizes } from '../data-sizes.ts';
import type { DataHistory } from '../storage/data-history.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { readAdminOrderChanges } from './admin-order-feed.ts';
import type { Checkout } from './checkout.service.ts';
import { presentAdminOrder, presentOrder } from './order-presenter.ts';
import { listAllOrders, listVisibleOrders } from './order-lists.repository.ts';
import type { Orders } from './orders.service.ts';
import { requireKnownOrders } from './order-position.ts';
import { writeAllOrders } from './write-all-orders.ts';

export interface OrderRoutesOptions {
  readonly database: Database;
  readonly history: DataHistory;
  readonly sizes: Pick<DataSizes, 'ordersPerPage'>;
  readonly write: Write;
  readonly checkout: Checkout;
  readonly orders: Orders;
  readonly adminUserIds: readonly string[];
  readonly noteRead: NoteOrderRead;
  readonly noteExport: NoteOrderExport;
  /** The origin under which a caller reaches this server. */
  readonly originOf: (request: Caller['request']) => string;
}

/** The order endpoints for buyers and administrators. */
export function createOrderRoutes({
  database,
  history,
  sizes,
  write,
  checkout,
  orders,
  adminUserIds,
  noteRead,
  noteExport,
  originOf,
}: OrderRoutesOptions): Route[] {
  return [
    route(createPurchase, async ({ body }, { request }) => {
      await requireKnownOrders(history, body.google_id, request.headers[POSITION_HEADER]);
      const order = await checkout.purchase({
        sub: body.google_id,
        key: readIdempotencyKey(request),
        body,
        language: readLanguage(request.headers),
        origin: originOf(request),
      });
      return { payment_url: order.invoice_url, order: presentOrder(order) };
    }),

    route(listPurchases, async ({ params: { userId }, query }) =>
      (await listVisibleOrders(database.reader, userId, toPage(query))).map(presentOrder),
    ),

    route(deletePurchase, async ({ params: { paymentId } }, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      await write((unit) => orders.hide(unit, user.sub, paymentId));
      return undefined;
    }),

    route(listAdminPurchases, async ({ query }, caller) => {
      const rows = await listAllOrders(database.reader, toPage(query));
      if (rows.length > 0) await noteRead(caller);
      const isWhole = query.after === undefined && query.limit === undefined;
      return isWhole && rows.length === MAX_ORDERS_PER_PAGE
        ? new JsonPieces(writeAllOrders(database.reader, rows))
        : rows.map(presentAdminOrder);
    }),

    route(noteOrderExport, async ({ body: { count } }, caller) => {
      await noteExport(caller, count);
      return undefined;
    }),

    route(listAdminOrderChanges, async ({ query }, caller) => {
      const changes = await readAdminOrderChanges(history, query, sizes.ordersPerPage);
      if (changes.orders.length > 0) await noteRead(caller);
      return changes;
    }),

    route(setShipment, async ({ params: { paymentId }, body }, caller) => {
      const { request } = caller;
      const from = {
        actor: actorOf(caller, adminUserIds),
        version: readIfMatch(request),
        key: readCallKey(request, 'ship'),
      };
      return presentAdminOrder(await orders.setShipment(paymentId, body, from));
    }),

    route(deleteAdminPurchase, async ({ params: { paymentId } }, caller) => {
      await orders.hideFromAdministrators(paymentId, actorOf(caller, adminUserIds));
      return undefined;
    }),
  ];
}

const toPage = ({ after, limit }: { readonly after?: string | undefined; readonly limit?: number | undefined }) => ({
  after,
  limit: Math.min(limit ?? MAX_ORDERS_PER_PAGE, MAX_ORDERS_PER_PAGE),
});
