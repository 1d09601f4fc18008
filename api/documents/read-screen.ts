import { toCard } from '#contract/blocks/card.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type {
  FirstOverview,
  FirstPage,
  FirstScreen,
  FirstScreenPlan,
  FirstScreenRenderer,
} from '#contract/screens/first-screen.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { findProducts } from '../catalog/reads/catalog.repository.ts';
import type { Dependency } from '../catalog/reads/versioned-responses.ts';
import type { Queryable } from '../storage/database.ts';
import { dependsOnViews } from './first-overviews.ts';

/** A first screen, with what only the server needs. */
export interface ReadScreen {
  readonly screen: FirstScreen;
  /** The open product, whole. */
  readonly product: Product | undefined;
  /** Whether the address names a product that does not exist. */
  readonly isMissing: boolean;
  readonly dependencies: readonly Dependency[];
}

/** The database and the functions that `readScreen` uses. */
export interface ScreenSource {
  readonly db: Queryable;
  readonly isStartScreen: FirstScreenRenderer['isStartScreen'];
  readonly readFirstOverview: (shop: ShopKey, sort: SortKey | null) => Promise<FirstOverview>;
  readonly readPage: (shop: ShopKey, state: BrowseState) => Promise<FirstPage>;
}

/** Reads the first view of a planned screen. */
export async function readScreen(plan: FirstScreenPlan, source: ScreenSource): Promise<ReadScreen> {
  const { db, isStartScreen, readFirstOverview, readPage } = source;
  const { shop, state, productId } = plan;
  const { offer } = getShop(shop);
  const isStart = isStartScreen(state);
  const [product] = productId === null ? [] : await findProducts(db, shop, [productId]);
  const content = isStart
    ? { overview: await readFirstOverview(shop, state.sort) }
    : { page: await readPage(shop, state) };
  const card = product && ({ ...toCard(offer, product), view_count: product.view_count } as WireCard);
  return {
    screen: { ...plan, ...content, ...(card && { product: card }) },
    product,
    isMissing: productId !== null && product === undefined,
    // A page may show slightly outdated view counts, unless its products are sorted by them.
    dependencies:
      state.sort === 'views' || (isStart && dependsOnViews(shop, state.sort)) ? ['products', 'views'] : ['products'],
  };
}
