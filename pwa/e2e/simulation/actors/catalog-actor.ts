import { addViews } from '#api/catalog/products/view.repository.ts';
import type { ShopKey } from '#contract/shops.ts';
import {
  checkShownShops,
  checkStoredShop,
  checkViewCounts,
  checkWholeShop,
  describeCards,
  followShops,
  isInHistory,
  listServerRows,
} from '../invariants/catalog-invariants.ts';
import { checkAnswers } from '../invariants/query-invariants.ts';
import { selectByIndex, Violation } from '../plans/step.ts';
import type { Actor, Choice } from '../plans/step.ts';
import { PASSING_IDS, SHOP_IDS, shopOf, SIM_SHOPS } from '../world/sim-shops.ts';
import type { SimShop } from '../world/sim-shops.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

/** Most changes are in the shop that tabs show at first. */
const drawShop = (choice: Choice): SimShop => choice.oneOf(['ayz', 'ayz', 'ayz', 'pc']);

/** Main categories that pages show. */
const MAIN_CATEGORIES: Readonly<Record<SimShop, string>> = { ayz: 'Computers', pc: 'Parts' };

/** A device's position in the shop's feed; `name` identifies the device, its epoch and its losses. */
interface Position {
  readonly name: string;
  readonly cursor: number;
  readonly proof: string | undefined;
}

/** An administrator who edits, deletes and re-adds products, visitors who look at them, and devices that follow. */
export const catalogActor: Actor = {
  name: 'catalogue',
  steps: [
    {
      kind: 'save product',
      weight: 5,
      plan: (choice) => {
        const shop = drawShop(choice);
        return { shop, id: choice.oneOf(SHOP_IDS[shop]), title: `Title ${choice.below(1_000)}` };
      },
      run: (world, { shop, id, title }) =>
        work(world, async () => {
          const fields = { title: String(title), main_category: 'Phones', category: 'Used' };
          await world.server.context.products.saveProducts(shopOf(shop), [{ id: Number(id), fields }]);
        }),
    },
    {
      kind: 'delete product',
      weight: 3,
      plan: (choice) => ({ shop: drawShop(choice), id: choice.oneOf(PASSING_IDS) }),
      run: (world, { shop, id }) =>
        work(world, async () => void (await world.server.context.products.deleteProducts(shopOf(shop), [Number(id)]))),
    },
    {
      kind: 'undo deletion',
      weight: 3,
      plan: (choice) => ({ shop: drawShop(choice), place: choice.below(3) }),
      run: (world, { shop, place }) =>
        work(world, async () => {
          const { products, write } = world.server.context;
          const deleted = world.rows<{ id: number }>('select id from deleted_product where shop = ?', shopOf(shop));
          const found = selectByIndex(deleted, place);
          if (found) await write((unit) => products.restoreProductsIn(unit, shopOf(shop), [found.id]));
        }),
    },
    {
      kind: 'import products',
      weight: 3,
      plan: (choice) => ({
        shop: drawShop(choice),
        first: choice.below(SHOP_IDS.ayz.length),
        count: 2 + choice.below(10),
        title: `Import ${choice.below(1_000)}`,
      }),
      run: (world, { shop, first, count, title }) =>
        work(world, () => importProducts(world, shopOf(shop), Number(first), Number(count), String(title))),
    },
    {
      kind: 'snapshot',
      weight: 1,
      plan: (choice) => ({ shop: drawShop(choice) }),
      run: (world, { shop }) => work(world, () => world.server.running.snapshots.build([shopOf(shop)])),
    },
    {
      kind: 'several snapshots',
      weight: 2,
      plan: (choice) => ({
        shop: drawShop(choice),
        rounds: 2 + choice.below(3),
        first: choice.below(SHOP_IDS.ayz.length),
        count: 1 + choice.below(8),
      }),
      run: (world, { shop: name, rounds, first, count }) =>
        work(world, async () => {
          const shop = shopOf(name);
          for (let round = 0; round < Number(rounds); round++) {
            const title = `Round ${round} of ${String(first)}`;
            await importProducts(world, shop, Number(first) + round, Number(count), title);
            await world.server.running.snapshots.build([shop]);
          }
        }),
    },
    {
      kind: 'views',
      weight: 4,
      plan: (choice) => {
        const shop = drawShop(choice);
        return { shop, id: choice.oneOf([...SHOP_IDS[shop], ...PASSING_IDS]), count: 1 + choice.below(40) };
      },
      run: (world, { shop, id, count }) =>
        work(world, () => countViews(world, shopOf(shop), Number(id), Number(count))),
    },
    {
      kind: 'open shop',
      weight: 3,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        shop: choice.oneOf(SIM_SHOPS),
      }),
      run(world, { device, tab, shop }) {
        const opened = world.tab(device, tab);
        if (!opened) return;
        // The first tab shows start screens. A device keeps its category for the other shop, which does not have it.
        opened.device.mainCategory = tab === 0 ? null : MAIN_CATEGORIES[shopOf(shop)];
        opened.openShop(shopOf(shop));
      },
    },
  ],

  begin(world) {
    for (const device of world.devices) followShops(world, device);
  },

  heal(world) {
    // Views alone cause no event, so a tab in use pulls them every minute; here it pulls at once.
    for (const device of world.devices) void device.tabs[0]?.engine.refresh();
  },

  async checkAlways(world) {
    for (const device of world.devices) for (const shop of SIM_SHOPS) await checkAlways(world, device, shop);
  },

  async checkAtRest(world) {
    for (const device of world.devices)
      for (const shop of SIM_SHOPS) if (device.readShop(shop) || shop === 'ayz') await checkAtRest(world, device, shop);
  },
};

