import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { FirstScreenRenderer } from '#contract/screens/first-screen.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { listPrivatePaths } from '#contract/screens/screens.ts';
import { isShopKey, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import {
  findIdAt,
  listCategoryCounts,
  listProductVersions,
  toCategories,
} from '../catalog/reads/catalog.repository.ts';
import { createVersionedResponses } from '../catalog/reads/versioned-responses.ts';
import type { ReadContent } from '../catalog/reads/versioned-responses.ts';
import type { ShopStates } from '../catalog/feed/shop-state.ts';
import type { RejectionListener } from '../http/caller/call-source.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import { addressOf } from '../http/caller/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { sendProblem, toProblemReply } from '../http/problem.ts';
import { prepareResponse, sendCachedResponse } from '../http/caching/cached-response.ts';
import type { Database } from '../storage/database.ts';
import { escapeText } from './html-text.ts';

/** Search engines accept 50,000 addresses or 50 MB in a part; smaller parts are built quickly. */
const DEFAULT_SIZES: SitemapSizes = { productsPerPart: 20_000, productsPerStep: 500 };
const MAX_CACHE_BYTES = 48_000_000;
const PART_PATH = /^\/sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/;
const XML = 'application/xml; charset=utf-8';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Serves `/robots.txt`, `/sitemap.xml` and the sitemap's parts. */
export interface Sitemap {
  /** Returns true when the request is for one of these: the response is then sent or in preparation. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface SitemapSizes {
  readonly productsPerPart: number;
  /** Other requests are answered between two steps; `productsPerPart` is a multiple of it. */
  readonly productsPerStep: number;
}

export interface SitemapOptions {
  readonly renderer: Pick<FirstScreenRenderer, 'addressOf'>;
  readonly database: Database;
  readonly states: ShopStates;
  readonly limiter: RateLimiter;
  readonly onRejected: RejectionListener;
  readonly log: Logger;
  readonly trustedProxies: number;
  /** Public origin; called when the server listens. */
  readonly getOrigin: () => string;
}

export function createSitemap(options: SitemapOptions, sizes: SitemapSizes = DEFAULT_SIZES): Sitemap {
  const { renderer, database, states, limiter, log, trustedProxies, getOrigin, onRejected } = options;
  const responses = createVersionedResponses({ states, log, maxBytes: MAX_CACHE_BYTES });
  const { productsPerPart, productsPerStep } = sizes;
  const countParts = (shop: ShopKey): number => Math.max(1, Math.ceil(states.get(shop).count / productsPerPart));

  const locate = (shop: ShopKey, state: Partial<BrowseState>, productId: number | null = null): string =>
    escapeText(getOrigin() + renderer.addressOf({ shop, state: { ...EMPTY_BROWSE_STATE, ...state }, productId }));

  const buildIndex = (): string => {
    const parts = SHOP_KEYS.flatMap((shop) =>
      Array.from(
        { length: countParts(shop) },
        (_, index) => `<sitemap><loc>${escapeText(getOrigin())}/sitemap-${shop}-${index + 1}.xml</loc></sitemap>`,
      ),
    );
    return `${PROLOGUE}<sitemapindex xmlns="${NAMESPACE}">\n${parts.join('\n')}\n</sitemapindex>\n`;
  };

  /** Lists the shop and its categories, which belong to its first part. */
  const listCategoryUrls = async (shop: ShopKey): Promise<string[]> => {
    const { mainCategories, categoryMap } = toCategories(await listCategoryCounts(database.reader, shop));
    const categories = mainCategories.flatMap((mainCategory) => [
      { mainCategory },
      ...(categoryMap[mainCategory] ?? []).map((category) => ({ mainCategory, category })),
    ]);
    return [{}, ...categories].map((state) => `<url><loc>${locate(shop, state)}</loc></url>`);
  };

  const buildPart = async (shop: ShopKey, number: number): Promise<Buffer> => {
    const lines = number === 1 ? await listCategoryUrls(shop) : [];
    const firstId = await findIdAt(database.reader, shop, (number - 1) * productsPerPart);
    // Without a first product the part is empty.
    let lastId = firstId === undefined ? MAX_PRODUCT_ID : firstId - 1;
    for (let listed = 0; listed < productsPerPart; listed += productsPerStep) {
      const rows = await listProductVersions(database.reader, shop, lastId, productsPerStep);
      for (const { id, updated_at } of rows) {
        const lastModified = new Date(updated_at).toISOString();
        lines.push(`<url><loc>${locate(shop, {}, id)}</loc><lastmod>${lastModified}</lastmod></url>`);
        lastId = id;
      }
      if (rows.length < productsPerStep) break;
      await setImmediate();
    }
    return Buffer.from(`${PROLOGUE}<urlset xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</urlset>\n`);
  };

  const readPart = async (shop: ShopKey, number: number): Promise<ReadContent> => ({
    body: await buildPart(shop, number),
    contentType: XML,
    dependencies: ['products'],
  });

  /** Finds an existing part. A shop has as many parts as its products fill, an empty shop has one. */
  const findPart = (path: string): { shop: ShopKey; number: number } | undefined => {
    const [, shop, digits] = PART_PATH.exec(path) ?? [];
    const number = Number(digits);
    return isShopKey(shop) && number <= countParts(shop) ? { shop, number } : undefined;
  };

  const handlePart = (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    const part = findPart(path);
    if (!part) return false;
    const cached = responses.find(path);
    if (cached) {
      sendCachedResponse(request, response, cached);
      return true;
    }
    void sendPart(request, response, { path, ...part });
    return true;
  };

  const sendPart = async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, shop, number }: { readonly path: string; readonly shop: ShopKey; readonly number: number },
  ): Promise<void> => {
    const address = addressOf(request, trustedProxies);
    const retryAfterSeconds = await limiter.take('read', address);
    if (retryAfterSeconds === undefined) {
      await responses.send(
        request,
        response,
        responses.build(path, [shop], lifeOf(response), () => readPart(shop, number)),
      );
    } else {
      onRejected('too-many-requests', { address, method: request.method ?? 'GET', route: '/sitemap.xml' });
      sendProblem(response, toProblemReply(new ApiError('too-many-requests', undefined, { retryAfterSeconds }), log));
    }
  };

  return {
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url ?? '';
      if (path === '/robots.txt') sendText(request, response, 'text/plain; charset=utf-8', buildRobots(getOrigin()));
      else if (path === '/sitemap.xml') sendText(request, response, XML, buildIndex());
      else return handlePart(request, response, path);
      return true;
    },
  };
}

/** Sends a text that is not cached: building it takes less than keeping a cache up to date. */
function sendText(request: IncomingMessage, response: ServerResponse, contentType: string, text: string): void {
  const headers = ['cross-origin-resource-policy', 'same-origin'];
  sendCachedResponse(
    request,
    response,
    prepareResponse({ contentType, cacheControl: 'no-cache', body: Buffer.from(text), headers }),
  );
}

const buildRobots = (origin: string): string =>
  `User-agent: *\n${listPrivatePaths()
    .map((path) => `Disallow: ${path}\n`)
    .join('')}\nSitemap: ${origin}/sitemap.xml\n`;
