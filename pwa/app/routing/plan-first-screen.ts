import type { FirstScreenPlan } from '#contract/first-screen.ts';
import { findRoute } from '#contract/screens.ts';
import { parseBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { findProductId } from './product-url.ts';

/** The first screen of a URL; undefined when it is not a shop's. @param query with or without its question mark */
export function planFirstScreen(path: string, query: string): FirstScreenPlan | undefined {
  const route = findRoute(path);
  if (route.screen !== 'shop') return undefined;
  return { shop: route.shop.key, state: parseBrowseQuery(query, route.shop), productId: findProductId(query) };
}
