import type { RequestListener, Server } from 'node:http';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { UPLOAD_TIMEOUT_MS } from '../../images/images.routes.ts';
import type { ServerModule } from '../../server-module.ts';
import type { AccessControl } from '../access.ts';
import { createApp } from '../app.ts';
import type { RejectionListener } from '../caller/call-source.ts';
import { requiresHttps } from '../headers/strict-transport.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { createHttpServer, DEFAULT_CONNECTION_LIMITS } from './http-server.ts';
import type { ConnectionLimits } from './http-server.ts';
import { limitRequests } from './limit-requests.ts';
import { createRequestListener } from './request-listener.ts';

/** The longest of all; other bodies have less time (`route.ts`). */
const REQUEST_TIMEOUT_MS = UPLOAD_TIMEOUT_MS;

export interface CreateServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Their routes and reads are answered. */
  readonly modules: readonly ServerModule[];
  readonly limiter: RateLimiter;
  readonly accessControl: AccessControl;
  readonly onRejected: RejectionListener;
  readonly isDraining: () => boolean;
  /** Those that are missing have their defaults. */
  readonly limits: Partial<ConnectionLimits>;
  /** Wraps what answers requests. */
  readonly observe: (listener: RequestListener, endpoints: readonly Endpoint[]) => RequestListener;
}

/** Creates the HTTP server that answers with the routes and reads of modules; it does not listen yet. */
export function createServer(options: CreateServerOptions): Server {
  const { config, log, modules, limiter, accessControl, onRejected, isDraining, observe } = options;
  const { trustedProxies, networkLimits } = config;
  const routes = modules.flatMap(({ routes: some = [] }) => some);
  const directEndpoints = modules.flatMap(({ endpoints = [] }) => endpoints);
  const connections = { ...DEFAULT_CONNECTION_LIMITS, ...options.limits };
  const limits = { ...connections, perNetwork: connections.perNetwork * networkLimits };
  const app = createApp({ routes, directEndpoints, limiter, accessControl, config, log, onRejected });
  const listener = createRequestListener({ app, reads: modules.flatMap(({ reads = [] }) => reads), log });
  const limited = limitRequests(listener, { ...limits, trustedProxies, onRejected });
  return createHttpServer(observe(limited, [...routes.map(({ endpoint }) => endpoint), ...directEndpoints]), {
    limits,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    trustedProxies,
    isDraining,
    isHttps: requiresHttps(config.publicUrl),
    log,
  });
}
