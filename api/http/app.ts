import express from 'express';
import type { Express } from 'express';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { AccessControl } from './access.ts';
import type { RejectionListener } from './caller/call-source.ts';
import { createDemoRequestCheck, DEMO_PATH } from './caller/demo-requests.ts';
import { createErrorHandler, createNoRouteHandler } from './error-handler.ts';
import type { RateLimiter } from './rate-limit.ts';
import { bindRoutes } from './route.ts';
import type { Route } from './route.ts';

export interface AppOptions {
  readonly routes: readonly Route[];
  /** Endpoints that are answered before Express; they count when a path's allowed methods are listed. */
  readonly directEndpoints: readonly Endpoint[];
  readonly limiter: RateLimiter;
  readonly accessControl: AccessControl;
  readonly config: Pick<Config, 'isDemo' | 'publicUrl' | 'trustedProxies'>;
  readonly log: Logger;
  readonly onRejected: RejectionListener;
}

/** Creates the Express application: everything that no direct read answers. */
export function createApp(options: AppOptions): Express {
  const { routes, directEndpoints, limiter, accessControl, config, log, onRejected } = options;
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
