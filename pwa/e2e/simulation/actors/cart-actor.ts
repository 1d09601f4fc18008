import type { CartLine } from '#contract/cart.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import type { Mutation, OperationResult } from '#contract/mutations.ts';
import { mayBeOrdered } from './cart-lines-in-checkout.ts';
import type { SimDevice } from '../world/sim-device.ts';
import { Violation } from '../plans/step.ts';
import type { Actor, Step } from '../plans/step.ts';
import { PRICE, PRODUCT_IDS } from '../world/world-template.ts';
import type { World } from '../world/world.ts';

/** An operation that a device reported as stored. */
interface Kept {
  readonly device: SimDevice;
  readonly sub: string;
  readonly mutation: Mutation;
  readonly id: string;
  readonly number: number;
  /** The server decided it, and then a backup without it was restored. */
  isForgotten: boolean;
}

/** Units by product. */
type Cart = Map<number, number>;

const keptOf = (world: World): Kept[] => {
  const kept = (world.memory.get('cart') as Kept[] | undefined) ?? [];
  world.memory.set('cart', kept);
  return kept;
};

/** Shoppers who change their carts on all their devices. */
export const cartActor: Actor = {
  name: 'cart',
  steps: [
    {
      kind: 'add to cart',
      weight: 12,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(PRODUCT_IDS),
        quantity: 1 + choice.below(2),
      }),
      run: (world, step) =>
        changeCart(world, step, {
          name: 'addCartItem',
          args: { ...itemOf(step), quantity: Number(step['quantity']), price_seen: PRICE },
        }),
    },
    {
      kind: 'set quantity',
      weight: 6,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(PRODUCT_IDS),
        quantity: 1 + choice.below(5),
      }),
      run: (world, step) =>
        changeCart(world, step, {
          name: 'setCartQuantity',
          args: { ...itemOf(step), quantity: Number(step['quantity']) },
        }),
    },
    {
      kind: 'remove from cart',
      weight: 5,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(PRODUCT_IDS),
      }),
      run: (world, step) => changeCart(world, step, { name: 'removeCartItem', args: itemOf(step) }),
    },
  ],

  noteRestore(world) {
    for (const entry of keptOf(world))
      entry.isForgotten ||= !entry.device.hasToSend(entry.sub, entry.id) || mayBeTold(world, entry);
  },

  checkCommitted(world) {
    for (const sub of subsOf(world)) {
      const server = readServerCart(world, sub);
      const expected = replay(world, sub);
      if (show(server) !== show(expected))
        throw new Violation('operations apply once', `${sub} has ${show(server)}, decided was ${show(expected)}`);
    }
  },

  async checkAtRest(world) {
    for (const device of world.devices) {
      const [tab] = device.tabs;
      if (!tab) throw new Violation('tabs reopen', device.name);
      const waiting = (await tab.data.outbox()).filter(({ refusal }) => refusal === null);
      if (waiting.length > 0)
        throw new Violation('outboxes are flushed', `${device.name} still has ${JSON.stringify(waiting)}`);
      const shown = show(toCart(await tab.data.cart()));
      const server = show(readServerCart(world, tab.data.sub));
      if (shown !== server)
        throw new Violation('carts converge', `${device.name} shows ${shown}, the server has ${server}`);
    }
    checkNoneLost(world);
  },
};

const itemOf = ({ product }: Step) => ({ product_id: Number(product), condition: 'good' as const });

/** Enqueues an operation and compares the cart that the tab shows with the expected one. */
export async function changeCart(world: World, { device, tab: place }: Step, mutation: Mutation): Promise<void> {
  const tab = world.tab(device, place);
  if (!tab) return;
  const { data } = tab;
  const before = toCart(await data.cart());
  const tap = { device: tab.device, sub: data.sub, mutation, atMs: world.still.now() };
  const { report } = await world.taps.make(tap, () => data.enqueue(mutation));
  if (report !== 'kept') return;
  const id = (await data.outbox()).at(-1)?.id ?? '';
  const number = Number(tab.device.readOperations(data.sub).find((row) => row['id'] === id)?.['number']);
  keptOf(world).push({ device: tab.device, sub: data.sub, mutation, id, number, isForgotten: false });
  const shown = show(toCart(await data.cart()));
  apply(before, mutation);
  if (shown !== show(before)) throw new Violation('own writes visible', `shown is ${shown} instead of ${show(before)}`);
}

function apply(cart: Cart, { name, args }: Mutation): void {
  if (name === 'addCartItem')
    cart.set(args.product_id, Math.min((cart.get(args.product_id) ?? 0) + args.quantity, MAX_CART_QUANTITY));
  else if (name === 'removeCartItem') cart.delete(args.product_id);
  else if (name === 'setCartQuantity' && cart.has(args.product_id)) cart.set(args.product_id, args.quantity);
}

const toCart = (lines: readonly Pick<CartLine, 'product_id' | 'quantity'>[]): Cart =>
  new Map(lines.map(({ product_id, quantity }) => [product_id, quantity]));

const show = (cart: Cart): string =>
  [...cart]
    .sort(([a], [b]) => a - b)
    .map(([product, quantity]) => `${product}×${quantity}`)
    .join(' ');

const subsOf = (world: World): Set<string> => new Set(world.devices.flatMap(({ sub }) => sub ?? []));

const readServerCart = (world: World, sub: string): Cart =>
  toCart(
    world.rows<Pick<CartLine, 'product_id' | 'quantity'>>(
      'select product_id, quantity from cart_line where sub = ?',
      sub,
    ),
  );

interface Decided {
  readonly key: string;
  readonly result: string;
}

/** Computes the cart that follows from the server's decisions, in their order. */
function replay(world: World, sub: string): Cart {
  const cart: Cart = new Map();
  const kept = new Map(keptOf(world).map((entry) => [keyOf(entry), entry.mutation]));
  for (const { key, result } of world.rows<Decided>(
    'select key, result from idempotency where owner = ? order by rowid',
    sub,
  )) {
    const mutation = kept.get(key);
    if (mutation && (JSON.parse(result) as OperationResult).outcome === 'applied') apply(cart, mutation);
    // Ordered lines leave the cart.
    if (key.startsWith('purchase ')) cart.delete(productOf(world, result));
  }
  return cart;
}

const productOf = (world: World, order: string): number =>
  world.rows<{ product_id: number }>('select product_id from purchase where id = ?', order)[0]?.product_id ?? 0;

/** Returns the idempotency key of an operation. */
const keyOf = ({ id }: Kept): string => `operation ${id}`;

const isDecided = (world: World, entry: Kept): boolean =>
  world.rows('select 1 from idempotency where owner = ? and key = ?', entry.sub, keyOf(entry)).length === 1;

/** Returns whether a frozen tab may hold the reply to an operation and apply it after the restore. */
const mayBeTold = (world: World, entry: Kept): boolean =>
  entry.device.tabs.some(({ lifecycle }) => lifecycle.isFrozen) && isDecided(world, entry);

const isBought = (world: World, { device, mutation: { name, args }, number }: Kept): boolean =>
  (name === 'addCartItem' || name === 'setCartQuantity' || name === 'removeCartItem') &&
  mayBeOrdered(world, device, args.product_id, number);

/** Checks that each stored operation was decided, or that its line was ordered. */
function checkNoneLost(world: World): void {
  for (const entry of keptOf(world).filter(({ isForgotten }) => !isForgotten)) {
    if (!isDecided(world, entry) && !isBought(world, entry))
      throw new Violation(
        'no operation lost',
        `${entry.device.name} ${entry.number} ${JSON.stringify(entry.mutation)}`,
      );
  }
}
