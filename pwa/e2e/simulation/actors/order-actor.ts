import type { PurchaseInput } from '#sync/account/account-api.ts';
import { cookieHeader } from '../../support/cookie-jar.ts';
import { recordCheckout } from './cart-lines-in-checkout.ts';
import {
  checkReservations,
  checkIdempotencyKeys,
  checkStock,
  checkStatusTransitions,
  readOrders,
} from '../invariants/order-invariants.ts';
import type { OrderState } from '../invariants/order-invariants.ts';
import { readEpoch } from '../world/read-epoch.ts';
import type { SimDevice } from '../world/sim-device.ts';
import { ORIGIN } from '../world/sim-server.ts';
import { selectByIndex, Violation } from '../plans/step.ts';
import type { Actor, Step } from '../plans/step.ts';
import { PRICE, PRODUCT_IDS } from '../world/world-template.ts';
import type { World } from '../world/world.ts';

/** Two thirds of all purchases are of these, so that buyers compete for the last unit. */
const WANTED = PRODUCT_IDS.slice(0, 2);
/** Idempotency keys of API clients: few, so that some repeat. */
const PROGRAM_KEYS = 4;
/** How late a reservation may expire: the grace period plus the job's interval. */
const SWEPT_WITHIN_MS = 10_000;

/** A world's memory of its orders. */
interface Memory {
  /** Epoch in which the rest was observed. */
  epoch: string;
  seen: Map<string, OrderState>;
  /** Orders confirmed to a buyer. */
  readonly told: Map<string, string>;
  /** Orders confirmed to API clients, by idempotency key. */
  readonly byKey: Map<string, string>;
}

const memoryOf = (world: World): Memory => {
  const epoch = readEpoch(world);
  const known = world.memory.get('orders') as Memory | undefined;
  if (known?.epoch === epoch) return known;
  // Orders of an earlier epoch are gone.
  const memory = { epoch, seen: new Map(), told: new Map(), byKey: new Map() };
  world.memory.set('orders', memory);
  return memory;
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
        const data = world.tab(device, tab)?.data;
        const order = selectByIndex((await data?.orders()) ?? [], place);
        if (!data || !order) return;
        await data.enqueue({ name: 'deleteOrder', args: { payment_id: order.payment_id } });
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
    checkIdempotencyKeys(world, orders);
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
    }
    // A wall clock that was set back must not expire anything early.
    const [waiting] = world.rows<OrderState>(
      `select * from purchase where stock_state = 'held' and status in ('creating', 'waiting') and expires_at < ?`,
      world.still.now() + world.server.skewMs - SWEPT_WITHIN_MS,
    );
    if (waiting) throw new Violation('reservations expire', `${waiting.id} is ${waiting.status}`);
  },
};

const inputOf = (sub: string, product: number, quantity: number): PurchaseInput => ({
  google_id: sub,
  product_id: product,
  condition: 'good',
  store: '',
  quantity,
  total_amount: Number(PRICE) * quantity,
  email: '',
  address: 'Lime Street 1',
  postal_code: '',
  city: '',
  state_prov: '',
  contact_name: '',
  phone: '',
});

/** Starts a purchase; its reply may never arrive. */
function buyOnDevice(world: World, { device, tab: place, product, quantity }: Step): void {
  const tab = world.tab(device, place);
  const sub = tab?.device.sub;
  if (!tab || sub == null) return;
  const { epoch } = memoryOf(world);
  recordCheckout(world, tab.device, sub, Number(product));
  tab.engine.account.createPurchase(inputOf(sub, Number(product), Number(quantity))).then(
    (result) => {
      if (!result.ok) return;
      world.count('order told');
      const memory = memoryOf(world);
      if (memory.epoch === epoch) memory.told.set(result.value.order.id, sub);
    },
    () => undefined,
  );
}

/** Sends purchases under some keys at once, each repeatedly. The key determines the purchase. */
function buyByProgram(world: World, { device: place, key, others, times }: Step): void {
  const device = world.device(place);
  if (device?.sub == null) return;
  for (let number = Number(key); number <= Number(key) + Number(others); number++) {
    for (let time = 0; time < Number(times); time++) void askOnce(world, device, device.sub, number % PROGRAM_KEYS);
  }
}

async function askOnce(world: World, { cookies, line }: SimDevice, sub: string, key: number): Promise<void> {
  const call = {
    method: 'POST',
    path: '/api/create-purchase',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `program-${key}`,
      cookie: cookieHeader(cookies),
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify(inputOf(sub, WANTED[key % WANTED.length] ?? 1, 1 + (key % 3))),
  };
  const { epoch } = memoryOf(world);
  const reply = await world.server.handle(call, line.address);
  const memory = memoryOf(world);
  if (reply?.status !== 200 || memory.epoch !== epoch) return;
  const { order } = JSON.parse(reply.body.toString()) as { order: { id: string } };
  const name = `${sub} program-${key}`;
  const known = memory.byKey.get(name) ?? order.id;
  if (known !== order.id) memory.told.set(`${known} and ${order.id} for one key`, sub);
  memory.byKey.set(name, order.id);
  memory.told.set(order.id, sub);
}
