import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getManifest } from '#contract/http/catalog.ts';
import { toUrl } from '#contract/http/codec.ts';
import { firstScreenUrl } from '#contract/screens/first-screen.ts';
import type { FirstScreenPlan } from '#contract/screens/first-screen.ts';
import { iconPath } from '#contract/shop-settings/shop-document.ts';
import type { ShopKey } from '#contract/shops.ts';
import { isStorable } from '#contract/text/is-storable.ts';
import type { Logger } from 'pino';
import type { Misses, ReadCaller } from '../catalog/reads/misses.ts';
import { createVersionedResponses } from '../catalog/reads/versioned-responses.ts';
import type { ReadContent } from '../catalog/reads/versioned-responses.ts';
import type { ShopStates } from '../catalog/feed/shop-state.ts';
import { ApiError } from '#contract/http/errors.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import { addressOf } from '../http/caller/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { sendCachedResponse } from '../http/caching/cached-response.ts';
import { rememberByUrl } from '../http/caching/remember-urls.ts';
import type { ImageFinder } from '../images/image-finder.ts';
import type { Database } from '../storage/database.ts';
import { buildHead } from './document-head.ts';
import type { Language } from '#contract/languages.ts';
import { LANGUAGE_HEADERS, readLanguage } from '../http/caller/request-language.ts';
import type { DocumentRenderer } from './first-screen-renderer.ts';
import { createFirstOverviews } from './first-overviews.ts';
import { readScreen } from './read-screen.ts';
import { findSharedImage, listImagePaths, SITE_IMAGE } from './shared-image.ts';
import type { ShopFace } from '../shop/shop-face.ts';

const MAX_CACHE_BYTES = 64_000_000;

/** Serves the shops' addresses as documents that show their products before any script runs. */
export interface Documents {
  /** Returns true when the address is that of a shop: the response is then sent or in preparation. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface DocumentsOptions {
  readonly renderer: DocumentRenderer;
  readonly database: Database;
  readonly states: ShopStates;
  readonly images: Pick<ImageFinder, 'find'>;
  readonly limiter: RateLimiter;
  readonly misses: Misses;
  readonly log: Logger;
  readonly shop: Pick<ShopFace, 'current' | 'onChange'>;
  /** Public origin; called when the server listens. */
  readonly getOrigin: () => string;
  /** Security headers as a flat list. */
  readonly headers: readonly string[];
  readonly trustedProxies: number;
  /** Sends the built page, without products. */
  readonly sendPlainPage: RequestListener;
}

/**
 * Serves documents from cached responses, one for all addresses of the same screen. Rendering counts as a read in the rate limits; beyond
 * them, and while the server is too busy, a client receives the plain page, which shows the same once its script runs.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const { renderer, database, states, images, limiter, misses, log, shop, getOrigin, headers, trustedProxies } =
    options;
  const responses = createVersionedResponses({ states, log, maxBytes: MAX_CACHE_BYTES, recompresses: true });
  /** Counts the changes of the shop's face (name and look); part of the keys of responses, so that earlier faces are no longer sent. */
  let face = 0;
  shop.onChange(() => (face += 1));
  const readFirstOverview = createFirstOverviews(misses, states);

  const renderContent = async (plan: FirstScreenPlan, language: string, caller: ReadCaller): Promise<ReadContent> => {
    // Read before the products, which may be newer.
    const { epoch, seq } = states.get(plan.shop);
    const at = { epoch, seq };
    const { product, isMissing, dependencies, ...read } = await readScreen(plan, {
      db: database.reader,
      isStartScreen: renderer.isStartScreen,
      readFirstOverview: (key, sort) => readFirstOverview(caller.address, key, sort),
      readPage: (key, state) => misses.query(caller, 'browse', key, state),
    });
    const screen = { ...read.screen, at };
    const settings = shop.current();
    const found = product ? await findSharedImage(images, plan.shop, product) : SITE_IMAGE;
    const sharedImage = found === SITE_IMAGE ? { ...found, path: iconPath(settings, 'icon-512.png') } : found;
    const imagePaths = product ? listImagePaths(plan.shop, product) : [];
    const html = renderer.inLanguage(language, settings, () => {
      const facts = { screen, product, isMissing, origin: getOrigin(), settings, sharedImage, imagePaths, renderer };
      return renderer.renderDocument(renderer.template, screen, `${buildHead(facts)}\n${linkManifest(plan.shop)}`);
    });
    const body = Buffer.from(html);
    return {
      status: isMissing ? 404 : 200,
      body,
      contentType: 'text/html; charset=utf-8',
      vary: LANGUAGE_HEADERS,
      headers: [...headers, 'content-language', language],
      // No tag for a missing product: its page may exist at the next request.
      ...(!isMissing && { etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }),
      dependencies,
    };
  };

  const build = async (
    request: IncomingMessage,
    response: ServerResponse,
    { key, language, plan }: RequestedDocument,
  ): Promise<void> => {
    const address = addressOf(request, trustedProxies);
    if ((await limiter.take('read', address)) !== undefined) {
      options.sendPlainPage(request, response);
      return;
    }
    try {
      const built = responses.build(key, [plan.shop], lifeOf(response), (life) =>
        renderContent(plan, language, { address, life }),
      );
      sendCachedResponse(request, response, await built);
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ err: error, shop: plan.shop }, 'document could not be rendered');
      options.sendPlainPage(request, response);
    }
  };

  const planDocument = rememberByUrl((url): PlannedDocument | undefined => {
    const queryStart = url.indexOf('?');
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    const plan = renderer.planFirstScreen(path, queryStart < 0 ? '' : url.slice(queryStart));
    // A text that no product can have: the plain page shows that nothing is found.
    if (!plan || !listTexts(plan).every(isStorable)) return undefined;
    return { key: `${firstScreenUrl(plan.shop, plan.state)}&product=${plan.productId}`, face, keys: {}, plan };
  });

  return {
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const document = planDocument(request.url ?? '/');
      if (!document) return false;
      const language = readLanguage(request.headers);
      if (document.face !== face) Object.assign(document, { face, keys: {} });
      const key = (document.keys[language] ??= `${language}:${face}:${document.key}`);
      const cached = responses.find(key);
      if (cached) sendCachedResponse(request, response, cached);
      else void build(request, response, { key, language, plan: document.plan });
      return true;
    },
  };
}

/**
 * Asks for the manifest of a first visit while its scripts are loading: the data worker finds it in the browser's cache. A preload would
 * delay the end of the document's load, and what the page does after it.
 */
const linkManifest = (shop: ShopKey): string =>
  `<link rel="prefetch" as="fetch" crossorigin href="${toUrl(getManifest.path, { shop })}">`;

const listTexts = ({ state: { search, mainCategory, category } }: FirstScreenPlan): string[] =>
  [search, mainCategory, category].filter((text) => text !== null);

interface RequestedDocument {
  readonly key: string;
  readonly language: string;
  readonly plan: FirstScreenPlan;
}

interface PlannedDocument {
  /** The same for all addresses of the same screen. */
  readonly key: string;
  /** The number of the shop's face to which `keys` belong. */
  readonly face: number;
  /** Keys of its responses by language, built once: looking up a newly built text costs more than the rest of a cached reply. */
  readonly keys: Partial<Record<Language, string>>;
  readonly plan: FirstScreenPlan;
}
