import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { isShopKey } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import { compilePath, parseCall } from '../../http/parse-call.ts';
import { sendCachedResponse } from '../../http/cached-response.ts';
import type { CachedResponse } from '../../http/cached-response.ts';
import type { Database } from '../../storage/database.ts';
import { createReadHandlers } from './read-handlers.ts';
import type { ReadHandler } from './read-handlers.ts';
import { createVersionedResponses } from './versioned-responses.ts';
import type { ShopStates } from '../feed/shop-state.ts';

const MAX_CACHE_BYTES = 96_000_000;

/** Answers the catalogue's reads before Express sees them. */
export interface CachedReads {
  readonly endpoints: readonly Endpoint[];
  /** Whether the request was a read of the catalogue; the reply is sent or on its way then. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface CachedReadsOptions {
  readonly database: Database;
  readonly states: ShopStates;
  readonly log: Logger;
}

/** A repeated read costs a look-up and a write: ready buffers by URL, made again when what they depend on has moved. */
export function createCachedReads({ database, states, log }: CachedReadsOptions): CachedReads {
  const handlers = createReadHandlers(database, states).map((handler) => ({
    ...handler,
    match: compilePath(handler.endpoint.path),
  }));
  const reads = createVersionedResponses({ states, log, maxBytes: MAX_CACHE_BYTES });

  const make = async (
    url: string,
    handler: ReadHandler,
    params: Record<string, string>,
    search: string,
  ): Promise<CachedResponse> => {
    const call = parseCall(handler.endpoint, { params, search });
    return reads.make(url, findShopOf(call), () => handler.read(call));
  };

  return {
    endpoints: handlers.map(({ endpoint }) => endpoint),
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '';
      const ready = reads.find(url);
      if (ready) {
        sendCachedResponse(request, response, ready);
        return true;
      }
      const queryStart = url.indexOf('?');
      const path = queryStart < 0 ? url : url.slice(0, queryStart);
      for (const handler of handlers) {
        const params = handler.match(path);
        if (!params) continue;
        const search = queryStart < 0 ? '' : url.slice(queryStart + 1);
        void reads.answer(request, response, make(url, handler, params, search));
        return true;
      }
      return false;
    },
  };
}

/** The shop that a call is about, wherever the endpoint has it. */
function findShopOf(call: { params: unknown; query: unknown }): ShopKey | undefined {
  for (const part of [call.params, call.query]) {
    if (typeof part === 'object' && part !== null && 'shop' in part && isShopKey(part.shop)) return part.shop;
  }
  return undefined;
}
