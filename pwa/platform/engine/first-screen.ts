import { firstScreenUrl, LAST_LIST_CACHE, lastListUrl } from '#contract/screens/first-screen.ts';
import type { FirstScreen, FirstScreenPlan } from '#contract/screens/first-screen.ts';
import type { ShopKey } from '#contract/shops.ts';

/** The first screen in the document; undefined when there is none or it is malformed. */
export function findFirstScreen(): FirstScreen | undefined {
  const text = document.querySelector('#first-screen')?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as FirstScreen;
  } catch {
    // A truncated document: the page renders from scratch.
    return undefined;
  }
}

/** Whether a rendered screen is the planned one: the same list, the same product over it. */
export const matchesPlan = (screen: FirstScreen, plan: FirstScreenPlan | undefined): boolean =>
  plan !== undefined &&
  screen.productId === plan.productId &&
  firstScreenUrl(screen.shop, screen.state) === firstScreenUrl(plan.shop, plan.state);

/** Stores which list of a shop was viewed last: the service worker opens it for the shop's bare path. */
export async function storeLastList(shop: ShopKey, query: string): Promise<void> {
  try {
    const cache = await caches.open(LAST_LIST_CACHE);
    await cache.put(lastListUrl(shop), new Response(query));
  } catch {
    // Insecure pages have no caches, and full ones reject: the page then renders the list itself.
  }
}
