import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { Violation } from '../plans/step.ts';
import { readChangeLog } from '../world/change-log.ts';
import type { LoggedChange } from '../world/change-log.ts';
import type { World } from '../world/world.ts';
import { findHeld } from '../world/taps.ts';
import type { Tap } from '../world/taps.ts';

const CENTS = 100;
/** Lowest price of a tap, in dollars; no product costs as much. */
const FIRST_PRICE = 1_000;

/** The price, in dollars, by which a tap is recognized in the cart. */
export const priceOfTap = (number: number): string => String(FIRST_PRICE + number);

type CartTap = ReturnType<typeof listCartTaps>[number];

const listCartTaps = (world: World) => world.taps.named('addCartItem', 'setCartQuantity', 'removeCartItem');

const describe = ({ number, sub, mutation }: CartTap): string => `tap ${number} of ${sub} ${JSON.stringify(mutation)}`;

/** Returns a text that is equal for taps that cannot be told apart in the server's rows. */
const describeEffect = ({ sub, mutation }: CartTap): string => `${sub} ${JSON.stringify(mutation)}`;

/** The log of a removal has no price that identifies the tap: removals are assigned to the lines that disappeared without an order. */
const isRemoval = ({ mutation }: CartTap): boolean => mutation.name === 'removeCartItem';

/** The history of all carts since the server's database began, explained by the taps of the devices. */
export interface ExplainedCarts {
  /** Position in the log of the change that each tap made. */
  readonly places: ReadonlyMap<CartTap, number>;
  readonly log: readonly LoggedChange[];
}

/** Maximum number of uncertain taps that are left out, in every combination; any more are never left out. */
const MAX_UNCERTAIN = 5;

/**
 * Explains what happened to the server's carts by the taps: each change is due to one tap of its user, has that tap's effect on the line, is
 * made once, and follows the taps made before it on the same device; `check` may demand more. @throws Violation when no explanation holds
 */
export function explainCarts(
  world: World,
  check: (explained: ExplainedCarts) => void = () => undefined,
): ExplainedCarts {
  const log = readChangeLog(world);
  const taps = listCartTaps(world);
  let violation: unknown;
  for (const unstored of listUnstored(taps)) {
    try {
      const explained = explainBy(world, log, taps, unstored);
      check(explained);
      for (const tap of explained.places.keys()) tap.wasApplied = true;
      return explained;
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      violation ??= error;
    }
  }
  throw violation;
}

/**
 * Lists the sets of taps to leave out, beginning with the empty set: equal taps cannot be told apart, so a tap that was perhaps never stored,
 * or was lost with its disk, may seem to be applied in place of a later one.
 */
function listUnstored(taps: readonly CartTap[]): readonly ReadonlySet<CartTap>[] {
  const uncertain = [...Map.groupBy(taps, describeEffect).values()]
    .filter((equal) => equal.length > 1)
    .flatMap((equal) => equal.filter(({ mayBeMissing }) => mayBeMissing))
    .slice(0, MAX_UNCERTAIN);
  return Array.from(
    { length: 2 ** uncertain.length },
    (_, bits) => new Set(uncertain.filter((_tap, place) => (bits >> place) % 2 === 1)),
  ).toSorted((one, other) => one.size - other.size);
}

/** @throws Violation */
function explainBy(
  world: World,
  log: readonly LoggedChange[],
  taps: readonly CartTap[],
  unstored: ReadonlySet<CartTap>,
): ExplainedCarts {
  const places = new Map<CartTap, number>();
  const byPrice = Map.groupBy(taps, ({ mutation: { args } }) =>
    'price_seen' in args ? Number(args.price_seen) * CENTS : 0,
  );
  for (const [place, change] of log.entries()) {
    if (change.kind === 'order' || change.after === 0) continue;
    // Equal taps of one device take effect in their order.
    const equal = byPrice.get(change.price_cents)?.filter(({ sub }) => sub === change.sub);
    const tap = equal?.find((one) => !places.has(one) && !unstored.has(one));
    if (!equal) throw new Violation('changes are due to a tap', `no tap explains ${JSON.stringify(change)}`);
    if (!tap) throw new Violation('operations apply once', `${equal.map(describe).join(', ')} was applied again`);
    if (!hasEffect(tap, change))
      throw new Violation('operations have their effect', `${describe(tap)} led to ${JSON.stringify(change)}`);
    places.set(tap, place);
  }
  checkOrder(world, taps, places);
  explainRemovals(log, taps, places);
  return { places, log };
}

function hasEffect({ mutation: { name, args } }: CartTap, { product_id, before, after }: LoggedChange): boolean {
  if (product_id !== args.product_id) return false;
  if (name === 'addCartItem') return after === Math.min(before + args.quantity, MAX_CART_QUANTITY);
  return name === 'setCartQuantity' && before > 0 && after === args.quantity;
}

