import { setTimeout as delay } from 'node:timers/promises';
import { createAccounts } from './accounts/accounts.ts';
import type { AppContext } from './app-context.ts';
import { createAuditRoutes } from './audit/audit.routes.ts';
import { createCatalog } from './catalog/catalog.ts';
import type { Snapshots } from './catalog/snapshot/snapshot.ts';
import { createChats } from './chats/chats.ts';
import { createStaff } from './chats/staff.ts';
import { createFirstStepRoutes } from './doctor/steps/first-steps.routes.ts';
import { createPages } from './documents/pages.ts';
import type { RejectionListener } from './http/caller/call-source.ts';
import { createListener } from './http/listener/listener.ts';
import { createServer } from './http/listener/create-server.ts';
import { createOperations } from './http/operations.routes.ts';
import { createRateLimiter, DEFAULT_RATES } from './http/rate-limit.ts';
import { createIdentity } from './identity/identity.ts';
import type { Identity } from './identity/identity.ts';
import { createImages } from './images/images.ts';
import type { Images } from './images/images.ts';
import { createInsightRoutes } from './insights/insights.routes.ts';
import { createLeases } from './jobs/create-leases.ts';
import { createJobRunner } from './jobs/job.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { createOpenApiRoutes } from './openapi/openapi.routes.ts';
import { createOrdering } from './orders/ordering.ts';
import { createPrivacy } from './privacy/privacy.ts';
import { createPush } from './push/push.ts';
import type { Push } from './push/push.ts';
import { createRealtime } from './realtime/realtime.ts';
import { createHousekeeping } from './retention.ts';
import { createRejectedCallNotes } from './security/rejected-calls.ts';
import { createRedirects } from './redirects/redirects.ts';
import { createDemoProductRoutes } from './seed/demo-products.routes.ts';
import type { ServerModule } from './server-module.ts';
import type { ServerOptions } from './server-options.ts';
import { createShop } from './shop/shop.ts';
import { createTransferRoutes } from './transfer/transfer.routes.ts';

/** A server that accepts requests. */
export interface RunningServer {
  /** Origin under which this machine reaches the server. */
  readonly url: string;
  /** Origin at which the metrics are read; undefined if the settings do not enable them. */
  readonly metricsUrl: string | undefined;
  readonly snapshots: Snapshots;
  readonly identity: Identity;
  readonly push: Push;
  readonly images: Images;
  /** Finishes requests and jobs in flight and stops; the context stays open. */
  stop(): Promise<void>;
}

/** The composition root: builds the server's modules on a context and starts to listen. @throws the error of `listen`, such as EADDRINUSE */
export async function startServer(context: AppContext, options: ServerOptions = {}): Promise<RunningServer> {
  const { config, log, security, database, buckets, now } = context;
  const { listener = createListener(config) } = options;
  const leases = createLeases(database);
  const metrics = await openMetrics(context, leases);
  const noteRejection = createRejectedCallNotes(security, now);
  const onRejected: RejectionListener = (code, source) => {
    noteRejection(code, source);
    metrics.onRejected(code, source);
  };
  const limiter = createRateLimiter({ ...DEFAULT_RATES, ...options.rates }, buckets, config.networkLimits);
  let isDraining = false;
  // Only known once the server listens: the port may be 0.
  const getOrigin = (): string => config.publicUrl ?? listener.url();

  await context.shop.start();
  const staff = createStaff(config);
  const identity = await createIdentity(context, { ...options, applyStaff: staff.apply });
  const push = await createPush(context, identity, options.push);
  const catalog = await createCatalog({ context, leases, onRejected, options });
  const images = createImages(context, options.images);
  const pages = await createPages({ context, misses: catalog.misses, images, limiter, onRejected, getOrigin });
  const ordering = await createOrdering({
    context,
    times: options.orderingTimes ?? {},
    enqueuePush: push.enqueue,
    getOrigin,
    getOwnUrl: listener.url,
  });
  const chats = await createChats({ context, staff, notifyUser: push.notifyUser, ...options.chats });
  const modules: readonly ServerModule[] = [
    ordering,
    identity,
    push,
    catalog,
    chats,
    images,
    // Before the page, which answers every other address.
    createRedirects(context),
    // Before the pages, which answer every other address of an icon.
    createShop(context),
    pages,
    createPrivacy({ context, identity, orderChanges: ordering.changes, purgeErased: chats.purgeErased }),
    createAccounts({ context, views: catalog.views, deleteOrder: ordering.orders.hide, chats }),
    { routes: createTransferRoutes(context, images) },
    { routes: [...createAuditRoutes(context), ...createInsightRoutes(context), ...createOpenApiRoutes(context)] },
    { routes: [...createFirstStepRoutes(context), ...createDemoProductRoutes(context)] },
    createOperations(context, () => isDraining),
    createHousekeeping(context),
    metrics,
  ];

  const observedJobs = modules.flatMap(({ jobs: some = [] }) => some.map(metrics.observeJob));
  const jobs = createJobRunner(observedJobs, leases, log);
  const server = createServer({
    config,
    log,
    modules,
    limiter,
    accessControl: identity.accessControl,
    onRejected,
    isDraining: () => isDraining,
    limits: options.connections ?? {},
    observe: (listen, endpoints) => metrics.observeRequests(options.observeReplies?.(listen) ?? listen, endpoints),
  });
  const limits = options.socketLimits ?? {};
  const sockets = createRealtime({ context, server, chats, identity, onRejected, limits });
  metrics.countSockets(sockets.count);

  const stopModules = () => Promise.all(modules.map((module) => module.stop?.()));
  await listener.open(server).catch(async (error: unknown) => {
    // The process ends with this error, and must not end while a thread is starting.
    await stopModules();
    throw error;
  });
  for (const module of modules) await module.start?.();
  jobs.start();

  return {
    url: listener.url(),
    metricsUrl: metrics.url,
    snapshots: catalog.snapshots,
    identity,
    push,
    images,
    async stop() {
      isDraining = true;
      sockets.release(config.stopDelayMs);
      await delay(config.stopDelayMs);
      sockets.close();
      // Requests that are still answered use the modules.
      await Promise.all([listener.close(server), jobs.stop()]);
      await stopModules();
    },
  };
}
