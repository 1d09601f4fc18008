import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import { SharedLife } from '../../http/caller/caller-life.ts';
import type { CallerLife } from '../../http/caller/caller-life.ts';
import { API_HEADERS } from '../../http/headers/api-headers.ts';
import { sendProblem, toProblemReply } from '../../http/problem.ts';
import { ResponseCache } from '../../http/caching/response-cache.ts';
import {
  compressBody,
  preparePackedResponse,
  prepareResponse,
  QUICK_QUALITY,
  sendCachedResponse,
} from '../../http/caching/cached-response.ts';
import { PackedBody } from '../../http/caching/packed-body.ts';
import type { CachedResponse } from '../../http/caching/cached-response.ts';
import type { ShopVersion } from '../feed/feed.repository.ts';
import type { ShopState, ShopStates } from '../feed/shop-state.ts';
import { isOverLimit } from './misses.ts';

/** Maximum number of responses that wait to be recompressed at the highest quality: requests could add them faster than they are compressed. */
const MAX_RECOMPRESSIONS = 20;

/** What a response depends on: it is fresh until one of these changes. */
export type Dependency = 'products' | 'views' | 'snapshot';

/** The part of a shop's version that identifies each dependency. Change numbers alone do not: another history of the data repeats them. */
const DEPENDENCY_VERSION = {
  products: ({ nonce }) => nonce,
  views: ({ viewsNonce }) => viewsNonce,
  snapshot: ({ snapshotNumber, snapshotStoredAt }) => `${snapshotNumber} ${snapshotStoredAt}`,
} as const satisfies Record<Dependency, (version: ShopVersion) => string>;

/** The content of a response, before it is compressed. */
export interface ReadContent {
  readonly body: Uint8Array | PackedBody;
  /** The compressed body if it is stored already; null where compressing does not pay. */
  readonly brotli?: Uint8Array | null;
  readonly status?: number;
  readonly contentType?: string;
  readonly cacheControl?: string;
  /** Including its quotes. */
  readonly etag?: string;
  /** Request headers that the content depends on. */
  readonly vary?: string;
  /** Further headers as a flat list. */
  readonly headers?: readonly string[];
  readonly dependencies?: readonly Dependency[];
}

export interface VersionedResponsesOptions {
  readonly states: ShopStates;
  readonly log: Logger;
  readonly maxBytes: number;
  /** Whether a response that is requested again is compressed once more, at the highest quality. */
  readonly recompresses?: boolean;
}

/** Responses that are built once and sent many times, until one of their dependencies changes. */
export interface VersionedResponses {
  find(key: string): CachedResponse | undefined;
  /**
   * Builds the response of a key; concurrent requests share one build, which is given up when all of their callers have gone. `shops`: those on
   * whose versions the response depends; without any it never goes stale.
   */
  build(
    key: string,
    shops: readonly ShopKey[],
    caller: CallerLife,
    read: (life: CallerLife) => Promise<ReadContent>,
  ): Promise<CachedResponse>;
  /** Sends a response when it is built, or the problem that its build ended with. */
  send(request: IncomingMessage, response: ServerResponse, built: Promise<CachedResponse>): Promise<void>;
}

export function createVersionedResponses({
  states,
  log,
  maxBytes,
  recompresses = false,
}: VersionedResponsesOptions): VersionedResponses {
  const cache = new ResponseCache(maxBytes);
  /** Running builds, with the shops' versions at their start. */
  const builds = new Map<
    string,
    { built: Promise<CachedResponse>; versions: readonly ShopState[]; life: SharedLife }
  >();
  let recompressing: Promise<void> = Promise.resolve();
  let recompressions = 0;

  const store = async (key: string, content: ReadContent, isFresh: () => boolean): Promise<CachedResponse> => {
    const fields = {
      status: content.status ?? 200,
      contentType: content.contentType ?? 'application/json',
      cacheControl: content.cacheControl ?? 'no-cache',
      etag: content.etag,
      vary: content.vary,
      headers: content.headers ?? API_HEADERS,
    };
    const { body } = content;
    if (body instanceof PackedBody) {
      const packed = preparePackedResponse(fields, body);
      cache.set(key, { reply: packed, isFresh });
      return packed;
    }
    const compress = (quality: number) => compressBody(body, quality);
    const brotli = content.brotli === undefined ? await compress(QUICK_QUALITY) : (content.brotli ?? undefined);
    const reply = prepareResponse({ ...fields, body, brotli });
    const recompress = async (): Promise<void> => {
      if (!cache.holds(key, reply)) return;
      const smallest = await compress(constants.BROTLI_MAX_QUALITY);
      if (cache.holds(key, reply))
        cache.set(key, { reply: prepareResponse({ ...fields, body, brotli: smallest }), isFresh });
    };
    // One at a time, which leaves processor time for requests.
    const onFirstUse = (): void => {
      if (recompressions >= MAX_RECOMPRESSIONS) return;
      recompressions += 1;
      recompressing = recompressing
        .then(recompress)
        .catch((error: unknown) => log.error({ err: error }, 'response could not be compressed'))
        .finally(() => (recompressions -= 1));
    };
    const canShrink = recompresses && brotli !== undefined && content.brotli === undefined;
    cache.set(key, { reply, isFresh, ...(canShrink && { onFirstUse }) });
    return reply;
  };

  return {
    find: (key) => cache.find(key),

    async build(key, shops, caller, read) {
      // Taken before the rows are read: content may be newer than its version, never older.
      const before = shops.map((shop) => states.get(shop));
      const running = builds.get(key);
      // A request after a change must not share a build that began before the change.
      if (running && !running.life.isOver && running.versions.every((version, at) => version === before[at])) {
        running.life.join(caller);
        return running.built.catch((error: unknown) => {
          // The first caller's network was over its limits; this caller's may not be.
          if (isOverLimit(error)) return this.build(key, shops, caller, read);
          throw error;
        });
      }
      const life = new SharedLife();
      life.join(caller);
      const built = read(life)
        .then((content) => {
          const { dependencies = [] } = content;
          return store(key, content, () => {
            return before.every((known, at) => {
              const current = states.get(shops[at] as ShopKey);
              return current === known || dependencies.every((name) => !hasChanged(name, known, current));
            });
          });
        })
        .finally(() => {
          if (builds.get(key)?.built === built) builds.delete(key);
        });
      builds.set(key, { built, versions: before, life });
      return built;
    },

    async send(request, response, built) {
      try {
        sendCachedResponse(request, response, await built);
      } catch (error) {
        sendProblem(response, toProblemReply(error, log));
      }
    },
  };
}

// Responses name the epoch, and sign positions with it: a new epoch makes them stale although no row has changed.
const hasChanged = (name: Dependency, before: ShopState, current: ShopState): boolean =>
  current.epoch !== before.epoch || DEPENDENCY_VERSION[name](current) !== DEPENDENCY_VERSION[name](before);
