import { IDEMPOTENCY_DAYS, RESERVATION_MINUTES } from '#contract/limits.ts';
import type { PurchaseInput } from '#sync/api/account-api.ts';
import type { RowComparison } from '#sync/account/store/user-database.ts';
import { cookieHeader } from '../../support/cookie-jar.ts';
import { recordCheckout } from './cart-lines-in-checkout.ts';
import {
  checkReservations,
  checkHidden,
  checkOnePerPurchase,
  checkStock,
  checkStatusTransitions,
  readOrders,
} from '../invariants/order-invariants.ts';
import type { OrderState } from '../invariants/order-invariants.ts';
import { findHeld } from '../world/taps.ts';
import type { SimDevice } from '../world/sim-device.ts';
import { ORIGIN } from '../world/sim-server.ts';
import { selectByIndex, Violation } from '../plans/step.ts';
import type { Actor, Step } from '../plans/step.ts';
import { PRICE, PRODUCT_IDS } from '../world/world-template.ts';
import type { World } from '../world/world.ts';

/** At least two thirds of all purchases are of these, so that buyers compete for the last unit. */
const WANTED = PRODUCT_IDS.slice(0, 2);
/** Idempotency keys of API clients: few, so that some repeat. */
const PROGRAM_KEYS = 4;
const MONTH_MS = IDEMPOTENCY_DAYS * 86_400_000;
/** How late a reservation may expire: the grace period plus the job's interval. */
const SWEPT_WITHIN_MS = 10_000;

/** Buildings of a street: few, so that some purchases repeat an earlier one. */
const HOUSES = 3;
/** A purchase that is repeated after this time may be a new one. */
const SAME_PURCHASE_MS = RESERVATION_MINUTES * 60_000;

/** A world's memory of its orders. */
interface Memory {
  /** Number of restores before the other members were observed. */
  history: number;
  seen: Map<string, OrderState>;
  /** The buyer to whom an order was confirmed, by the order's id. */
  readonly told: Map<string, string>;
  /** Orders confirmed to API clients, by buyer and idempotency key. */
  readonly byKey: Map<string, string>;
}

const memoryOf = (world: World): Memory => {
  const history = world.taps.history;
  const known = world.memory.get('orders') as Memory | undefined;
  if (known?.history === history) return known;
  // Orders may be gone after a restore.
  const memory = { history, seen: new Map(), told: new Map(), byKey: new Map() };
  world.memory.set('orders', memory);
  return memory;
};

/** Number of orders that purchases may have led to, by their address. */
const purchasesOf = (world: World): Map<string, number> => {
  const purchases = (world.memory.get('purchases') as Map<string, number> | undefined) ?? new Map<string, number>();
  world.memory.set('purchases', purchases);
  return purchases;
};

/** Buyers on devices and API clients who order and delete orders. */
export const orderActor: Actor = {
  name: 'orders',
  steps: [
    {
      kind: 'buy',
      weight: 8,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(choice.below(3) > 0 ? WANTED : PRODUCT_IDS),
        quantity: 1 + choice.below(3),
        house: choice.below(HOUSES),
      }),
      run: buyOnDevice,
    },
    {
      kind: 'buy by program',
      weight: 5,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        key: choice.below(PROGRAM_KEYS),
        others: choice.below(3),
        times: 1 + choice.below(2),
      }),
      run: buyByProgram,
    },
    {
      kind: 'delete order',
      weight: 3,
      plan: (choice, { devices }) => ({ device: choice.below(devices), tab: choice.below(2), place: choice.below(3) }),
      run: async (world, { device, tab, place }) => {
        const used = world.tab(device, tab);
        const data = used?.data;
        const order = selectByIndex((await data?.orders()) ?? [], place);
        if (!used || !data || !order) return;
        const mutation = { name: 'deleteOrder', args: { payment_id: order.payment_id } } as const;
        const tap = { device: used.device, sub: data.sub, mutation, atMs: world.still.now() };
        const { report } = await world.taps.make(tap, () => data.enqueue(mutation));
        if (report !== 'kept') return;
        const isShown = (await data.orders()).some(({ id }) => id === order.id);
        if (isShown) throw new Violation('own writes visible', `${order.id} was deleted and is shown`);
      },
    },
  ],

  checkCommitted(world) {
    const memory = memoryOf(world);
    const orders = readOrders(world);
    checkStock(world);
    checkReservations(world, orders);
    checkOnePerPurchase(world, purchasesOf(world));
    checkHidden(world, new Set(world.taps.named('deleteOrder').map(({ mutation }) => mutation.args.payment_id)));
    checkStatusTransitions(memory.seen, orders);
    memory.seen = new Map(orders.map((order) => [order.id, order]));
    for (const [id, sub] of memory.told) {
      if (memory.seen.get(id)?.sub !== sub) throw new Violation('no order lost', `${sub} was given ${id}`);
    }
  },

  async checkAtRest(world) {
    for (const device of world.devices) {
      const data = device.tabs[0]?.data;
      if (!data) throw new Violation('tabs reopen', device.name);
      const shown = (await data.orders()).map(({ id, payment_status, seq }) => `${id} ${payment_status} ${seq}`);
      const there = world
        .rows<{ text: string }>(
          `select id || ' ' || status || ' ' || seq as text from purchase where sub = ? and hidden_at is null
           order by created_at desc, id desc`,
          data.sub,
        )
        .map(({ text }) => text);
      if (shown.join() !== there.join()) {
        throw new Violation('orders converge', `${device.name} shows ${shown.join()}, the server has ${there.join()}`);
      }
      const comparison = device.readUserTable(data.sub, 'meta').find(({ key }) => key === 'comparison');
      if ((comparison?.['value'] as RowComparison | undefined)?.isRereadDue)
        throw new Violation('rows are read again once', `${device.name} keeps reading`);
    }
    for (const tap of world.taps.named('deleteOrder')) {
      if (tap.mayBeMissing || findHeld(tap) === 'shown for a decision') continue;
      // The server shows an order again once its payment has begun.
      const shown = `select 1 from purchase where payment_id = ? and hidden_at is null and status in ('creating', 'waiting', 'expired')
        and not exists (select 1 from payment_notice where order_id = purchase.id)`;
      const { payment_id } = tap.mutation.args;
      if (world.rows(shown, payment_id).length > 0)
        throw new Violation('no operation lost', `deletion of ${payment_id}`);
    }
    // A wall clock that was set back must not expire anything early.
    const [waiting] = world.rows<OrderState>(
      `select * from purchase where stock_state = 'held' and status in ('creating', 'waiting') and expires_at < ?`,
      world.still.now() + world.server.skewMs - SWEPT_WITHIN_MS,
    );
    if (waiting) throw new Violation('reservations expire', `${waiting.id} is ${waiting.status}`);
  },
};

