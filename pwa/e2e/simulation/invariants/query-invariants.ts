import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import { CloseMatches } from '#sync/catalog/search/close-matches.ts';
import type { ShopCatalog } from '#sync/catalog/shop-catalog.ts';
import type { CatalogOverview, CatalogPage, EngineApi, Facets } from '#sync/api/engine-api.ts';
import { Violation } from '../plans/step.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { SimShop } from '../world/sim-shops.ts';
import { readShopOnDisk } from '../disks/stored-shop.ts';
import type { World } from '../world/world.ts';
import { toText } from './catalog-invariants.ts';

const SEARCHES = [
  EMPTY_BROWSE_STATE,
  { ...EMPTY_BROWSE_STATE, search: 't' },
  { ...EMPTY_BROWSE_STATE, search: '1', sort: 'priceAsc' },
  { ...EMPTY_BROWSE_STATE, inStock: true },
] as const satisfies readonly BrowseState[];

const describeList = (cards: readonly WireCard[]): string =>
  cards.map((card) => `${card.id}: ${toText(card)}`).join('\n');

/** Describes a page as one text; empty for a list from the server, which says nothing about the device. */
const describePage = (page: CatalogPage | undefined): string =>
  page?.source === 'device' ? `${page.total} products\n${describeList(page.cards)}` : '';

const describeOverview = (overview: CatalogOverview | undefined): string =>
  overview?.source === 'device'
    ? overview.rows
        .map(({ mainCategory, total, cards }) => `${mainCategory} ${total}\n${describeList(cards)}`)
        .join('\n')
    : '';

const describeFacets = (facets: Facets | undefined): string => (facets ? JSON.stringify(facets) : '');

/** A query to an engine or a separate index. Its answer becomes one text, which is empty when the answer is not from the device. */
interface DescribedQuery {
  ask(engine: EngineApi, shop: SimShop): Promise<string>;
  read(catalog: ShopCatalog): string;
}

const lists: [string, DescribedQuery][] = SEARCHES.map((state, place) => [
  `browse ${place}`,
  {
    ask: async (engine, shop) => describePage(await engine.catalog.show(shop, state)),
    read: (catalog) => describePage(catalog.browse(state)),
  },
]);

/** Queries whose answers depend only on the state of the shop. */
const QUERIES: ReadonlyMap<string, DescribedQuery> = new Map<string, DescribedQuery>([
  ...lists,
  [
    'overview',
    {
      ask: async (engine, shop) => describeOverview(await engine.catalog.overview(shop)),
      read: (catalog) => describeOverview(catalog.overview()),
    },
  ],
  [
    'facets',
    {
      ask: async (engine, shop) => describeFacets(await engine.catalog.facets(shop, EMPTY_BROWSE_STATE)),
      read: (catalog) => describeFacets(catalog.facets(EMPTY_BROWSE_STATE)),
    },
  ],
  [
    'card',
    {
      ask: async (engine, shop) => describeList([await engine.catalog.card(shop, 7)].flatMap((card) => card ?? [])),
      read: (catalog) => describeList([catalog.card(7)].flatMap((card) => card ?? [])),
    },
  ],
]);

/** Misspelt, so that only close titles are found. */
const MISSPELT = { ...EMPTY_BROWSE_STATE, search: 'imprt titel' };

/**
 * Checks that each tab of a device answers every query as a separate index of the stored shop does. Whole products are left out:
 * they are unpacked on threads of the process, for which simulated time does not wait.
 */
export async function checkAnswers(world: World, device: SimDevice, shop: SimShop): Promise<void> {
  const stored = readShopOnDisk(device, shop);
  if (!stored) return;
  const { catalog } = stored;
  const close = describeList(catalog.index ? new CloseMatches().find(catalog.index, MISSPELT) : []);
  for (const { engine } of device.tabs) {
    const compare = (name: string, shown: string, expected: string): void => {
      if (shown !== expected)
        throw new Violation(
          'tabs answer alike',
          `${name} of ${shop} on ${device.name} is\n${shown}\ninstead of\n${expected}`,
        );
    };
    for (const [name, { ask, read }] of QUERIES)
      compare(name, await world.still.finish(ask(engine, shop)), read(catalog));
    compare('closeMatches', describeList(await world.still.finish(engine.catalog.closeMatches(shop, MISSPELT))), close);
  }
}
