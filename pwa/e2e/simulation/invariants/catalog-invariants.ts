import { findProducts } from '#api/catalog/reads/catalog.repository.ts';
import { viewsCounter } from '#api/storage/history.repository.ts';
import { placeholderOf } from '#api/testing/give-placeholders.ts';
import type { AffiliateCard, OpenBoxCard } from '#contract/blocks/card.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { ShopCatalog } from '#sync/catalog/shop-catalog.ts';
import { Violation } from '../plans/step.ts';
import type { SimDevice, SimTab } from '../world/sim-device.ts';
import { SHOP_IDS, SIM_SHOPS } from '../world/sim-shops.ts';
import type { SimShop } from '../world/sim-shops.ts';
import type { ShopRecord } from '#sync/catalog/store/catalog-store.ts';
import { readTable } from '../disks/read-disk.ts';
import { readShopOnDisk } from '../disks/stored-shop.ts';
import type { ShopOnDisk } from '../disks/stored-shop.ts';
import type { World } from '../world/world.ts';

/** A product as the server has it, as far as cards show it. */
interface ServerRow {
  readonly id: number;
  readonly seq: number;
  readonly mainCategory: string;
  readonly category: string;
  /** Every shown field, as one text. */
  readonly text: string;
}

const readEpoch = (world: World): string | undefined =>
  world.rows<{ value: string }>("select value from meta where key = 'epoch'")[0]?.value;

/** Whether the server's history contains a device's position; a server whose data was put back may lack it. */
export function isInHistory(world: World, counter: string, cursor: number, proof: string | undefined): boolean {
  const [, nonce, ahead] = /^(.{12}).{11}(.*)$/.exec(proof ?? '') ?? [];
  const state = cursor + Number.parseInt(ahead || '0', 36);
  const [known] = world.rows<{ nonce: string }>(
    'select nonce from history where counter = ? and seq = ?',
    counter,
    state,
  );
  return known !== undefined && known.nonce === nonce;
}

/** Lists the products of a shop as the server has them. */
export const listServerRows = (world: World, shop: SimShop): ServerRow[] =>
  world.rows(
    `select id, seq, main_category as mainCategory, product.category, seq || ' ' || title || ' ' || main_category || ' ' || product.category || ' ' || imagecount || ' ' || image_version
       || ' ' || ifnull(quantity, 0) || ' ' || ifnull(product_condition.price_cents, product.price_cents) as text
     from product left join product_condition
       on product_condition.shop = product.shop and product_id = id and condition = 'good'
     where product.shop = ? order by id`,
    shop,
  );

/** View counts of a shop's products as the server has them. */
const listViews = (
  world: World,
  shop: SimShop,
): readonly { readonly id: number; readonly count: number; readonly seq: number }[] =>
  world.rows('select product_id as id, count, seq from product_view where shop = ?', shop);

/** Checks that cards show the server's view counts. */
export function checkViewCounts(world: World, shop: SimShop, cards: readonly WireCard[], where: string): void {
  const counts = new Map(listViews(world, shop).map(({ id, count }) => [id, count]));
  for (const { id, view_count } of cards)
    if (view_count !== (counts.get(id) ?? 0))
      throw new Violation('view counts converge', `${where} shows ${view_count} views of ${id}, not ${counts.get(id)}`);
}

/** Describes every shown field of a product as one text. */
export const toText = (card: WireCard): string => {
  const { seq, title, main_category, category, imagecount, image_version } = card;
  const { good_quantity = 0, good_price_cents, price_cents } = card as Partial<OpenBoxCard & AffiliateCard>;
  const price = good_price_cents ?? price_cents;
  return [seq, title, main_category, category, imagecount, image_version, good_quantity, price].join(' ');
};

/** Describes shown products as one text, in the order of their ids. */
export const describeCards = (cards: readonly WireCard[]): string =>
  cards
    .toSorted((a, b) => a.id - b.id)
    .map((card) => `${card.id}: ${toText(card)}`)
    .join('\n');

/** Lists the cards of a catalogue in memory. @throws Violation when it has products that `ids` lacks */
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
 * Checks a device's stored shop at any moment: it equals the server at its cursor, in the categories of which it has all cards. A product that
 * changed later may be shown as before, or not at all.
 */
