import { findProducts } from '#api/catalog/reads/catalog.repository.ts';
import { placeholderOf } from '#api/testing/give-placeholders.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { ShopCatalog } from '#sync/catalog/shop-catalog.ts';
import type { ShopRecord } from '#sync/catalog/store/catalog-store.ts';
import { Violation } from '../plans/step.ts';
import type { SimDevice, SimTab } from '../world/sim-device.ts';
import { readShopOnDisk } from '../world/stored-shop.ts';
import type { ShopOnDisk } from '../world/stored-shop.ts';
import type { World } from '../world/world.ts';

/** A product as the server has it, as far as cards show it. */
interface ServerRow {
  readonly id: number;
  readonly seq: number;
  /** Every shown field, as one text. */
  readonly text: string;
}

const readEpoch = (world: World): string | undefined =>
  world.rows<{ value: string }>("select value from meta where key = 'epoch'")[0]?.value;

/** Whether a device's position is part of the server's history; it is not when the server was put back, and knows the device only later. */
function isInHistory(world: World, { cursor, proof }: Pick<ShopRecord, 'cursor' | 'proof'>): boolean {
  const [, nonce, ahead] = /^(.{12}).{11}(.*)$/.exec(proof ?? '') ?? [];
  const state = cursor + Number.parseInt(ahead || '0', 36);
  const [known] = world.rows<{ nonce: string }>(`select nonce from history where counter = 'ayz' and seq = ${state}`);
  return known !== undefined && known.nonce === nonce;
}

/** Lists the products of the shop as the server has them. */
export const listServerRows = (world: World): ServerRow[] =>
  world.rows(
    `select id, seq, seq || ' ' || title || ' ' || main_category || ' ' || product.category || ' ' || imagecount || ' ' || image_version
       || ' ' || ifnull(quantity, 0) || ' ' || ifnull(product_condition.price_cents, 0) as text
     from product left join product_condition
       on product_condition.shop = product.shop and product_id = id and condition = 'good'
     where product.shop = 'ayz' order by id`,
  );

/** Describes every shown field of a product as one text. */
export const toText = (card: WireCard): string => {
  const { seq, title, main_category, category, imagecount, image_version } = card;
  const { good_quantity, good_price_cents } = card as WireCard & { good_quantity: number; good_price_cents: number };
  return [seq, title, main_category, category, imagecount, image_version, good_quantity, good_price_cents].join(' ');
};

/** Describes shown products as one text, in the order of their ids. */
export const describeCards = (cards: readonly WireCard[]): string =>
  cards
    .toSorted((a, b) => a.id - b.id)
    .map((card) => `${card.id}: ${toText(card)}`)
    .join('\n');

/** Lists the cards of a catalogue in memory. @throws Violation when it has products with other ids */
export function listCards(catalog: ShopCatalog, ids: readonly number[]): WireCard[] {
  const cards = ids.flatMap((id) => catalog.card(id) ?? []);
  if (cards.length !== catalog.index?.count)
    throw new Violation(
      'stored shops follow the server',
      `${catalog.index?.count} products, ${cards.length} are known`,
    );
  return cards;
}

/**
 * Checks a device's stored shop at any moment: the cards of its manifest are there, and it equals the server at its cursor. A product that
 * changed later may be shown as before, or not at all.
 */
export function checkStoredShop(world: World, device: SimDevice, ids: readonly number[]): void {
  const stored = readShopOnDisk(device);
  if (!stored) return;
  if (device.hasDamage && stored.isSound() && !stored.missing.has('cards')) device.hasDamage = false;
  if (device.hasDamage) return;
  const broken = histories.get(device)?.broken;
  if (broken !== undefined)
    throw new Violation('stored shops follow the server', `a commit of ${device.name} at ${broken}`);
  const fault = findFault(world, stored, ids);
  if (fault !== undefined) throw new Violation('stored shops follow the server', `${device.name} at ${fault}`);
}

/** Describes how a stored shop differs from the server at its cursor; undefined if it does not. */
function findFault(world: World, { record, catalog, missing }: ShopOnDisk, ids: readonly number[]): string | undefined {
  const describe = (text: string): string => `${record.cursor}: ${text}`;
  if (missing.has('cards')) return describe(`cards of the snapshot at ${record.manifest.seq} are missing`);
  if (record.cursor < record.manifest.seq) return describe(`the snapshot is at ${record.manifest.seq}`);
  const [state] = world.rows<{ seq: number; floor: number }>("select seq, floor from shop where key = 'ayz'");
  if (!state || record.epoch !== readEpoch(world) || record.cursor > state.seq || record.cursor < state.floor)
    return undefined;
  if (!isInHistory(world, record)) return undefined;
  const shown = new Map(listCards(catalog, ids).map((card) => [card.id, card]));
  const rows = new Map(listServerRows(world).map((row) => [row.id, row]));
  for (const { id, seq, text } of rows.values()) {
    const card = shown.get(id);
    if (seq <= record.cursor && (!card || toText(card) !== text))
      return describe(`shows "${card && toText(card)}" for "${text}" of ${id}`);
  }
  // A placeholder stands for links as well: both arrive behind the cards, and no card may ever have another's.
  for (const { id, placeholder } of shown.values())
    if (!['', placeholderOf(id)].includes(placeholder))
      return describe(`shows the placeholder ${placeholder} of ${id}`);
  const tombstones = new Map(
    world
      .rows<{ id: number; seq: number }>("select id, seq from tombstone where shop = 'ayz'")
      .map(({ id, seq }) => [id, seq]),
  );
  for (const { id, seq } of shown.values()) {
    const isDeleted = !rows.has(id) && (tombstones.get(id) ?? 0) <= record.cursor;
    if (isDeleted || seq > record.cursor)
      return describe(`shows ${id} at ${seq}, which ${isDeleted ? 'is deleted' : 'is news'}`);
  }
  return undefined;
}

