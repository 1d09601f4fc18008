import type { Order } from '#contract/orders/order.ts';
import { json, send } from '../clients/send.ts';
import type { Reply } from '../clients/send.ts';
import { signIn } from '../clients/sign-in.ts';
import { startTestApp } from './test-app.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

/** The id of the only product of an order app; it is sold as `good` for $12.50. */
export const CAMERA_ID = 1;
export const CAMERA_PRICE = 12.5;

/** A valid purchase of cameras. */
export const purchaseOf = (sub: string, quantity = 1) => ({
  google_id: sub,
  product_id: CAMERA_ID,
  condition: 'good',
  store: '',
  quantity,
  total_amount: CAMERA_PRICE * quantity,
  email: 'alice@example.com',
  address: 'Lime Street 1',
  postal_code: '12345',
  city: 'Limetown',
  state_prov: 'CA',
  contact_name: 'Alice',
  phone: '+1 555 0100',
});
export type PurchaseInput = ReturnType<typeof purchaseOf>;

/** A client that buys over HTTP. */
export interface Buyer {
  readonly sub: string;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Requests a purchase, under an optional key. */
  buy(purchase?: unknown, key?: string): Promise<Reply>;
  orders(): Promise<Order[]>;
}

/** Creates a buyer with the headers of a user. */
export function createBuyer(url: string, sub: string, identity: Readonly<Record<string, string>>): Buyer {
  const call: Buyer['call'] = (method, path, body, headers = {}) =>
    send(url, path, {
      method,
      headers: { ...identity, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    sub,
    call,
    buy: (purchase = purchaseOf(sub), key) =>
      call('POST', '/api/create-purchase', purchase, key === undefined ? {} : { 'idempotency-key': key }),
    orders: async () => JSON.parse((await call('GET', `/api/my-purchases/${sub}`)).body.toString()) as Order[],
  };
}

/** Signs `demo-NAME` in as a buyer. */
export async function signInBuyer(app: Pick<TestApp, 'url'>, name: string): Promise<Buyer> {
  const { sub, headers } = await signIn(app, name);
  return createBuyer(app.url, sub, headers);
}

/** Sets the stock of the camera, or of an equal product under another id. */
export async function stockCameras(
  { context }: Pick<TestApp, 'context'>,
  quantity: number,
  id: number = CAMERA_ID,
): Promise<void> {
  const fields = {
    title: 'Camera',
    main_category: 'Photo',
    category: 'Cameras',
    store: 'Garage',
    good_condition_price: String(CAMERA_PRICE),
    good_condition_available_quantity: String(quantity),
  };
  await context.products.saveProducts('ayz', [{ id, fields }]);
}

/** Reads the camera's available, reserved and sold units from its counters and from the ledger of its life. */
export async function readStock({ context }: Pick<TestApp, 'context'>, id: number = CAMERA_ID) {
  const { reader } = context.database;
  const counters = await reader
    .selectFrom('product_condition')
    .select(['quantity as available', 'reserved', 'sold'])
    .where('shop', '=', 'ayz')
    .where('product_id', '=', id)
    .where('condition', '=', 'good')
    .executeTakeFirstOrThrow();
  const ledger = await reader
    .selectFrom('stock_move')
    .innerJoin('product', (join) =>
      join
        .onRef('product.shop', '=', 'stock_move.shop')
        .onRef('product.id', '=', 'stock_move.product_id')
        .onRef('product.life', '=', 'stock_move.life'),
    )
    .select((eb) => (['available', 'reserved', 'sold'] as const).map((name) => eb.fn.sum<number>(name).as(name)))
    .where('stock_move.shop', '=', 'ayz')
    .where('product_id', '=', id)
    .where('condition', '=', 'good')
    .executeTakeFirstOrThrow();
  return { counters, ledger };
}

/** Starts a server with short job and simulator intervals and with cameras in stock. */
export async function startOrderApp(quantity: number, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({
    orderingTimes: { jobIntervalMs: 30, simulatorStepMs: 20 },
    ...options,
  });
  await stockCameras(app, quantity);
  return app;
}

/** Chooses an action for an order on the simulator's page. */
export async function chooseInSimulator(app: Pick<TestApp, 'url'>, reply: Reply, action: string): Promise<Reply> {
  const { pathname } = new URL(String(json(reply)['payment_url']));
  return send(app.url, pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}`,
  });
}
