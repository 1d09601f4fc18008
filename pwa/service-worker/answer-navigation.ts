import { FIRST_SCREEN_CACHE, firstScreenUrl, LAST_LIST_CACHE, lastListUrl } from '#contract/screens/first-screen.ts';
import { fillShopDocument, readShopDocument } from '#contract/shop-settings/shop-document.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import type { FirstScreen, FirstScreenPlan, FirstScreenRenderer } from '#contract/screens/first-screen.ts';

/** Preloads of `build/preload-worker.ts`. The device has these files already: preloading them would only delay the first paint. */
const FIRST_VISIT_PRELOAD = /<link [^>]*data-first-visit[^>]*>/g;

/** Dependencies of `answerNavigation`. */
interface NavigationParts extends Pick<FirstScreenRenderer, 'planFirstScreen' | 'renderDocument' | 'inLanguage'> {
  /** Returns the language of this device. */
  readonly readLanguage: () => Promise<string>;
  /** Returns the shop settings that a page has noted; undefined if those of the document apply. */
  readonly readNotedShop: () => Promise<ShopSettings | undefined>;
  readonly caches: CacheStorage;
  /** The document without a screen, as the server sent it, with its headers. */
  readonly loadTemplate: () => Promise<Response>;
}

/**
 * Answers a navigation from the device, without waiting for the network: with the document and the first screen's cards as the page last
 * stored them, or with skeletons. The document has the shop settings that this device knows. The page renders the same and continues there.
 */
export async function answerNavigation(url: URL, parts: NavigationParts): Promise<Response> {
  // Each of these reads the disk, and none needs the result of another.
  const [template, language, noted, screen] = await Promise.all([
    parts.loadTemplate(),
    parts.readLanguage(),
    parts.readNotedShop(),
    findScreen(url, parts),
  ]);
  const headers = new Headers(template.headers);
  // These headers describe the bytes as transferred, not the changed text.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const text = await template.text();
  const settings = noted ?? readShopDocument(text);
  if (!screen) return new Response(fillShopDocument(text, settings), { headers });
  const document = text.replaceAll(FIRST_VISIT_PRELOAD, '');
  return new Response(
    parts.inLanguage(language, settings, () => parts.renderDocument(document, screen)),
    { headers },
  );
}

/** Plans the first screen of a URL; a shop's bare URL shows the list that was viewed last, as the page does. */
async function planWithMemory(url: URL, parts: NavigationParts): Promise<FirstScreenPlan | undefined> {
  const plan = parts.planFirstScreen(url.pathname, url.search);
  if (!plan) return undefined;
  const bare = parts.planFirstScreen(url.pathname, '');
  const isListGiven = bare && firstScreenUrl(plan.shop, plan.state) !== firstScreenUrl(bare.shop, bare.state);
  if (isListGiven) return plan;
  const last = await readText(parts.caches, LAST_LIST_CACHE, lastListUrl(plan.shop));
  const remembered = last === undefined ? undefined : parts.planFirstScreen(url.pathname, last);
  return remembered ? { ...remembered, productId: plan.productId } : plan;
}

/** Finds what a URL shows first; undefined for a screen that `planFirstScreen` does not plan. */
async function findScreen(url: URL, parts: NavigationParts): Promise<FirstScreen | undefined> {
  const plan = await planWithMemory(url, parts);
  if (!plan) return undefined;
  const text = await readText(parts.caches, FIRST_SCREEN_CACHE, firstScreenUrl(plan.shop, plan.state));
  // The screen may have been stored under another URL of the same list: product and state come from the requested URL.
  return { ...(text !== undefined && (JSON.parse(text) as FirstScreen)), ...plan };
}

async function readText(caches: CacheStorage, cacheName: string, address: string): Promise<string | undefined> {
  const answer = await caches.match(address, { cacheName });
  return answer?.text();
}
