import type { CartLine } from '#contract/orders/cart.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { checkNoneMissing, explainCarts, priceOfTap } from '../invariants/cart-invariants.ts';
import { checkShownCarts } from '../invariants/screen-invariants.ts';
import { mayBeOrdered } from './cart-lines-in-checkout.ts';
import type { SimDevice } from '../world/sim-device.ts';
import { Violation } from '../plans/step.ts';
import type { Actor, Step } from '../plans/step.ts';
import { PRODUCT_IDS } from '../world/world-template.ts';
import type { World } from '../world/world.ts';

/** Units by product. */
type Cart = Map<number, number>;

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
        again: choice.below(3) === 0,
      }),
      run: (world, step) =>
        changeCart(world, step, (price_seen) => ({
          name: 'addCartItem',
          args: { ...itemOf(step), quantity: Number(step['quantity']), price_seen },
        })),
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
        changeCart(world, step, (price_seen) => ({
          name: 'setCartQuantity',
          args: { ...itemOf(step), quantity: Number(step['quantity']), price_seen },
        })),
    },
    {
      kind: 'remove from cart',
      weight: 5,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(PRODUCT_IDS),
      }),
      run: (world, step) => changeCart(world, step, () => ({ name: 'removeCartItem', args: itemOf(step) })),
    },
  ],

  checkCommitted(world) {
    explainCarts(world);
  },

  checkAlways: checkShownCarts,

  async checkAtRest(world) {
    for (const device of world.devices) {
      const [tab] = device.tabs;
      if (!tab) throw new Violation('tabs reopen', device.name);
      const waiting = (await tab.data.outbox()).filter(({ rejection }) => rejection === null);
      if (waiting.length > 0)
        throw new Violation('outboxes are flushed', `${device.name} still has ${JSON.stringify(waiting)}`);
      const shown = show(toCart(await tab.data.cart()));
      const server = show(readServerCart(world, tab.data.sub));
      if (shown !== server)
        throw new Violation('carts converge', `${device.name} shows ${shown}, the server has ${server}`);
    }
    checkNoneMissing(world, ({ devices, operation }) => mayBeOrdered(world, devices, operation));
  },
};

const itemOf = ({ product }: Step) => ({ product_id: Number(product), condition: 'good' as const });

/** Enqueues an operation, which `createMutation` makes with the price of the tap, and compares the cart that the tab shows with the expected one. */
export async function changeCart(
  world: World,
  { device, tab: place, again }: Step,
  createMutation: (price: string) => Mutation,
): Promise<void> {
  const tab = world.tab(device, place);
  if (!tab) return;
  const { data } = tab;
  const number = world.taps.number();
  const mutation =
    (again === true && findEqualTap(world, tab.device, createMutation)) || createMutation(priceOfTap(number));
  const before = toCart(await data.cart());
  const tap = { number, device: tab.device, sub: data.sub, mutation, atMs: world.still.now() };
  const { report } = await world.taps.make(tap, () => data.enqueue(mutation));
  if (report !== 'kept') return;
  const shown = show(toCart(await data.cart()));
  apply(before, mutation);
  if (shown !== show(before)) throw new Violation('own writes visible', `shown is ${shown} instead of ${show(before)}`);
}

/** Returns the mutation of the device's newest tap that equals a new one except for the price, as when a person taps a button again. */
function findEqualTap(
  world: World,
  device: SimDevice,
  createMutation: (price: string) => Mutation,
): Mutation | undefined {
  return world.taps.all
    .filter(({ sub, devices: [tapped] }) => tapped === device && sub === device.sub)
    .map(({ mutation }) => mutation)
    .findLast(
      (earlier) =>
        earlier.name === 'addCartItem' &&
        JSON.stringify(createMutation(earlier.args.price_seen)) === JSON.stringify(earlier),
    );
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

const readServerCart = (world: World, sub: string): Cart =>
  toCart(
    world.rows<Pick<CartLine, 'product_id' | 'quantity'>>(
      'select product_id, quantity from cart_line where sub = ?',
      sub,
    ),
  );
