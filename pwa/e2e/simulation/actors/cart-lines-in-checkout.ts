import { readTable } from '../world/read-disk.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

interface BoughtLine {
  readonly device: SimDevice;
  readonly product: number;
  readonly upToOp: number;
}

const linesOf = (world: World): BoughtLine[] => {
  const lines = (world.memory.get('bought lines') as BoughtLine[] | undefined) ?? [];
  world.memory.set('bought lines', lines);
  return lines;
};

/** Records that a device orders a cart line: pending operations of the line are dropped once the order is confirmed. */
export function recordCheckout(world: World, device: SimDevice, sub: string, product: number): void {
  const outbox = readTable(device.disk, device.userDatabase(sub), 'outbox');
  const upToOp = Math.max(0, ...outbox.map(({ op }) => Number(op)));
  linesOf(world).push({ device, product, upToOp });
}

/** Returns whether an operation may have been dropped by an order. */
export const mayBeOrdered = (world: World, device: SimDevice, product: number, op: number): boolean =>
  linesOf(world).some((line) => line.device === device && line.product === product && op <= line.upToOp);
