import type { FirstScreenPlan } from '#contract/screens/first-screen.ts';
import { findShopByPath } from '#contract/screens/shop-path.ts';
import { parseBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { findProductId } from './product-url.ts';

/** The first screen of a URL; undefined when it is not a shop's. @param query with or without its question mark */
export function planFirstScreen(path: string, query: string): FirstScreenPlan | undefined {
  const shop = findShopByPath(path);
  return shop && { shop: shop.key, state: parseBrowseQuery(query, shop), productId: findProductId(query) };
}
