import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import { sendProblem, toProblemReply } from '../../http/problem.ts';
import { ResponseCache } from '../../http/response-cache.ts';
import { compressBody, prepareResponse, QUICK_QUALITY, sendCachedResponse } from '../../http/cached-response.ts';
import type { CachedResponse } from '../../http/cached-response.ts';
import type { ShopStates, ShopVersion } from '../feed/shop-state.ts';

/** What a reply depends on: it is fresh as long as none of these moved. */
export type Dependency = 'products' | 'views' | 'snapshot';

/** The part of a version that a dependency watches. */
const DEPENDENCY_VERSION = {
  products: (version) => version.seq,
  views: (version) => version.viewsSeq,
  snapshot: (version) => version.snapshotNumber,
} as const satisfies Record<Dependency, (version: ShopVersion) => number>;

/** The content of a reply, before it is compressed. */
export interface ReadContent {
  readonly body: Buffer;
  /** The compressed body where one is at hand; null where compressing is of no use. */
  readonly brotli?: Buffer | null;
  readonly status?: number;
  readonly contentType?: string;
  readonly cacheControl?: string;
  /** With its quotes. */
  readonly etag?: string;
  /** Headers beside these, as a flat list. */
  readonly headers?: readonly string[];
  readonly dependencies?: readonly Dependency[];
}

export interface VersionedResponsesOptions {
  readonly states: ShopStates;
  readonly log: Logger;
  readonly maxBytes: number;
  /** Whether a reply that is asked for again is compressed once more, as small as it goes. */
  readonly recompresses?: boolean;
}

/** Replies that are made once and sent many times, until what they depend on has moved. */
export interface VersionedResponses {
  find(key: string): CachedResponse | undefined;
  /** The reply of a key; many that ask at once get one. `shop` is the one it depends on; undefined is a reply that never goes stale. */
  make(key: string, shop: ShopKey | undefined, read: () => Promise<ReadContent>): Promise<CachedResponse>;
  /** Sends a reply that is being made, or the problem that came up. */
  answer(request: IncomingMessage, response: ServerResponse, reply: Promise<CachedResponse>): Promise<void>;
}

const OWN_ORIGIN = ['cross-origin-resource-policy', 'same-origin'] as const;

export function createVersionedResponses({
  states,
  log,
  maxBytes,
  recompresses = false,
}: VersionedResponsesOptions): VersionedResponses {
  const cache = new ResponseCache(maxBytes);
  /** Replies being made, with the shop's version at their start. */
  const pending = new Map<string, { reply: Promise<CachedResponse>; version: ShopVersion | undefined }>();
  let packing: Promise<void> = Promise.resolve();

  const remember = async (key: string, content: ReadContent, isFresh: () => boolean): Promise<CachedResponse> => {
    const facts = {
      status: content.status ?? 200,
      contentType: content.contentType ?? 'application/json',
      cacheControl: content.cacheControl ?? 'no-cache',
      body: content.body,
      etag: content.etag,
      headers: content.headers ?? OWN_ORIGIN,
    };
    const pack = (quality: number) => compressBody(content.body, quality);
    const brotli = content.brotli === undefined ? await pack(QUICK_QUALITY) : (content.brotli ?? undefined);
    const reply = prepareResponse({ ...facts, brotli });
    const packTightly = async (): Promise<void> => {
      if (!cache.holds(key, reply)) return;
      const tight = await pack(constants.BROTLI_MAX_QUALITY);
      if (cache.holds(key, reply)) cache.set(key, { reply: prepareResponse({ ...facts, brotli: tight }), isFresh });
    };
    // One at a time, so that other work is done meanwhile.
    const onFirstUse = (): void => {
      packing = packing
        .then(packTightly)
        .catch((error: unknown) => log.error({ err: error }, 'a reply could not be compressed'));
    };
    const isLoose = recompresses && brotli !== undefined && content.brotli === undefined;
    cache.set(key, { reply, isFresh, ...(isLoose && { onFirstUse }) });
    return reply;
  };

  return {
    find: (key) => cache.find(key),

    make(key, shop, read) {
      // Taken before the rows are read: content may be newer than its version, never older.
      const before = shop === undefined ? undefined : states.get(shop);
      const running = pending.get(key);
      // Who asks after a change must not get a reply that was begun before it.
      if (running && running.version === before) return running.reply;
      const reply = read()
        .then((content) => {
          const { dependencies = [] } = content;
          return remember(key, content, () => {
            if (before === undefined || shop === undefined) return true;
            const current = states.get(shop);
            return current === before || dependencies.every((name) => !hasMoved(name, before, current));
          });
        })
        .finally(() => {
          if (pending.get(key)?.reply === reply) pending.delete(key);
        });
      pending.set(key, { reply, version: before });
      return reply;
    },

    async answer(request, response, reply) {
      try {
        sendCachedResponse(request, response, await reply);
      } catch (error) {
        sendProblem(response, toProblemReply(error, log));
      }
    },
  };
}

const hasMoved = (name: Dependency, before: ShopVersion, current: ShopVersion): boolean =>
  DEPENDENCY_VERSION[name](current) !== DEPENDENCY_VERSION[name](before);