async function checkAlways(world: World, device: SimDevice, shop: SimShop): Promise<void> {
  const stored = device.readShop(shop);
  if (!stored) return;
  // Holds only the last position of each device: a folder that is put back brings back an earlier epoch, with lower numbers.
  const seen = (world.memory.get(`cursors of ${shop}`) as Map<SimDevice, Position> | undefined) ?? new Map();
  world.memory.set(`cursors of ${shop}`, seen);
  const name = `${device.name} ${stored.epoch} after ${device.storage.losses} losses`;
  const before = seen.get(device);
  // After data was put back twice, the server may be in the same epoch again before the device has seen the one in between:
  // the device then starts over within that epoch.
  if (before?.name === name && stored.cursor < before.cursor && isInHistory(world, shop, before.cursor, before.proof))
    throw new Violation('cursors rise', `${name} went from ${before.cursor} to ${stored.cursor}`);
  seen.set(device, { name, cursor: stored.cursor, proof: stored.proof });
  checkStoredShop(world, device, shop);
  await checkShownShops(world, device, shop);
}

async function checkAtRest(world: World, device: SimDevice, shop: SimShop): Promise<void> {
  const expected = listServerRows(world, shop)
    .map(({ id, text }) => `${id}: ${text}`)
    .join('\n');
  for (const [place, { engine }] of device.tabs.entries()) {
    const cards = await world.still.finish(engine.catalog.cards(shop, SHOP_IDS[shop]));
    const shown = describeCards(cards);
    if (shown !== expected)
      throw new Violation(
        'catalogues converge',
        `tab ${place} of ${device.name} shows of ${shop}\n${shown}\ninstead of\n${expected}`,
      );
    checkViewCounts(world, shop, cards, `tab ${place} of ${device.name}`);
  }
  await checkWholeShop(world, device, shop);
  await checkAnswers(world, device, shop);
}

/** Saves products whose ids follow each other in the list of ids, in one call. */
const importProducts = async (
  world: World,
  shop: SimShop,
  first: number,
  count: number,
  title: string,
): Promise<void> => {
  const all: readonly number[] = SHOP_IDS[shop];
  const ids = Array.from({ length: count }, (_, place) => all[(first + place) % all.length] ?? 1);
  const fields = { title, main_category: 'Phones', category: 'Used' };
  await world.server.context.products.saveProducts(
    shop,
    [...new Set(ids)].map((id) => ({ id, fields: { ...fields, title: `${title} (${id})` } })),
  );
};

/** Counts views of visitors elsewhere. */
const countViews = async (world: World, shop: ShopKey, id: number, count: number): Promise<void> => {
  const { write, states } = world.server.context;
  await addViews(write, shop, new Map([[id, count]]));
  await states.refresh([shop]);
};

/** Runs work on the server, which may die during it: the work must then be absent or complete. */
async function work(world: World, run: () => Promise<void>): Promise<void> {
  if (!world.server.isUp) return;
  const done = world.server.inside(() => run().catch(() => undefined));
  await world.still.finish(Promise.race([done, world.server.death()]));
}
