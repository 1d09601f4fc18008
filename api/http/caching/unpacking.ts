import type { IncomingMessage, ServerResponse } from 'node:http';
import { lifeOf } from '../caller/caller-life.ts';
import { addressOf } from '../caller/client-address.ts';
import { networkOf } from '../caller/client-network.ts';
import { createPlaces } from '../caller/places.ts';
import type { NoPlace } from '../caller/places.ts';

/** Replies that are unpacked at once; each takes some hundred kilobytes until its reader is done. */
const MAX_UNPACKING = 32;
/** Of them for the programs of one network; browsers take the packed form. */
const MAX_OF_NETWORK = 8;

/** The places in which replies are unpacked for callers that do not take the packed form. */
export interface Unpacking {
  /** Takes a place until the reply is sent; returns a function that gives it back before, or why there is none. @throws CallerGoneError */
  take(request: IncomingMessage, response: ServerResponse): (() => void) | NoPlace;
}

export interface UnpackingOptions {
  readonly trustedProxies: number;
  /** Factor of what one network may have. */
  readonly networkLimits: number;
}

export function createUnpacking({ trustedProxies, networkLimits }: UnpackingOptions): Unpacking {
  const share = MAX_OF_NETWORK * networkLimits;
  const places = createPlaces({ kind: 'unpacking', total: MAX_UNPACKING, share });
  return {
    take: (request, response) => places.take(lifeOf(response), networkOf(addressOf(request, trustedProxies))),
  };
}
