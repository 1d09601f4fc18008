import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import type { Endpoint, EndpointCall } from '#contract/http/endpoint.ts';
import { isShopKey } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import type { RejectionListener } from '../../http/caller/call-source.ts';
import { sendCachedResponse } from '../../http/caching/cached-response.ts';
import { createUnpacking } from '../../http/caching/unpacking.ts';
import type { CachedResponse } from '../../http/caching/cached-response.ts';
import { lifeOf } from '../../http/caller/caller-life.ts';
import type { CallerLife } from '../../http/caller/caller-life.ts';
import { addressOf } from '../../http/caller/client-address.ts';
import { compilePath, parseCall } from '../../http/parse-call.ts';
import { sendProblem, toProblemReply } from '../../http/problem.ts';
import { rememberByUrl } from '../../http/caching/remember-urls.ts';
import type { DataSizes } from '../../data-sizes.ts';
import type { BlockStore } from '../snapshot/blocks/block-store.ts';
import type { DataHistory } from '../../storage/data-history.ts';
import type { Database } from '../../storage/database.ts';
import type { Misses } from './misses.ts';
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
  readonly blocks: Pick<BlockStore, 'find' | 'isElsewhere'>;
  readonly history: DataHistory;
  readonly states: ShopStates;
  readonly misses: Misses;
  readonly log: Logger;
  readonly sizes: DataSizes;
  readonly trustedProxies: number;
  /** Factor by which the limits of one network are multiplied. */
  readonly networkLimits: number;
  /** Called for expected rejections. */
  readonly onRejected: RejectionListener;
}

/** A request's call, with the key of its response. */
interface PlannedRead {
  readonly handler: ReadHandler;
  readonly call: EndpointCall<Endpoint>;
  /** The same for every spelling of the call. */
  readonly key: string;
}

/**
 * Caches responses by call and builds them again when their dependencies change, so that a repeated read costs a look-up and a write. The key
 * is the parsed call, so that neither the order of parameters, nor empty ones, nor encodings make a separate response.
 */
export function createCachedReads(options: CachedReadsOptions): CachedReads {
  const { states, log, trustedProxies, onRejected } = options;
  const unpacking = createUnpacking(options);
  const handlers = createReadHandlers({ ...options, unpacking }).map((handler) => ({
    ...handler,
    match: compilePath(handler.endpoint.path),
  }));
  const responses = createVersionedResponses({ states, log, maxBytes: MAX_CACHE_BYTES });

  const planRead = rememberByUrl((url): PlannedRead | undefined => {
    const queryStart = url.indexOf('?');
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    for (const handler of handlers) {
      const params = handler.match(path);
      if (!params) continue;
      const search = queryStart < 0 ? '' : url.slice(queryStart + 1);
      const call = handler.normalize(parseCall(handler.endpoint, { params, search }));
      // Schemas return their members in the order of their declaration.
      return { handler, call, key: JSON.stringify([handler.endpoint.path, call.params, call.query]) };
    }
    return undefined;
  });

  const build = ({ handler, call, key }: PlannedRead, address: string, caller: CallerLife): Promise<CachedResponse> =>
    responses.build(key, findShopsOf(call), caller, (life) => handler.read(call, { address, life }));

  const reject = (request: IncomingMessage, response: ServerResponse, error: unknown, route: string): void => {
    if (error instanceof ApiError) {
      const { method = '' } = request;
      onRejected(error.code, { address: addressOf(request, trustedProxies), method, route });
    }
    sendProblem(response, toProblemReply(error, log));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, read: PlannedRead): Promise<void> => {
    try {
      const address = addressOf(request, trustedProxies);
      sendCachedResponse(request, response, await build(read, address, lifeOf(response)));
    } catch (error) {
      reject(request, response, error, read.handler.endpoint.path);
    }
  };

  return {
    endpoints: handlers.map(({ endpoint }) => endpoint),
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      let read: PlannedRead | undefined;
      try {
        read = planRead(request.url ?? '');
      } catch (error) {
        sendProblem(response, toProblemReply(error, log));
        return true;
      }
      if (!read) return false;
      const cached = responses.find(read.key);
      if (cached) sendCachedResponse(request, response, cached);
      else void answer(request, response, read);
      return true;
    },
  };
}

/** Returns the shops of a call: the one in its path or query, and others about which its query claims something. */
function findShopsOf(call: { params: unknown; query: unknown }): readonly ShopKey[] {
  const shops = new Set<ShopKey>();
  for (const part of [call.params, call.query]) {
    if (typeof part !== 'object' || part === null) continue;
    if ('shop' in part && isShopKey(part.shop)) shops.add(part.shop);
    for (const [name, value] of Object.entries(part)) if (isShopKey(name) && value !== undefined) shops.add(name);
  }
  return [...shops];
}