export function checkStoredShop(world: World, device: SimDevice, shop: SimShop): void {
  const stored = readShopOnDisk(device, shop);
  if (!stored) return;
  if (device.hasDamage && isWhole(device)) device.hasDamage = false;
  if (device.hasDamage) return;
  const broken = findHistory(device, shop)?.broken;
  if (broken !== undefined)
    throw new Violation('stored shops follow the server', `a commit of ${device.name} at ${broken}`);
  const fault = findFault(world, stored);
  if (fault !== undefined) throw new Violation('stored shops follow the server', `${device.name} at ${fault}`);
}

/** Whether the cards of all shops on a device's disk are there and undamaged. */
const isWhole = (device: SimDevice): boolean =>
  SIM_SHOPS.every((shop) => {
    const stored = readShopOnDisk(device, shop);
    return !stored || (stored.isSound() && !stored.missing.has('cards'));
  });

/** Describes how a stored shop differs from the server at its cursor; undefined if it does not. */
function findFault(world: World, { record, catalog }: ShopOnDisk): string | undefined {
  const shop = record.shop as SimShop;
  const describe = (text: string): string => `${record.cursor} in ${shop}: ${text}`;
  if (record.cursor < record.manifest.seq) return describe(`the snapshot is at ${record.manifest.seq}`);
  const [state] = world.rows<{ seq: number; floor: number }>('select seq, floor from shop where key = ?', shop);
  if (!state || record.epoch !== readEpoch(world) || record.cursor > state.seq || record.cursor < state.floor)
    return undefined;
  if (!isInHistory(world, shop, record.cursor, record.proof)) return undefined;
  const shown = new Map(listCards(catalog, SHOP_IDS[shop]).map((card) => [card.id, card]));
  const rows = new Map(listServerRows(world, shop).map((row) => [row.id, row]));
  for (const { id, seq, text, ...categories } of rows.values()) {
    const card = shown.get(id);
    const isMissing = card ? toText(card) !== text : catalog.isWholeFor(categories);
    if (seq <= record.cursor && isMissing) return describe(`shows "${card && toText(card)}" for "${text}" of ${id}`);
  }
  const isOfViews = isInHistory(world, viewsCounter(shop), record.viewsCursor, record.viewsProof);
  for (const { id, count, seq } of isOfViews ? listViews(world, shop) : []) {
    const card = shown.get(id);
    if (card && seq <= record.viewsCursor && card.view_count !== count)
      return describe(`shows ${card.view_count} views of ${id}, the server had ${count} by then`);
  }
  // No card may ever have the placeholder or the links of another product. Both arrive after the cards, so checking placeholders is enough.
  for (const { id, placeholder } of shown.values())
    if (!['', placeholderOf(id)].includes(placeholder))
      return describe(`shows the placeholder ${placeholder} of ${id}`);
  const tombstones = new Map(
    world
      .rows<{ id: number; seq: number }>('select id, seq from tombstone where shop = ?', shop)
      .map(({ id, seq }) => [id, seq]),
  );
  for (const { id, seq } of shown.values()) {
    const isDeleted = !rows.has(id) && (tombstones.get(id) ?? 0) <= record.cursor;
    if (isDeleted || seq > record.cursor)
      return describe(`shows ${id} at ${seq}, which ${isDeleted ? 'is deleted' : 'is news'}`);
  }
  return undefined;
}

/** Checks that a device has a whole shop on its disk, every product with every field. */
export async function checkWholeShop(world: World, device: SimDevice, shop: SimShop): Promise<void> {
  const ids = SHOP_IDS[shop];
  const stored = readShopOnDisk(device, shop);
  const fail = (text: string): never => {
    throw new Violation('whole shops are stored', `${device.name} ${text}`);
  };
  if (!stored) return fail(`has no ${shop}`);
  if (stored.missing.size > 0) fail(`lacks blocks: ${[...stored.missing].join()}`);
  const expected = listServerRows(world, shop).map(({ id, text }) => `${id}: ${text}`);
  const shown = describeCards(listCards(stored.catalog, ids));
  if (shown !== expected.join('\n')) fail(`has\n${shown}\ninstead of\n${expected.join('\n')}`);
  const { reader } = world.server.context.database;
  for (const product of await world.still.finish(findProducts(reader, shop, [...ids]))) {
    const own = stored.product(product.id);
    // Blocks hold no identities; an identity that the device has must be the product's.
    const keys = Object.keys(product).filter((key) => key !== 'identity' || own?.identity !== undefined);
    const [a, b] = [own, product].map((one) => JSON.stringify(one, keys.sort()));
    if (a !== b) fail(`has ${a} instead of ${b}`);
  }
}

