import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { firstScreenUrl } from '#contract/first-screen.ts';
import type { FirstScreenPlan } from '#contract/first-screen.ts';
import type { Logger } from 'pino';
import { createVersionedResponses } from '../catalog/reads/versioned-responses.ts';
import type { ReadContent } from '../catalog/reads/versioned-responses.ts';
import type { ShopStates } from '../catalog/feed/shop-state.ts';
import { addressOf } from '../http/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { sendCachedResponse } from '../http/cached-response.ts';
import type { ImageFinder } from '../images/image-finder.ts';
import type { Database } from '../storage/database.ts';
import { buildHead } from './document-head.ts';
import type { DocumentRenderer } from './first-screen-renderer.ts';
import { createFirstOverviews } from './first-overviews.ts';
import { readScreen } from './read-screen.ts';
import { findSharedImage, listImagePaths, SITE_IMAGE } from './shared-image.ts';

const MAX_CACHE_BYTES = 64_000_000;
/** Addresses whose plan is remembered, and the longest of them. */
const MAX_KNOWN_ADDRESSES = 10_000;
const MAX_KNOWN_LENGTH = 300;

/** Serves the shops' addresses as documents that show their products before any script runs. */
export interface Documents {
  /** Whether the address is that of a shop; the reply is sent or on its way then. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface DocumentsOptions {
  readonly renderer: DocumentRenderer;
  readonly database: Database;
  readonly states: ShopStates;
  readonly images: Pick<ImageFinder, 'find'>;
  readonly limiter: RateLimiter;
  readonly log: Logger;
  readonly brand: string;
  /** Origin under which visitors come; called when the server listens. */
  readonly getOrigin: () => string;
  /** Security headers as a flat list. */
  readonly headers: readonly string[];
  readonly trustedProxies: number;
  /** Answers with the page as it was built, without products. */
  readonly answerPlainly: RequestListener;
}

/**
 * Documents from ready buffers, one for all addresses that show the same. Making one is counted like a read; who asks for too many gets
 * the plain page, which shows the same once its script runs.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const { renderer, database, states, images, limiter, log, brand, getOrigin, headers, trustedProxies } = options;
  const responses = createVersionedResponses({ states, log, maxBytes: MAX_CACHE_BYTES, recompresses: true });
  const readFirstOverview = createFirstOverviews(database.reader, states);
  const known = new Map<string, Planned>();

  const makeContent = async (plan: FirstScreenPlan): Promise<ReadContent> => {
    const { screen, product, isMissing, dependencies } = await readScreen(
      database.reader,
      renderer.isStartScreen,
      readFirstOverview,
      plan,
    );
    const head = buildHead({
      screen,
      product,
      isMissing,
      origin: getOrigin(),
      brand,
      sharedImage: product ? await findSharedImage(images, plan.shop, product) : SITE_IMAGE,
      imagePaths: product ? listImagePaths(plan.shop, product) : [],
      renderer,
    });
    const body = Buffer.from(renderer.renderDocument(renderer.template, screen, head));
    return {
      status: isMissing ? 404 : 200,
      body,
      contentType: 'text/html; charset=utf-8',
      headers,
      // A page that is missing now may be there the next time under the same tag.
      ...(!isMissing && { etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }),
      dependencies,
    };
  };

  const make = async (request: IncomingMessage, response: ServerResponse, { key, plan }: Planned): Promise<void> => {
    if (limiter.take('read', addressOf(request, trustedProxies)) !== undefined) {
      options.answerPlainly(request, response);
      return;
    }
    try {
      sendCachedResponse(request, response, await responses.build(key, plan.shop, () => makeContent(plan)));
    } catch (error) {
      log.error({ err: error }, 'a document could not be made');
      options.answerPlainly(request, response);
    }
  };

  const planOf = (url: string): Planned | undefined => {
    const remembered = known.get(url);
    if (remembered) return remembered;
    const queryStart = url.indexOf('?');
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    const plan = renderer.planFirstScreen(path, queryStart < 0 ? '' : url.slice(queryStart));
    if (!plan) return undefined;
    const planned = { key: `${firstScreenUrl(plan.shop, plan.state)}&product=${plan.productId}`, plan };
    if (known.size >= MAX_KNOWN_ADDRESSES) known.clear();
    if (url.length <= MAX_KNOWN_LENGTH) known.set(url, planned);
    return planned;
  };

  return {
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const planned = planOf(request.url ?? '/');
      if (!planned) return false;
      const cached = responses.find(planned.key);
      if (cached) sendCachedResponse(request, response, cached);
      else void make(request, response, planned);
      return true;
    },
  };
}

interface Planned {
  /** The same for all addresses that show the same. */
  readonly key: string;
  readonly plan: FirstScreenPlan;
}
