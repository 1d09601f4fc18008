import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { FirstScreenRenderer } from '#contract/first-screen.ts';
import { ApiError } from '#contract/errors.ts';
import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { listPrivatePaths } from '#contract/screens.ts';
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
import { addressOf } from '../http/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { sendProblem, toProblemReply } from '../http/problem.ts';
import { prepareResponse, sendCachedResponse } from '../http/cached-response.ts';
import type { Database } from '../storage/database.ts';
import { escapeText } from './html-text.ts';

/** Readers take 50,000 addresses or 50 MB of one part, and a part should be made in a moment. */
const DEFAULT_SIZES: SitemapSizes = { productsPerPart: 20_000, productsPerStep: 500 };
const MAX_CACHE_BYTES = 48_000_000;
const PART_PATH = /^\/sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/;
const XML = 'application/xml; charset=utf-8';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Tells search engines what there is: `/robots.txt`, `/sitemap.xml` and its parts. */
export interface Sitemap {
  /** Whether the request was for one of these; the reply is sent or on its way then. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface SitemapSizes {
  readonly productsPerPart: number;
  /** Between two steps other requests are answered; parts have whole steps. */
  readonly productsPerStep: number;
}

export interface SitemapOptions {
  readonly renderer: Pick<FirstScreenRenderer, 'addressOf'>;
  readonly database: Database;
  readonly states: ShopStates;
  readonly limiter: RateLimiter;
  readonly log: Logger;
  readonly trustedProxies: number;
  /** Origin under which visitors come; called when the server listens. */
  readonly getOrigin: () => string;
}

export function createSitemap(options: SitemapOptions, sizes: SitemapSizes = DEFAULT_SIZES): Sitemap {
  const { renderer, database, states, limiter, log, trustedProxies, getOrigin } = options;
  const responses = createVersionedResponses({ states, log, maxBytes: MAX_CACHE_BYTES });
  const { productsPerPart, productsPerStep } = sizes;
  const countParts = (shop: ShopKey): number => Math.max(1, Math.ceil(states.get(shop).count / productsPerPart));

  const locate = (shop: ShopKey, state: Partial<BrowseState>, productId: number | null = null): string =>
    escapeText(getOrigin() + renderer.addressOf({ shop, state: { ...EMPTY_BROWSE_STATE, ...state }, productId }));

  const makeIndex = (): string => {
    const parts = SHOP_KEYS.flatMap((shop) =>
      Array.from(
        { length: countParts(shop) },
        (_, index) => `<sitemap><loc>${escapeText(getOrigin())}/sitemap-${shop}-${index + 1}.xml</loc></sitemap>`,
      ),
    );
    return `${PROLOGUE}<sitemapindex xmlns="${NAMESPACE}">\n${parts.join('\n')}\n</sitemapindex>\n`;
  };

  /** The shop and its categories, in its first part. */
  const listLists = async (shop: ShopKey): Promise<string[]> => {
    const { mainCategories, categoryMap } = toCategories(await listCategoryCounts(database.reader, shop));
    const lists = mainCategories.flatMap((mainCategory) => [
      { mainCategory },
      ...(categoryMap[mainCategory] ?? []).map((category) => ({ mainCategory, category })),
    ]);
    return [{}, ...lists].map((state) => `<url><loc>${locate(shop, state)}</loc></url>`);
  };

  const makePart = async (shop: ShopKey, number: number): Promise<Buffer> => {
    const lines = number === 1 ? await listLists(shop) : [];
    const firstId = await findIdAt(database.reader, shop, (number - 1) * productsPerPart);
    // Without a first product there is none behind it either.
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
    body: await makePart(shop, number),
    contentType: XML,
    dependencies: ['products'],
  });

  /** A shop's parts end where its products do; an empty shop still has its first one. */
  const findPart = (path: string): { shop: ShopKey; number: number } | undefined => {
    const [, shop, digits] = PART_PATH.exec(path) ?? [];
    const number = Number(digits);
    return isShopKey(shop) && number <= countParts(shop) ? { shop, number } : undefined;
  };

  const answerPart = (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    const part = findPart(path);
    if (!part) return false;
    const cached = responses.find(path);
    if (cached) {
      sendCachedResponse(request, response, cached);
      return true;
    }
    const retryAfterSeconds = limiter.take('read', addressOf(request, trustedProxies));
    if (retryAfterSeconds === undefined) {
      void responses.send(
        request,
        response,
        responses.build(path, part.shop, () => readPart(part.shop, part.number)),
      );
    } else {
      sendProblem(response, toProblemReply(new ApiError('too-many-requests', undefined, { retryAfterSeconds }), log));
    }
    return true;
  };

  return {
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url ?? '';
      if (path === '/robots.txt') sendText(request, response, 'text/plain; charset=utf-8', makeRobots(getOrigin()));
      else if (path === '/sitemap.xml') sendText(request, response, XML, makeIndex());
      else return answerPart(request, response, path);
      return true;
    },
  };
}

/** Sends a text that is made faster than it could be kept up to date. */
function sendText(request: IncomingMessage, response: ServerResponse, contentType: string, text: string): void {
  const headers = ['cross-origin-resource-policy', 'same-origin'];
  sendCachedResponse(
    request,
    response,
    prepareResponse({ contentType, cacheControl: 'no-cache', body: Buffer.from(text), headers }),
  );
}

const makeRobots = (origin: string): string =>
  `User-agent: *\n${listPrivatePaths()
    .map((path) => `Disallow: ${path}\n`)
    .join('')}\nSitemap: ${origin}/sitemap.xml\n`;
