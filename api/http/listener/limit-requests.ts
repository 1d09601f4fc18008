import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import type { RejectionListener } from '../caller/call-source.ts';
import { lifeOf } from '../caller/caller-life.ts';
import { addressOf } from '../caller/client-address.ts';
import { networkOf } from '../caller/client-network.ts';
import { createPlaces } from '../caller/places.ts';
import { describeProblem, sendProblem } from '../problem.ts';
import { isProbe } from './probes.ts';

/** `Retry-After` of a request that is rejected because its network, or the whole server, has too many requests in flight. */
const RETRY_SECONDS = 2;

export interface RequestLimits {
  readonly trustedProxies: number;
  /** Maximum number of requests of one network in flight. */
  readonly perNetwork: number;
  /** Maximum number of requests of all networks in flight. */
  readonly inAll: number;
  readonly onRejected: RejectionListener;
}

/**
 * Limits the requests in flight behind proxies, where a connection does not identify its caller; without proxies the connections
 * themselves are limited. Probes are always answered.
 */
export function limitRequests(listener: RequestListener, limits: RequestLimits): RequestListener {
  const { trustedProxies, perNetwork, inAll, onRejected } = limits;
  if (trustedProxies === 0) return listener;
  const places = createPlaces({ kind: 'place', total: inAll, share: perNetwork });

  const reject = (request: IncomingMessage, response: ServerResponse, error: ApiError): void => {
    const { method = '' } = request;
    onRejected(error.code, { address: addressOf(request, trustedProxies), method, route: '*' });
    sendProblem(response, describeProblem(error));
  };

  return (request, response) => {
    if (isProbe(request.url ?? '')) {
      listener(request, response);
      return;
    }
    const place = places.take(lifeOf(response), networkOf(addressOf(request, trustedProxies)));
    const retry = { retryAfterSeconds: RETRY_SECONDS };
    if (place === 'share-taken') reject(request, response, new ApiError('too-many-requests', undefined, retry));
    else if (place === 'all-taken') {
      reject(request, response, new ApiError('not-ready', 'The server is busy.', retry));
    } else listener(request, response);
  };
}
