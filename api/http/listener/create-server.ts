import type { RequestListener, Server } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { UPLOAD_TIMEOUT_MS } from '../../images/images.routes.ts';
import type { ServerModule } from '../../server-module.ts';
import type { AccessControl } from '../access.ts';
import { createDemoRequestCheck, DEMO_PATH } from '../caller/demo-requests.ts';
import { createErrorHandler, createNoRouteHandler } from '../error-handler.ts';
import { bindRoutes } from '../route.ts';
import type { Route } from '../route.ts';
import type { RejectionListener } from '../caller/call-source.ts';
import { requiresHttps } from '../headers/strict-transport.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { createHttpServer, DEFAULT_CONNECTION_LIMITS } from './http-server.ts';
import type { ConnectionLimits } from './http-server.ts';
import { limitRequests } from './limit-requests.ts';
import { createRequestListener } from './request-listener.ts';

/** The longest time for any body, that of an upload; other bodies have less (`route.ts`). */
const REQUEST_TIMEOUT_MS = UPLOAD_TIMEOUT_MS;

export interface CreateServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Provide the routes and reads that the server answers. */
  readonly modules: readonly ServerModule[];
  readonly limiter: RateLimiter;
  readonly accessControl: AccessControl;
  readonly onRejected: RejectionListener;
  readonly isDraining: () => boolean;
  /** A missing limit has its default. */
  readonly limits: Partial<ConnectionLimits>;
  /** Wraps the listener that answers requests. */
  readonly observe: (listener: RequestListener, endpoints: readonly Endpoint[]) => RequestListener;
}

/** Creates the HTTP server that answers with the routes and reads of modules; it does not listen yet. */
export function createServer(options: CreateServerOptions): Server {
  const { config, log, modules, onRejected, isDraining, observe } = options;
  const { trustedProxies, networkLimits } = config;
  const routes = modules.flatMap(({ routes: some = [] }) => some);
  const directEndpoints = modules.flatMap(({ endpoints = [] }) => endpoints);
  const connections = { ...DEFAULT_CONNECTION_LIMITS, ...options.limits };
  const limits = { ...connections, perNetwork: connections.perNetwork * networkLimits };
  const app = createApp(options, routes, directEndpoints);
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

/**
 * Creates the Express application, which answers everything that no direct read does.
 * @param directEndpoints endpoints that direct reads answer; used here only to list the allowed methods of a path
 */
function createApp(
  { config, limiter, accessControl, log, onRejected }: CreateServerOptions,
  routes: readonly Route[],
  directEndpoints: readonly Endpoint[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('trust proxy', config.trustedProxies);
  if (config.isDemo) app.use(DEMO_PATH, createDemoRequestCheck(config));
  bindRoutes(app, routes, limiter, accessControl);
  app.use(createNoRouteHandler([...routes.map(({ endpoint }) => endpoint), ...directEndpoints], log));
  app.use(createErrorHandler(log, onRejected));
  return app;
}
