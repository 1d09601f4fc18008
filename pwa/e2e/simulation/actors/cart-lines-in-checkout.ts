import { cartKey, changedLine } from '#sync/api/outbox-record.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { identityOf, isOpen } from '../world/taps.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

/** Operations that orders may have made unnecessary. */
const orderedIn = (world: World): Map<SimDevice, Set<unknown>> => {
  const ordered =
    (world.memory.get('ordered operations') as Map<SimDevice, Set<unknown>> | undefined) ??
    new Map<SimDevice, Set<unknown>>();
  world.memory.set('ordered operations', ordered);
  return ordered;
};

/** Records that a device orders a cart line: pending operations of the line are dropped once the order is confirmed. */
export function recordCheckout(world: World, device: SimDevice, sub: string, product: number): void {
  const ordered = orderedIn(world).get(device) ?? new Set();
  orderedIn(world).set(device, ordered);
  const line = cartKey({ product_id: product, condition: 'good' });
  for (const row of device.readUserTable(sub, 'operations').filter(isOpen))
    if (changedLine(row['mutation'] as Mutation) === line) ordered.add(identityOf(row));
}

/** Returns whether an operation may have been dropped by an order of one of these devices. */
export const mayBeOrdered = (world: World, devices: Iterable<SimDevice>, operation: unknown): boolean =>
  [...devices].some((device) => orderedIn(world).get(device)?.has(operation));