/**
 * Whether a tap must take effect before a later one. That is not so for taps that a restore forgot, that only a clone of the device has, or that
 * were in flight when the device lost its storage: they may be sent again after later ones.
 */
const isBefore = (tap: Tap, later: Tap): boolean =>
  tap.number < later.number &&
  tap.history === later.history &&
  !(tap.isBehind && tap.losses < later.losses) &&
  [...tap.devices].every((device) => later.devices.has(device));

/** Checks that the taps of each device took effect in their order. */
function checkOrder(world: World, taps: readonly CartTap[], places: ReadonlyMap<CartTap, number>): void {
  const current = taps.filter((tap) => tap.history === world.taps.history && places.has(tap));
  for (const [place, tap] of current.entries()) {
    const overtaken = current
      .slice(0, place)
      .find(
        (earlier) =>
          earlier.sub === tap.sub &&
          isBefore(earlier, tap) &&
          (places.get(earlier) ?? 0) > (places.get(tap) ?? Number.POSITIVE_INFINITY),
      );
    if (overtaken)
      throw new Violation('operations keep their order', `${describe(tap)} was applied before ${describe(overtaken)}`);
  }
}

/** Assigns one removal to each line that disappeared without an order: of several, the one that had to take effect first. */
function explainRemovals(log: readonly LoggedChange[], taps: readonly CartTap[], places: Map<CartTap, number>): void {
  const left = new Set(taps.filter(isRemoval));
  const lineOf = ({ sub, product_id }: LoggedChange): string => `${sub} ${product_id}`;
  for (const [place, change] of log.entries()) {
    const line = lineOf(change);
    // An order removes its line right before it is stored, in one transaction.
    const next = log[place + 1];
    const isOrdered = next?.kind === 'order' && lineOf(next) === line;
    if (change.kind === 'order' || change.after > 0 || isOrdered) continue;
    const [tap] = [...left]
      .filter(({ sub, mutation }) => sub === change.sub && mutation.args.product_id === change.product_id)
      .map((candidate) => ({ candidate, ...rangeOf(candidate, taps, places) }))
      .filter(({ first, end }) => first <= place && place < end)
      .toSorted((a, b) => a.end - b.end);
    if (!tap)
      throw new Violation('changes are due to a tap', `no removal explains that ${line} disappeared at ${place}`);
    left.delete(tap.candidate);
    places.set(tap.candidate, place);
  }
}

/** Returns where in the log a removal may have taken effect: after the tap itself, and between its device's other taps. */
function rangeOf(
  tap: CartTap,
  taps: readonly CartTap[],
  places: ReadonlyMap<CartTap, number>,
): { readonly first: number; readonly end: number } {
  let first = tap.changesBefore;
  let end = Number.POSITIVE_INFINITY;
  for (const other of taps) {
    const place = places.get(other);
    if (place === undefined) continue;
    if (isBefore(other, tap)) first = Math.max(first, place + 1);
    else if (isBefore(tap, other)) end = Math.min(end, place);
  }
  return { first, end };
}

/**
 * Checks that each tap took effect, unless it may be missing, is shown on its device for a decision, or is forgiven: `isForgiven`
 * returns whether the tap's line was ordered before the tap was sent.
 */
export function checkNoneMissing(world: World, isForgiven: (tap: CartTap) => boolean): void {
  const taps = listCartTaps(world);
  const mustHaveEffect = (tap: CartTap): boolean =>
    !tap.mayBeMissing && !isForgiven(tap) && findHeld(tap) !== 'shown for a decision';
  explainCarts(world, ({ places, log }) => {
    for (const [, equal] of Map.groupBy(
      taps.filter((tap) => !isRemoval(tap)),
      describeEffect,
    )) {
      const needed = equal.filter(mustHaveEffect);
      const applied = equal.filter((tap) => places.has(tap)).length;
      if (applied < needed.length)
        throw new Violation('no operation lost', `${applied} of ${needed.map(describe).join(', ')}`);
    }
    for (const tap of taps.filter(isRemoval)) {
      if (places.has(tap) || !mustHaveEffect(tap) || wasAbsent(log, tap, rangeOf(tap, taps, places))) continue;
      throw new Violation('no operation lost', describe(tap));
    }
  });
}

/** Returns whether a removal may have found no line to remove. */
function wasAbsent(
  log: readonly LoggedChange[],
  { sub, mutation }: CartTap,
  { first, end }: { readonly first: number; readonly end: number },
): boolean {
  const units = (until: number): number =>
    log
      .slice(0, until)
      .findLast(
        ({ kind, ...line }) => kind === 'line' && line.sub === sub && line.product_id === mutation.args.product_id,
      )?.after ?? 0;
  for (let place = first; place <= Math.min(end, log.length); place++) if (units(place) === 0) return true;
  return false;
}