const inputOf = (sub: string, product: number, quantity: number, address: string): PurchaseInput => ({
  google_id: sub,
  product_id: product,
  condition: 'good',
  store: '',
  quantity,
  total_amount: Number(PRICE) * quantity,
  email: '',
  address,
  postal_code: '',
  city: '',
  state_prov: '',
  contact_name: '',
  phone: '',
});

/** Starts a purchase; its reply may never arrive. */
function buyOnDevice(world: World, { device, tab: place, product, quantity, house }: Step): void {
  const tab = world.tab(device, place);
  const sub = tab?.device.sub;
  if (!tab || sub == null) return;
  const address = `${sub} on ${tab.device.name}: ${Number(quantity)} of ${Number(product)} to house ${Number(house)}`;
  const input = inputOf(sub, Number(product), Number(quantity), address);
  const history = world.taps.history;
  recordCheckout(world, tab.device, sub, Number(product));
  // The same purchase is the same order as long as its outcome is unknown.
  if (!isUnfinished(tab.device, sub, input)) count(purchasesOf(world), address);
  tab.engine.account.createPurchase(input).then(
    (result) => {
      if (!result.ok) return;
      world.count('order told');
      const memory = memoryOf(world);
      if (memory.history === history) memory.told.set(result.value.order.id, sub);
    },
    () => undefined,
  );
}

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Returns whether a device still has an attempt at a purchase whose outcome it does not know, and which is recent. */
function isUnfinished(device: SimDevice, sub: string, input: PurchaseInput): boolean {
  const body = JSON.stringify(input);
  const attempt = device.readUserTable(sub, 'purchases').find((row) => row['body'] === body);
  const ageMs = Date.now() + device.skewMs - Number(attempt?.['startedAtMs']);
  return attempt !== undefined && Math.abs(ageMs) <= SAME_PURCHASE_MS;
}

/** Sends purchases under some keys at once, each once or twice. The key determines the purchase. */
function buyByProgram(world: World, { device: place, key, others, times }: Step): void {
  const device = world.device(place);
  if (device?.sub == null) return;
  for (let number = Number(key); number <= Number(key) + Number(others); number++) {
    for (let time = 0; time < Number(times); time++) void askOnce(world, device, device.sub, number % PROGRAM_KEYS);
  }
}

async function askOnce(world: World, { cookies, line }: SimDevice, sub: string, number: number): Promise<void> {
  // Programs repeat a purchase within the time for which keys are kept.
  const key = `program-${number}-in-month-${Math.floor((world.still.now() + world.server.skewMs) / MONTH_MS)}`;
  const address = `${sub} ${key}`;
  purchasesOf(world).set(address, 1);
  const call = {
    method: 'POST',
    path: '/api/create-purchase',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      cookie: cookieHeader(cookies),
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify(inputOf(sub, WANTED[number % WANTED.length] ?? 1, 1 + (number % 3), address)),
  };
  const history = world.taps.history;
  const reply = await world.server.handle(call, line.address);
  const memory = memoryOf(world);
  if (reply?.status !== 200 || memory.history !== history) return;
  const { order } = JSON.parse(reply.body.toString()) as { order: { id: string } };
  const known = memory.byKey.get(address) ?? order.id;
  if (known !== order.id) memory.told.set(`${known} and ${order.id} for one key`, sub);
  memory.byKey.set(address, order.id);
  memory.told.set(order.id, sub);
}
