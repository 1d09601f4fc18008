import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { isShopKey } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import { compilePath, parseCall } from '../../http/parse-call.ts';
import { sendCachedResponse } from '../../http/cached-response.ts';
import type { CachedResponse } from '../../http/cached-response.ts';
import type { DataSizes } from '../../data-sizes.ts';
import type { DataHistory } from '../../storage/data-history.ts';
import type { Database } from '../../storage/database.ts';
import { createReadHandlers } from './read-handlers.ts';
import type { ReadHandler } from './read-handlers.ts';
import { createVersionedResponses } from './versioned-responses.ts';
import type { ShopStates } from '../feed/shop-state.ts';

const MAX_CACHE_BYTES = 96_000_000;

/** Handles the catalogue's reads before Express. */
export interface CachedReads {
  readonly endpoints: readonly Endpoint[];
  /** Returns true when the request is a read of the catalogue: the response is then sent or in preparation. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface CachedReadsOptions {
  readonly database: Database;
  readonly history: DataHistory;
  readonly states: ShopStates;
  readonly log: Logger;
  readonly sizes: DataSizes;
}

/** Caches responses by URL and builds them again when their dependencies change, so that a repeated read costs a look-up and a write. */
export function createCachedReads({ database, history, states, log, sizes }: CachedReadsOptions): CachedReads {
  const handlers = createReadHandlers(database, history, states, sizes).map((handler) => ({
    ...handler,
    match: compilePath(handler.endpoint.path),
  }));
  const responses = createVersionedResponses({ states, log, maxBytes: MAX_CACHE_BYTES });

  const build = async (
    url: string,
    handler: ReadHandler,
    params: Record<string, string>,
    search: string,
  ): Promise<CachedResponse> => {
    const call = parseCall(handler.endpoint, { params, search });
    return responses.build(url, findShopOf(call), () => handler.read(call));
  };

  return {
    endpoints: handlers.map(({ endpoint }) => endpoint),
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '';
      const cached = responses.find(url);
      if (cached) {
        sendCachedResponse(request, response, cached);
        return true;
      }
      const queryStart = url.indexOf('?');
      const path = queryStart < 0 ? url : url.slice(0, queryStart);
      for (const handler of handlers) {
        const params = handler.match(path);
        if (!params) continue;
        const search = queryStart < 0 ? '' : url.slice(queryStart + 1);
        void responses.send(request, response, build(url, handler, params, search));
        return true;
      }
      return false;
    },
  };
}

/** Returns the shop of a call, which endpoints have in their path or their query. */
function findShopOf(call: { params: unknown; query: unknown }): ShopKey | undefined {
  for (const part of [call.params, call.query]) {
    if (typeof part === 'object' && part !== null && 'shop' in part && isShopKey(part.shop)) return part.shop;
  }
  return undefined;
}