const countCardsBlocks = (device: SimDevice, shop: SimShop): number =>
  readTable(device.disk, device.databaseName, 'blocks').filter((row) => row['shop'] === shop && row['kind'] === 'cards')
    .length;

/** The states of a shop that a device's disk has held, which must explain the screens of its tabs. */
class ShopHistory {
  readonly states: { readonly cards: string; readonly catalog: ShopCatalog }[] = [];
  /** How the stored shop first differed from the server's at its cursor, if it ever did: a tab opened then would have shown that. */
  broken: string | undefined;
  /** The record on the disk, and how many cards blocks are beside it. */
  #record: ShopRecord | undefined;
  #cardsBlocks = 0;
  /** The disk on which they were, with the losses that it had suffered. */
  #disk: string | undefined;
  #isWhole = false;
  readonly #tabs = new WeakMap<object, number>();

  /** Adds the state on the disk, if it has changed. */
  note(world: World, device: SimDevice, shop: SimShop): void {
    const record = device.readShop(shop);
    const cardsBlocks = record ? countCardsBlocks(device, shop) : 0;
    if (record === this.#record && cardsBlocks === this.#cardsBlocks) return;
    const disk = `${device.name} ${device.storage.losses}`;
    const before = disk === this.#disk ? this.#record : undefined;
    const wasWhole = this.#isWhole;
    [this.#record, this.#cardsBlocks, this.#disk] = [record, cardsBlocks, disk];
    const stored = readShopOnDisk(device, shop);
    this.#isWhole = stored?.missing.has('cards') === false;
    if (!stored) return;
    if (!device.hasDamage) this.broken ??= findFault(world, stored);
    const isOfSame = before?.epoch === stored.record.epoch && before.manifest.seq === stored.record.manifest.seq;
    // Cards are missing only until a first snapshot is complete.
    if (!device.hasDamage && !this.#isWhole && before && (wasWhole || !isOfSame))
      this.broken ??= `${stored.record.cursor} in ${shop}: cards of the snapshot at ${stored.record.manifest.seq} are missing`;
    const { catalog } = stored;
    this.states.push({ cards: describeCards(SHOP_IDS[shop].flatMap((id) => catalog.card(id) ?? [])), catalog });
  }

  /** Returns whether `isThat` holds for a state of the disk that is not older than the one that the tab has shown before. */
  mayShow(tab: object, isThat: (state: { readonly cards: string; readonly catalog: ShopCatalog }) => boolean): boolean {
    const first = this.#tabs.get(tab) ?? 0;
    const place = this.states.findIndex((state, at) => at >= first && isThat(state));
    if (place >= 0) this.#tabs.set(tab, place);
    return place >= 0;
  }
}

const histories = new WeakMap<SimDevice, Map<SimShop, ShopHistory>>();

const findHistory = (device: SimDevice, shop: SimShop): ShopHistory | undefined => histories.get(device)?.get(shop);

/** Records the states of the shops on a device's disk from now on. */
export function followShops(world: World, device: SimDevice): void {
  const followed = new Map(SIM_SHOPS.map((shop) => [shop, new ShopHistory()]));
  histories.set(device, followed);
  const noteAll = (): void => {
    for (const [shop, history] of followed) history.note(world, device, shop);
  };
  noteAll();
  device.storage.onChange((database) => {
    if (database === device.databaseName) noteAll();
  });
}

/** Checks that each usable tab of a device shows a state that the device's disk has held. */
export async function checkShownShops(world: World, device: SimDevice, shop: SimShop): Promise<void> {
  for (const tab of device.tabs) {
    if (!isJudged(tab)) continue;
    const shown = describeCards(await world.still.finish(tab.engine.catalog.cards(shop, SHOP_IDS[shop])));
    if (shown !== '') checkShown(tab, shop, shown, ({ cards }) => cards);
  }
}

/** Whether states of the device's disk must explain what a tab shows. */
const isJudged = ({ device, lifecycle, storage, isGone }: SimTab): boolean =>
  !isGone && !lifecycle.isFrozen && !device.wasDamaged && storage === 'device';

/** Checks that a tab shows what `describe` returns for a state of the device's disk, not older than the state shown before. */
function checkShown(
  tab: SimTab,
  shop: SimShop,
  shown: string,
  describe: (state: { readonly cards: string; readonly catalog: ShopCatalog }) => string,
): void {
  if (findHistory(tab.device, shop)?.mayShow(tab, (state) => describe(state) === shown) === false)
    throw new Violation('tabs show what is stored', `a tab of ${tab.device.name} shows\n${shown}`);
}
