import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint, EndpointCall } from '#contract/http/endpoint.ts';
import { isShopKey } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import { compilePath, parseCall } from '../http/parse-call.ts';
import { sendProblem, toProblemReply } from '../http/problem.ts';
import { ReadyCache } from '../http/ready-cache.ts';
import type { CachedReply } from '../http/ready-cache.ts';
import { compressBody, prepareReply, QUICK_QUALITY, sendReady } from '../http/ready-reply.ts';
import type { ReadyReply } from '../http/ready-reply.ts';
import type { Database } from '../storage/database.ts';
import { createReadHandlers, DEPENDENCY_VERSION } from './read-handlers.ts';
import type { Dependency, ReadContent, ReadHandler } from './read-handlers.ts';
import type { ShopStates, ShopVersion } from './shop-state.ts';

const MAX_CACHE_BYTES = 96_000_000;

/** Answers the catalogue's reads before Express sees them. */
export interface HotReads {
  readonly endpoints: readonly Endpoint[];
  /** Whether the request was a read of the catalogue; the reply is sent or on its way then. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface HotReadsOptions {
  readonly database: Database;
  readonly states: ShopStates;
  readonly log: Logger;
}

/** A repeated read costs a look-up and a write: ready buffers by URL, made again when what they depend on has moved. */
export function createHotReads({ database, states, log }: HotReadsOptions): HotReads {
  const handlers = createReadHandlers(database, states).map((handler) => ({
    ...handler,
    match: compilePath(handler.endpoint.path),
  }));
  const cache = new ReadyCache(MAX_CACHE_BYTES);
  /** Replies being made, with the shop's version at their start: many that ask at once get one. */
  const pending = new Map<string, { reply: Promise<ReadyReply>; version: ShopVersion | undefined }>();

  const toCached = async (content: ReadContent, isFresh: () => boolean): Promise<CachedReply> => ({
    reply: prepareReply({
      contentType: content.contentType ?? 'application/json',
      cacheControl: content.cacheControl ?? 'no-cache',
      body: content.body,
      brotli:
        content.brotli === undefined ? await compressBody(content.body, QUICK_QUALITY) : (content.brotli ?? undefined),
      etag: content.etag,
      headers: ['cross-origin-resource-policy', 'same-origin'],
    }),
    isFresh,
  });

  const make = async (
    url: string,
    handler: ReadHandler,
    call: EndpointCall<Endpoint>,
    before: ShopVersion | undefined,
  ): Promise<ReadyReply> => {
    const content = await handler.read(call);
    const { shop, dependencies = [] } = content;
    const entry = await toCached(content, () => {
      if (before === undefined || shop === undefined) return true;
      const current = states.get(shop);
      return current === before || dependencies.every((name) => !hasMoved(name, before, current));
    });
    cache.set(url, entry);
    return entry.reply;
  };

  const makeOnce = (
    url: string,
    handler: ReadHandler,
    params: Record<string, string>,
    search: string,
  ): Promise<ReadyReply> => {
    const running = pending.get(url);
    const call = parseCall(handler.endpoint, { params, search });
    const shop = findShopOf(call);
    // Taken before the rows are read: content may be newer than its version, never older.
    const version = shop === undefined ? undefined : states.get(shop);
    // Who asks after a change must not get a reply that was begun before it.
    if (running && running.version === version) return running.reply;
    const reply = make(url, handler, call, version).finally(() => {
      if (pending.get(url)?.reply === reply) pending.delete(url);
    });
    pending.set(url, { reply, version });
    return reply;
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    getReply: () => Promise<ReadyReply>,
  ): Promise<void> => {
    try {
      sendReady(request, response, await getReply());
    } catch (error) {
      sendProblem(response, toProblemReply(error, log));
    }
  };

  return {
    endpoints: handlers.map(({ endpoint }) => endpoint),
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '';
      const ready = cache.find(url);
      if (ready) {
        sendReady(request, response, ready);
        return true;
      }
      const queryStart = url.indexOf('?');
      const path = queryStart < 0 ? url : url.slice(0, queryStart);
      for (const handler of handlers) {
        const params = handler.match(path);
        if (!params) continue;
        const search = queryStart < 0 ? '' : url.slice(queryStart + 1);
        void answer(request, response, () => makeOnce(url, handler, params, search));
        return true;
      }
      return false;
    },
  };
}

const hasMoved = (name: Dependency, before: ShopVersion, current: ShopVersion): boolean =>
  DEPENDENCY_VERSION[name](current) !== DEPENDENCY_VERSION[name](before);

/** The shop that a call is about, wherever the endpoint has it. */
function findShopOf(call: { params: unknown; query: unknown }): ShopKey | undefined {
  for (const part of [call.params, call.query]) {
    if (typeof part === 'object' && part !== null && 'shop' in part && isShopKey(part.shop)) return part.shop;
  }
  return undefined;
}
