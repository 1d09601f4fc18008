import { FIRST_SCREEN_CACHE, firstScreenUrl, LAST_LIST_CACHE, lastListUrl } from '#contract/first-screen.ts';
import type { FirstScreen, FirstScreenPlan, FirstScreenRenderer } from '#contract/first-screen.ts';

/** What an answer is made of. */
interface NavigationParts extends Pick<FirstScreenRenderer, 'planFirstScreen' | 'renderDocument'> {
  readonly caches: CacheStorage;
  /** The document without a screen, as the server sent it, with its headers. */
  readonly loadTemplate: () => Promise<Response>;
}

/**
 * Answers an address of the app from the device: the document with the first screen's cards as the page last knew them, or with
 * skeletons. The page draws the same and goes on from there. Never waits for the network.
 */
export async function answerNavigation(url: URL, parts: NavigationParts): Promise<Response> {
  const template = await parts.loadTemplate();
  const plan = await planWithMemory(url, parts);
  if (!plan) return template;
  const known = await findScreen(plan, parts.caches);
  // What is only for the document of another address must not show: the product over the list is this one's.
  const screen: FirstScreen = { ...known, ...plan };
  const headers = new Headers(template.headers);
  // They describe the bytes that came over the line.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(parts.renderDocument(await template.text(), screen), { headers });
}

/** What an address wants to show; a shop's bare address what was looked at there last, as the page does it. */
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

async function findScreen(
  { shop, state }: FirstScreenPlan,
  caches: CacheStorage,
): Promise<Partial<FirstScreen> | undefined> {
  const text = await readText(caches, FIRST_SCREEN_CACHE, firstScreenUrl(shop, state));
  return text === undefined ? undefined : (JSON.parse(text) as FirstScreen);
}

async function readText(caches: CacheStorage, cacheName: string, address: string): Promise<string | undefined> {
  const answer = await caches.match(address, { cacheName });
  return answer?.text();
}
