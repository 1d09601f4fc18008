import type { RowComparison } from '#sync/account/store/user-database.ts';
import { Violation } from '../plans/step.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

/** Versions of confirmed rows: numbers that rise with each change. A key names the row and, if it has several numbers, the number. */
type Versions = ReadonlyMap<string, number>;

/** The newest versions that each copy of a user's rows on a device has had. */
const newest = new WeakMap<SimDevice, Map<string, Map<string, number>>>();

/** Checks that the confirmed rows on each device never go back to an earlier state, and differ from the server's only after a fault. */
export function checkStoredRows(world: World): void {
  // A restored server has another history, in which an epoch may come back with lower numbers.
  if (world.taps.history > 0) return;
  for (const device of world.devices) {
    if (device.sub === null) continue;
    checkVersions(world, device, device.sub);
    checkComparison(device, device.sub);
  }
}

const readMeta = (device: SimDevice, sub: string, name: string): unknown =>
  device.readUserTable(sub, 'meta').find(({ key }) => key === name)?.['value'];

/**
 * Checks that a device finds no difference to the server's digests unless its disk has lost rows. After a difference it reads all rows
 * again, which would hide a fault.
 */
function checkComparison(device: SimDevice, sub: string): void {
  const { differences = 0 } = (readMeta(device, sub, 'comparison') ?? {}) as Partial<RowComparison>;
  if (differences > 0 && device.storage.losses === 0 && !device.hasLostRows)
    throw new Violation('stored rows follow the server', `${device.name} found a difference that no fault explains`);
}

function checkVersions(world: World, device: SimDevice, sub: string): void {
  const cursor = readMeta(device, sub, 'cursor') as { readonly epoch: string; readonly orders: number } | undefined;
  if (!cursor) return;
  const copy = [sub, device.sessionOf(sub), device.storage.losses, cursor.epoch].join(' ');
  const copies = newest.get(device) ?? new Map<string, Map<string, number>>();
  newest.set(device, copies);
  const known = copies.get(copy) ?? new Map<string, number>();
  copies.set(copy, known);
  const versions = new Map([...readVersions(device, sub), ...readHiddenOrders(world, device, sub, cursor.orders)]);
  for (const [name, version] of versions) {
    const before = known.get(name) ?? 0;
    if (version < before)
      throw new Violation('rows do not go back', `${device.name} has ${name} at ${version} after ${before}`);
    known.set(name, version);
  }
}

const readVersions = (device: SimDevice, sub: string): Versions =>
  new Map([
    ...device.readUserTable(sub, 'orders').map(({ id, seq }) => [`order ${String(id)}`, Number(seq)] as const),
    ...device
      .readUserTable(sub, 'chats')
      .flatMap(({ id, last_seq, read_seq, peer_read_seq }) =>
        Object.entries({ last_seq, read_seq, peer_read_seq }).map(
          ([field, seq]) => [`${field} of chat ${String(id)}`, Number(seq)] as const,
        ),
      ),
  ]);

/** The versions of orders that a device has removed because the server hides them: an order that comes back must be newer. */
function readHiddenOrders(world: World, device: SimDevice, sub: string, pulledTo: number): Versions {
  const stored = new Set(device.readUserTable(sub, 'orders').map(({ id }) => id));
  return new Map(
    world
      .rows<{ id: string; seq: number }>(
        'select id, seq from purchase where sub = ? and hidden_at is not null and seq <= ?',
        sub,
        pulledTo,
      )
      .filter(({ id }) => !stored.has(id))
      .map(({ id, seq }) => [`order ${id}`, seq] as const),
  );
}
