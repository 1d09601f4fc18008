import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import { lifeOf } from '../caller/caller-life.ts';
import { networkOf } from '../caller/client-network.ts';
import { createPlaces } from '../caller/places.ts';
import { rejectBadRequests, StrictTransportResponse } from '../headers/strict-transport.ts';
import { sendProblem, toProblemReply } from '../problem.ts';
import { isAmbiguous } from './request-fault.ts';

/** Limits of connections. */
export interface ConnectionLimits {
  /** Time in ms in which the head of a request must have arrived. */
  readonly firstByteMs: number;
  /** Open connections of one network, sockets included; behind trusted proxies, its requests in flight. */
  readonly perNetwork: number;
  /** Open connections of all networks, sockets and those of proxies included. */
  readonly inAll: number;
}

/**
 * `perNetwork` is enough for a household or an office with dozens of devices: each browser opens up to six connections and a socket.
 * `inAll` is far more than a process serves well, and takes some hundred megabytes of memory.
 */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { firstByteMs: 10_000, perNetwork: 256, inAll: 16_384 };

/** How often open connections are compared with the time limits, in ms. */
const CHECK_INTERVAL_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
/** Room for the longest address of the page (`request-listener.ts`), and as many bytes for the headers. */
const MAX_HEADER_BYTES = 32_768;

export interface HttpServerOptions {
  readonly limits: ConnectionLimits;
  /** The longest time in ms that a whole request may take. */
  readonly requestTimeoutMs: number;
  readonly trustedProxies: number;
  /** Whether the server is about to stop: then each reply ends its connection, so that a balancer opens the next one elsewhere. */
  readonly isDraining: () => boolean;
  /** Whether every reply asks browsers for https. */
  readonly isHttps: boolean;
  readonly log: Logger;
}

/** Creates the HTTP server with limits of time and number for its connections. */
export function createHttpServer(
  listener: RequestListener,
  { limits, requestTimeoutMs, trustedProxies, isDraining, isHttps, log }: HttpServerOptions,
): Server {
  const warnOnce = createForwardedWarning(trustedProxies, log);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: limits.firstByteMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, limits.firstByteMs),
      // Gives a request without a body no stream: ending and closing one takes longer than a cached response.
      optimizeEmptyRequests: true,
      ...(isHttps && { ServerResponse: StrictTransportResponse }),
    },
    (request, response) => {
      if (isAmbiguous(request)) return rejectAmbiguous(response, log);
      warnOnce(request);
      if (isDraining()) response.shouldKeepAlive = false;
      listener(request, response);
    },
  );
  rejectBadRequests(server, isHttps);
  // Node closes connections above this number at once.
  server.maxConnections = limits.inAll;
  if (trustedProxies === 0) capConnections(server, limits.perNetwork);
  return server;
}

/** Rejects a request that a proxy may have read differently, and ends its connection. */
function rejectAmbiguous(response: ServerResponse, log: Logger): void {
  response.shouldKeepAlive = false;
  const error = new ApiError(
    'bad-request',
    'The request has a header twice that may come once, or names no valid host.',
  );
  sendProblem(response, toProblemReply(error, log));
}

/** Closes connections of networks that have too many already. */
function capConnections(server: Server, perNetwork: number): void {
  const places = createPlaces({ kind: 'connection', total: Infinity, share: perNetwork });
  server.on('connection', (socket: Socket) => {
    const life = lifeOf(socket);
    if (life.isOver || typeof places.take(life, networkOf(socket.remoteAddress ?? '')) === 'string') socket.destroy();
  });
}

const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Warns once when a proxy that is not trusted forwards requests: all visitors would share its address, and the limits of one network. */
function createForwardedWarning(trustedProxies: number, log: Logger): (request: IncomingMessage) => void {
  let isOver = trustedProxies > 0;
  return ({ headers }) => {
    if (isOver || FORWARDED_HEADERS.every((name) => headers[name] === undefined)) return;
    isOver = true;
    log.warn(
      'a request has forwarded headers, but TRUSTED_PROXIES is 0: if there is a proxy in front, set it to the number of proxies, or all visitors share the limits of one address',
    );
  };
}
