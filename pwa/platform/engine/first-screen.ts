import { firstScreenUrl, LAST_LIST_CACHE, lastListUrl } from '#contract/first-screen.ts';
import type { FirstScreen, FirstScreenPlan } from '#contract/first-screen.ts';
import type { ShopKey } from '#contract/shops.ts';

/** What the document shows already; undefined when it came without cards, or what it says cannot be read. */
export function findFirstScreen(): FirstScreen | undefined {
  const text = document.querySelector('#first-screen')?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as FirstScreen;
  } catch {
    // A document that was cut on its way: the page draws itself.
    return undefined;
  }
}

/** Whether a drawn screen is the one that is wanted: the same list, the same product over it. */
export const matchesPlan = (screen: FirstScreen, plan: FirstScreenPlan | undefined): boolean =>
  plan !== undefined &&
  screen.productId === plan.productId &&
  firstScreenUrl(screen.shop, screen.state) === firstScreenUrl(plan.shop, plan.state);

/** Tells the service worker what a shop showed last, so that its bare address opens there. */
export async function storeLastList(shop: ShopKey, query: string): Promise<void> {
  try {
    const cache = await caches.open(LAST_LIST_CACHE);
    await cache.put(lastListUrl(shop), new Response(query));
  } catch {
    // Insecure pages have no caches, and full ones refuse: the page then draws the list itself.
  }
}
