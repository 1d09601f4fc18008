import { readTable } from '../world/read-disk.ts';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

interface BoughtLine {
  readonly device: SimDevice;
  readonly product: number;
  readonly upToNumber: number;
}

const linesOf = (world: World): BoughtLine[] => {
  const lines = (world.memory.get('bought lines') as BoughtLine[] | undefined) ?? [];
  world.memory.set('bought lines', lines);
  return lines;
};

/** Records that a device orders a cart line: pending operations of the line are dropped once the order is confirmed. */
export function recordCheckout(world: World, device: SimDevice, sub: string, product: number): void {
  const operations = readTable(device.disk, `${device.databaseName}-${userDatabaseName(sub)}`, 'operations');
  const upToNumber = Math.max(0, ...operations.map(({ number }) => Number(number)));
  linesOf(world).push({ device, product, upToNumber });
}

/** Returns whether an operation may have been dropped by an order. */
export const mayBeOrdered = (world: World, device: SimDevice, product: number, number: number): boolean =>
  linesOf(world).some((line) => line.device === device && line.product === product && number <= line.upToNumber);
