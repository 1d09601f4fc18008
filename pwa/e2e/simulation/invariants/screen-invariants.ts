import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { Violation } from '../plans/step.ts';
import type { LoggedChange } from '../world/change-log.ts';
import type { SimDevice } from '../world/sim-device.ts';
import { findHeld } from '../world/taps.ts';
import type { World } from '../world/world.ts';
import { explainCarts } from './cart-invariants.ts';
import type { ExplainedCarts } from './cart-invariants.ts';

/** Units by product. */
type Cart = Map<number, number>;
type CartTap = ExplainedCarts['places'] extends ReadonlyMap<infer Tap, number> ? Tap : never;

/** Position in the log that the rows of a device have at least reached, by device and copy of its rows. */
const reached = new WeakMap<SimDevice, Map<string, number>>();

/**
 * Checks that each device shows a cart that its user's history and its own taps explain: the server's cart at some position of its log, not
 * before the position that explained the previous screen, with the device's later taps on top, in their order.
 */
export async function checkShownCarts(world: World): Promise<void> {
  // A restored server has another history.
  if (world.taps.history > 0) return;
  const explained = explainCarts(world);
  for (const device of world.devices) await checkShownCart(world, device, explained);
}

async function checkShownCart(world: World, device: SimDevice, { places, log }: ExplainedCarts): Promise<void> {
  const { sub } = device;
  const tab = device.tabs.find(({ lifecycle }) => !lifecycle.isFrozen);
  if (sub === null || !tab) return;
  const hasPulled = device.readUserTable(sub, 'meta').some(({ key }) => key === 'cursor');
  const taps = world.taps
    .named('addCartItem', 'setCartQuantity', 'removeCartItem')
    .filter((tap) => tap.devices.has(device) && tap.sub === sub);
  // Before the first pull, or after lost storage or a failed tap, the taps do not determine what is on the device's disk.
  if (!hasPulled || taps.some(({ isBehind, report }) => isBehind || report !== 'kept')) return;
  const lines = await tab.data.cart();
  const shown: Cart = new Map(lines.map(({ product_id, quantity }) => [product_id, quantity]));
  const own = taps.map((tap) => ({ tap, place: places.get(tap) ?? Number.POSITIVE_INFINITY }));
  // A device may still wait for an answer that its clone has received: its screen shows only what its own disk holds.
  const onTop = own.filter(({ tap, place }) => place < log.length || findHeld(tap, device) === 'pending');
  const copy = `${sub} in session ${String(device.sessionOf(sub))} after ${device.storage.losses} losses`;
  const known = reached.get(device) ?? new Map<string, number>();
  reached.set(device, known);
  for (let position = known.get(copy) ?? 0; position <= log.length; position++) {
    const cart = cartAt(log, sub, position);
    for (const { tap, place } of onTop) if (place >= position) apply(cart, tap);
    // A confirmed order takes its line off the screen before the device has pulled the cart.
    const ordered = new Set(
      log.slice(position).flatMap((change) => (change.kind === 'order' && change.sub === sub ? change.product_id : [])),
    );
    if (describe(cart, ordered) !== describe(shown, ordered)) continue;
    known.set(copy, position);
    return;
  }
  throw new Violation(
    'screens are explained',
    `${device.name} shows ${describe(shown)}, the server has ${describe(cartAt(log, sub, log.length))}`,
  );
}

function cartAt(log: readonly LoggedChange[], sub: string, position: number): Cart {
  const cart: Cart = new Map();
  for (const change of log.slice(0, position)) {
    if (change.sub !== sub || change.kind === 'order') continue;
    if (change.after === 0) cart.delete(change.product_id);
    else cart.set(change.product_id, change.after);
  }
  return cart;
}

function apply(cart: Cart, { mutation: { name, args } }: CartTap): void {
  const units = cart.get(args.product_id);
  if (name === 'removeCartItem') cart.delete(args.product_id);
  else if (name === 'addCartItem') cart.set(args.product_id, Math.min((units ?? 0) + args.quantity, MAX_CART_QUANTITY));
  else if (units !== undefined) cart.set(args.product_id, args.quantity);
}

const describe = (cart: Cart, leftOut: ReadonlySet<number> = new Set()): string =>
  [...cart]
    .filter(([product]) => !leftOut.has(product))
    .toSorted(([a], [b]) => a - b)
    .map(([product, units]) => `${product}×${units}`)
    .join(' ');
