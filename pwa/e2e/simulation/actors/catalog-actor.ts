import {
  checkShownShops,
  checkStoredShop,
  checkWholeShop,
  describeCards,
  followShop,
  listServerRows,
} from '../invariants/catalog-invariants.ts';
import { checkAnswers } from '../invariants/query-invariants.ts';
import { Violation } from '../plans/step.ts';
import type { Actor } from '../plans/step.ts';
import { CATALOG_IDS } from '../world/world-template.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

/** Products that are deleted and added again; carts and orders use the others. */
const PASSING_IDS = [7, 8, 9] as const;
const ALL_IDS = [...CATALOG_IDS, ...PASSING_IDS];

/** A device's position in the shop's feed; `name` tells the device, its epoch and its losses. */
interface Position {
  readonly name: string;
  readonly cursor: number;
}

/** An administrator who edits, deletes and re-adds products, and devices that follow. */
export const catalogActor: Actor = {
  name: 'catalogue',
  steps: [
    {
      kind: 'save product',
      weight: 5,
      plan: (choice) => ({ id: choice.oneOf(ALL_IDS), title: `Title ${choice.below(1_000)}` }),
      run: (world, { id, title }) =>
        work(world, async () => {
          const fields = { title: String(title), main_category: 'Phones', category: 'Used' };
          await world.server.context.products.saveProducts('ayz', [{ id: Number(id), fields }]);
        }),
    },
    {
      kind: 'delete product',
      weight: 3,
      plan: (choice) => ({ id: choice.oneOf(PASSING_IDS) }),
      run: (world, { id }) =>
        work(world, async () => void (await world.server.context.products.deleteProducts('ayz', [Number(id)]))),
    },
    {
      kind: 'import products',
      weight: 3,
      plan: (choice) => ({
        first: choice.below(ALL_IDS.length),
        count: 2 + choice.below(10),
        title: `Import ${choice.below(1_000)}`,
      }),
      run: (world, { first, count, title }) =>
        work(world, () => importProducts(world, Number(first), Number(count), String(title))),
    },
    {
      kind: 'snapshot',
      weight: 1,
      plan: () => ({}),
      run: (world) => work(world, () => world.server.running.snapshots.build(['ayz'])),
    },
    {
      kind: 'several snapshots',
      weight: 2,
      plan: (choice) => ({
        rounds: 2 + choice.below(3),
        first: choice.below(ALL_IDS.length),
        count: 1 + choice.below(8),
      }),
      run: (world, { rounds, first, count }) =>
        work(world, async () => {
          for (let round = 0; round < Number(rounds); round++) {
            await importProducts(world, Number(first) + round, Number(count), `Round ${round} of ${String(first)}`);
            await world.server.running.snapshots.build(['ayz']);
          }
        }),
    },
  ],

  begin(world) {
    for (const device of world.devices) followCatalog(world, device);
  },

  async checkAlways(world) {
    // The last position of each device: a folder that is put back brings an earlier epoch back, with lower numbers.
    const seen =
      (world.memory.get('cursors') as Map<SimDevice, Position> | undefined) ?? new Map<SimDevice, Position>();
    world.memory.set('cursors', seen);
    for (const device of world.devices) {
      const shop = device.readShop();
      if (!shop) continue;
      const name = `${device.name} ${shop.epoch} after ${device.storage.losses} losses`;
      const before = seen.get(device);
      if (before?.name === name && shop.cursor < before.cursor)
        throw new Violation('cursors rise', `${name} went from ${before.cursor} to ${shop.cursor}`);
      seen.set(device, { name, cursor: shop.cursor });
      checkStoredShop(world, device, ALL_IDS);
      await checkShownShops(device, ALL_IDS);
    }
  },

  async checkAtRest(world) {
    const expected = listServerRows(world)
      .map(({ id, text }) => `${id}: ${text}`)
      .join('\n');
    for (const { name, tabs } of world.devices) {
      for (const [place, { engine }] of tabs.entries()) {
        const shown = describeCards(await engine.catalog.cards('ayz', ALL_IDS));
        if (shown !== expected)
          throw new Violation(
            'catalogues converge',
            `tab ${place} of ${name} shows\n${shown}\ninstead of\n${expected}`,
          );
      }
    }
    for (const device of world.devices) {
      await checkWholeShop(world, device, ALL_IDS);
      await checkAnswers(world, device);
    }
  },
};

/** Saves products in a row of the list of ids, in one call. */
const importProducts = async (world: World, first: number, count: number, title: string): Promise<void> => {
  const ids = Array.from({ length: count }, (_, place) => ALL_IDS[(first + place) % ALL_IDS.length] ?? 1);
  const fields = { title, main_category: 'Phones', category: 'Used' };
  await world.server.context.products.saveProducts(
    'ayz',
    [...new Set(ids)].map((id) => ({ id, fields: { ...fields, title: `${title} (${id})` } })),
  );
};

/** Runs work on the server that may die with it: the work must then be absent or complete. */
async function work(world: World, run: () => Promise<void>): Promise<void> {
  if (!world.server.isUp) return;
  const done = world.server.inside(() => run().catch(() => undefined));
  await world.still.finish(Promise.race([done, world.server.death()]));
}

/** Follows what a device's disk holds of the catalogue, from now on. */
export const followCatalog = (world: World, device: SimDevice): void => followShop(world, device, ALL_IDS);
