import type { Actor } from '../plans/step.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { ServerFolder } from '../world/sim-server.ts';
import type { World } from '../world/world.ts';
import { renewSession } from './account-actor.ts';
import { PUT_BACK_UNDER_SERVER } from './payment-actor.ts';
import { followShops } from '../invariants/catalog-invariants.ts';

const DAY_MS = 86_400_000;
/** Keys in a world's memory for what was copied. */
const FOLDER = 'copied folder';
const STORAGES = 'copied storages';
/** Time in which a tab notices that its session has ended. */
const NOTICED_MS = 500;
/** More devices would only make a world slower. */
const MOST_DEVICES = 4;

const storagesOf = (world: World): Map<SimDevice, IDBFactory> => {
  const storages = (world.memory.get(STORAGES) as Map<SimDevice, IDBFactory> | undefined) ?? new Map();
  world.memory.set(STORAGES, storages);
  return storages;
};

/** What happens in the months of a shop: devices are away for long, and disks go back in time or are copied. */
export const longLifeActor: Actor = {
  name: 'long life',
  steps: [
    {
      kind: 'days pass',
      weight: 3,
      plan: (choice, { devices }) => ({
        days: choice.oneOf([1, 8, 31, 60, 100]),
        away: choice.below(devices),
        isAway: choice.below(3) > 0,
        signsIn: choice.below(4) > 0,
      }),
      run: async (world, { days, away, isAway, signsIn }) => {
        if (isAway) world.device(away)?.crash();
        await world.still.settle();
        // The jobs of the server run before the last day as well as after it.
        await world.sleep((Number(days) - 1) * DAY_MS);
        await world.sleep(DAY_MS);
        if (!signsIn) return;
        for (const device of world.devices) device.wake();
        await world.still.advance(NOTICED_MS);
        for (const device of world.devices) await renewSession(world, device);
      },
    },
    {
      kind: 'copy folder',
      weight: 3,
      plan: () => ({}),
      run: (world) => void world.memory.set(FOLDER, world.copyFolder()),
    },
    {
      kind: 'restore folder',
      weight: 4,
      plan: () => ({}),
      run: async (world) => {
        const folder = world.memory.get(FOLDER) as ServerFolder | undefined;
        if (!folder) return void world.memory.set(FOLDER, world.copyFolder());
        world.taps.noteRestore();
        await world.restoreFolder(folder);
        await world.server.start();
        world.count('folder restored');
      },
    },
    {
      kind: 'put back under the server',
      weight: 3,
      plan: () => ({}),
      run: (world) => {
        const folder = world.memory.get(FOLDER) as ServerFolder | undefined;
        if (!folder || !world.server.isUp) return;
        world.taps.noteRestore();
        world.server.putBackRows(folder.database);
        world.memory.set(PUT_BACK_UNDER_SERVER, true);
        world.count('put back under it');
      },
    },
    {
      kind: 'copy storage',
      weight: 3,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: async (world, { device: place }) => {
        const device = world.device(place);
        if (!device) return;
        await turnOff(world, device);
        storagesOf(world).set(device, device.copyStorage());
        await device.openTab();
      },
    },
    {
      kind: 'put storage back',
      weight: 3,
      plan: (choice, { devices }) => ({ device: choice.below(devices), opens: choice.below(2) > 0 }),
      run: async (world, { device: place, opens }) => {
        const device = world.device(place);
        if (!device) return;
        await turnOff(world, device);
        const storage = storagesOf(world).get(device);
        if (!storage) {
          storagesOf(world).set(device, device.copyStorage());
          return void (await device.openTab());
        }
        device.putStorageBack(storage);
        world.taps.noteLostStorage(device);
        world.count('storage put back');
        if (opens) await device.openTab();
      },
    },
    {
      kind: 'clone device',
      weight: 1.5,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: async (world, { device: place }) => {
        const device = world.device(place);
        if (!device || world.devices.length >= MOST_DEVICES) return;
        await turnOff(world, device);
        const clone = world.cloneDevice(device);
        world.taps.noteClone(device, clone);
        followShops(world, clone);
        await device.openTab();
        await clone.openTab();
      },
    },
  ],
};

/** Closes all tabs of a device: only storage that no tab uses is copied. */
async function turnOff(world: World, device: SimDevice): Promise<void> {
  device.crash();
  await world.still.settle();
}