/** Checks that a device has the whole shop on its disk, every product with every field. */
export async function checkWholeShop(world: World, device: SimDevice, ids: readonly number[]): Promise<void> {
  const stored = readShopOnDisk(device);
  const fail = (text: string): never => {
    throw new Violation('whole shops are stored', `${device.name} ${text}`);
  };
  if (!stored) return fail('has no shop');
  if (stored.missing.size > 0) fail(`lacks blocks: ${[...stored.missing].join()}`);
  const expected = listServerRows(world).map(({ id, text }) => `${id}: ${text}`);
  const shown = describeCards(listCards(stored.catalog, ids));
  if (shown !== expected.join('\n')) fail(`has\n${shown}\ninstead of\n${expected.join('\n')}`);
  const { reader } = world.server.context.database;
  for (const product of await world.still.finish(findProducts(reader, 'ayz', [...ids]))) {
    const own = stored.product(product.id);
    const [a, b] = [own, product].map((one) => JSON.stringify({ ...one, view_count: 0 }, Object.keys(product).sort()));
    if (a !== b) fail(`has ${a} instead of ${b}`);
  }
}

/** What the disk of a device has held, so that what its tabs show can be explained. */
class ShopHistory {
  readonly states: { readonly cards: string; readonly catalog: ShopCatalog }[] = [];
  /** The first commit that left a shop unlike the server's at its cursor, which a tab opened at that moment would show; undefined if there was none. */
  broken: string | undefined;
  #record: object | undefined;
  readonly #tabs = new WeakMap<object, number>();

  /** Adds the state on the disk, if it is another one. */
  note(world: World, device: SimDevice, ids: readonly number[]): void {
    const record = device.readShop();
    if (record === this.#record) return;
    this.#record = record;
    const stored = readShopOnDisk(device);
    if (stored && !device.hasDamage) this.broken ??= findFault(world, stored, ids);
    if (!stored) return;
    const { catalog } = stored;
    this.states.push({ cards: describeCards(ids.flatMap((id) => catalog.card(id) ?? [])), catalog });
  }

  /** Returns whether a tab may show something: `isThat` holds for a state of the disk that is not older than what the tab has shown before. */
  mayShow(tab: object, isThat: (state: { readonly cards: string; readonly catalog: ShopCatalog }) => boolean): boolean {
    const first = this.#tabs.get(tab) ?? 0;
    const place = this.states.findIndex((state, at) => at >= first && isThat(state));
    if (place >= 0) this.#tabs.set(tab, place);
    return place >= 0;
  }
}

const histories = new WeakMap<SimDevice, ShopHistory>();

/** Follows what a device's disk holds of the shop. */
export function followShop(world: World, device: SimDevice, ids: readonly number[]): void {
  const history = new ShopHistory();
  histories.set(device, history);
  history.note(world, device, ids);
  device.storage.onChange((database) => {
    if (database === device.databaseName) history.note(world, device, ids);
  });
}

/** Checks that each usable tab of a device shows a state that the device's disk has held. */
export async function checkShownShops(device: SimDevice, ids: readonly number[]): Promise<void> {
  for (const tab of device.tabs) {
    if (!isJudged(tab)) continue;
    const shown = describeCards(await tab.engine.catalog.cards('ayz', [...ids]));
    if (shown !== '') checkShown(tab, shown, ({ cards }) => cards);
  }
}

/** Whether what a tab shows can be explained by the device's disk. */
export const isJudged = ({ device, lifecycle, storage, isGone }: SimTab): boolean =>
  !isGone && !lifecycle.isFrozen && !device.wasDamaged && storage === 'device';

/** Checks that `describe` gives what a tab shows for a state of the device's disk, none older than what the tab has shown before. */
export function checkShown(
  tab: SimTab,
  shown: string,
  describe: (state: { readonly cards: string; readonly catalog: ShopCatalog }) => string,
): void {
  if (histories.get(tab.device)?.mayShow(tab, (state) => describe(state) === shown) === false)
    throw new Violation('tabs show what is stored', `a tab of ${tab.device.name} shows\n${shown}`);
}
