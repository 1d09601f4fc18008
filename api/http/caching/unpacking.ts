import type { IncomingMessage, ServerResponse } from 'node:http';
import { lifeOf } from '../caller/caller-life.ts';
import { addressOf } from '../caller/client-address.ts';
import { networkOf } from '../caller/client-network.ts';
import { createPlaces } from '../caller/places.ts';
import type { NoPlace } from '../caller/places.ts';

/** Maximum number of replies unpacked at a time; each takes some hundred kilobytes until its reader is done. */
const MAX_UNPACKING = 32;
/** The part of these that one network may take. Only programs need them: browsers take the packed form. */
const MAX_OF_NETWORK = 8;

/** A limited number of places to unpack replies for callers that do not take the packed form. */
export interface Unpacking {
  /** Takes a place until the reply is sent; returns a function that gives it back earlier, or why none is free. @throws CallerGoneError */
  take(request: IncomingMessage, response: ServerResponse): (() => void) | NoPlace;
}

export interface UnpackingOptions {
  readonly trustedProxies: number;
  /** Factor by which the limits of one network are multiplied. */
  readonly networkLimits: number;
}

export function createUnpacking({ trustedProxies, networkLimits }: UnpackingOptions): Unpacking {
  const share = MAX_OF_NETWORK * networkLimits;
  const places = createPlaces({ kind: 'unpacking', total: MAX_UNPACKING, share });
  return {
    take: (request, response) => places.take(lifeOf(response), networkOf(addressOf(request, trustedProxies))),
  };
}
