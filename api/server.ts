import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { RateClass } from '#contract/http/endpoint.ts';
import { createAccounts } from './accounts/accounts.ts';
import type { AppContext } from './app-context.ts';
import { createAuditRoutes } from './audit/audit.routes.ts';
import { createAdminProductRoutes } from './catalog/products/admin-products.routes.ts';
import { createAdminProducts } from './catalog/products/admin-products.service.ts';
import { createProductRoutes } from './catalog/products/products.routes.ts';
import { createCachedReads } from './catalog/reads/cached-reads.ts';
import { createMisses, DEFAULT_MISS_LIMITS } from './catalog/reads/misses.ts';
import type { MissLimits } from './catalog/reads/misses.ts';
import { runQueriesOnThread } from './catalog/reads/query-thread.ts';
import type { RunQueries } from './catalog/reads/query-thread.ts';
import { createSnapshots } from './catalog/snapshot/snapshot.ts';
import type { Snapshots, SnapshotTimes } from './catalog/snapshot/snapshot.ts';
import { buildInProcess } from './catalog/snapshot/build-in-process.ts';
import type { BuildSnapshots } from './catalog/snapshot/snapshot-build.ts';
import { openBlockStore } from './catalog/snapshot/blocks/open-block-store.ts';
import { createPurgeAuditJob } from './audit/purge-audit.job.ts';
import { createPurgeHistoryJob } from './storage/purge-history.job.ts';
import { createPurgeNoticesJob } from './payments/purge-notices.job.ts';
import { createCompactMovesJob } from './stock/compact-moves.job.ts';
import { createPurgeTombstonesJob } from './catalog/feed/purge-tombstones.job.ts';
import { createPurgeSnapshotsJob } from './catalog/snapshot/purge-snapshots.job.ts';
import { createRefineBlocksJob } from './catalog/snapshot/refine-block.ts';
import { createPurgeTrashJob } from './catalog/products/purge-trash.job.ts';
import { createViewCounter } from './catalog/products/view-counter.ts';
import { createChats } from './chats/chats.ts';
import type { ChatsOptions } from './chats/chats.ts';
import { createStaff } from './chats/staff.ts';
import { createInsightRoutes } from './insights/insights.routes.ts';
import { createPurgeIdempotencyKeysJob } from './idempotency/purge-idempotency-keys.job.ts';
import { createImages } from './images/images.ts';
import type { Images, ImagesOptions } from './images/images.ts';
import { UPLOAD_TIMEOUT_MS } from './images/images.routes.ts';
import { createTransferRoutes } from './transfer/transfer.routes.ts';
import { createDocuments } from './documents/documents.ts';
import { loadFirstScreenRenderer } from './documents/first-screen-renderer.ts';
import { createSecurityText } from './documents/security-text.ts';
import { createSitemap } from './documents/sitemap.ts';
import { createIdentity } from './identity/identity.ts';
import type { Identity, IdentityOptions } from './identity/identity.ts';
import { createPush } from './push/push.ts';
import { createPrivacy } from './privacy/privacy.ts';
import type { Push, PushOptions } from './push/push.ts';
import { createRealtime } from './realtime/realtime.ts';
import type { SocketLimits } from './realtime/realtime.ts';
import { createApp } from './http/app.ts';
import type { RejectionListener } from './http/caller/call-source.ts';
import { createOperationsRoutes } from './http/operations.routes.ts';
import { loadPage, readDocument } from './http/page.ts';
import { requiresHttps } from './http/headers/strict-transport.ts';
import { createHttpServer, DEFAULT_CONNECTION_LIMITS } from './http/listener/http-server.ts';
import type { ConnectionLimits } from './http/listener/http-server.ts';
import { createListener } from './http/listener/listener.ts';
import type { Listener } from './http/listener/listener.ts';
import { limitRequests } from './http/listener/limit-requests.ts';
import { createRequestListener } from './http/listener/request-listener.ts';
import type { DirectReads } from './http/listener/request-listener.ts';
import { createRateLimiter, DEFAULT_RATES } from './http/rate-limit.ts';
import { multiplyRate } from './limits/token-buckets.ts';
import type { Rate } from './limits/token-buckets.ts';
import { createJobRunner } from './jobs/job.ts';
import { createLeases } from './jobs/create-leases.ts';
import type { Leases } from './jobs/leases.ts';
import type { Job } from './jobs/job.ts';
import { startMetricsServer } from './metrics/metrics-server.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createOpenApiRoutes } from './openapi/openapi.routes.ts';
import { createOrdering, DEFAULT_ORDERING_TIMES } from './orders/ordering.ts';
import type { OrderingTimes } from './orders/ordering.ts';
import { createRejectedCallNotes } from './security/rejected-calls.ts';
import { createWalCheckpointer } from './storage/sqlite/wal-checkpointer.ts';
import { watchForeignWrites } from './storage/watch-foreign-writes.ts';
import { createAdminHeaders, createDocumentHeaders } from './http/headers/security-headers.ts';

/** The longest of all; other bodies have less time (`route.ts`). */
const REQUEST_TIMEOUT_MS = UPLOAD_TIMEOUT_MS;

export interface ServerOptions extends Omit<IdentityOptions, 'applyStaff'> {
  readonly rates?: Readonly<Partial<Record<RateClass, Rate>>>;
  readonly snapshotTimes?: SnapshotTimes;
  readonly orderingTimes?: Partial<OrderingTimes>;
  readonly chats?: ChatsOptions;
  readonly images?: ImagesOptions;
  readonly push?: PushOptions;
  readonly socketLimits?: SocketLimits;
  /** Where requests come from; by default the port of the settings. */
  readonly listener?: Listener;
  /** How snapshots are built; by default in a process of their own. */
  readonly buildSnapshots?: BuildSnapshots;
  /** How heavy queries are run; by default on a thread of their own. */
  readonly runQueries?: RunQueries;
  readonly misses?: Partial<MissLimits>;
  readonly connections?: Partial<ConnectionLimits>;
  /** Wraps what answers requests, to look at the replies. */
  readonly observeReplies?: (listener: RequestListener) => RequestListener;
}

/** A server that accepts requests. */
export interface RunningServer {
  /** Origin under which this machine reaches it. */
  readonly url: string;
  /** Origin of its figures; undefined where nothing is counted. */
  readonly metricsUrl: string | undefined;
  readonly snapshots: Snapshots;
  readonly identity: Identity;
  readonly push: Pick<Push, 'enqueue' | 'notifyUser' | 'stored' | 'send'>;
  readonly watchNotices: Job;
  readonly purgeTrash: Job;
  readonly images: Images;
  /** Finishes requests and jobs in flight and stops; the context stays open. */
  stop(): Promise<void>;
}

/** The composition root: builds all services on a context and starts to listen. @throws the error of `listen`, such as EADDRINUSE */
export async function startServer(context: AppContext, options: ServerOptions = {}): Promise<RunningServer> {
  const { config, log, security, database, write, states, history, bus, buckets, sizes, now } = context;
  const {
    listener = createListener(config),
    buildSnapshots = buildInProcess,
    runQueries = runQueriesOnThread,
  } = options;
  let isDraining = false;

  const staff = createStaff(config);
  const identity = await createIdentity(context, { ...options, applyStaff: staff.apply });
  const push = await createPush(context, identity, options.push);
  const views = createViewCounter({ write, states, buckets, log, now });
  const leases = createLeases(database);
  const blocks = await openBlockStore({
    hasBucket: config.bucket !== undefined,
    database,
    blobs: context.blobs,
    now,
    async onLost(shops, count) {
      log.error({ shops, blocks: count }, 'blocks of snapshots are missing in the bucket, snapshots are built anew');
      await states.refresh(shops);
      snapshots.rebuild(shops);
    },
    onSearchFailed: (error) => log.error({ err: error }, 'search for missing blocks of snapshots failed'),
  });
  const snapshots: Snapshots = createSnapshots({
    database,
    blocks,
    leases,
    states,
    bus,
    log,
    now,
    sizes,
    buildSnapshots,
    ...(options.snapshotTimes && { times: options.snapshotTimes }),
  });
  const purgeTrash = createPurgeTrashJob(context);
  const queries = runQueries(database);
  const { networkLimits, trustedProxies } = config;
  const missLimits = { ...DEFAULT_MISS_LIMITS, ...options.misses };
  const budget = multiplyRate(missLimits.budget, networkLimits);
  const misses = createMisses(queries, { ...missLimits, budget }, now);
  const images = createImages(context, options.images);
  const limiter = createRateLimiter({ ...DEFAULT_RATES, ...options.rates }, buckets, networkLimits);
  const document = await readDocument(config.pageDir);
  const documentHeaders = createDocumentHeaders(config, document);
  const page = await loadPage({
    folder: config.pageDir,
    documentHeaders,
    adminHeaders: createAdminHeaders(config, await readDocument(config.pageDir, 'admin')),
    killsServiceWorker: config.killsServiceWorker,
    publicUrl: config.publicUrl,
    paymentProvider: config.payments.provider.name,
    log,
  });
  const renderer = document === '' ? undefined : await loadFirstScreenRenderer(config.pageDir, document, log);
  // Only known once the server listens: the port may be 0.
  const getOrigin = (): string => config.publicUrl ?? listener.url();
  const metrics = config.metrics && (await loadMetrics(context, leases));
  const noteRejection = createRejectedCallNotes(security, now);
  const onRejected: RejectionListener = (code, source) => {
    noteRejection(code, source);
    metrics?.onRejected(code, source);
  };
  const cachedReads = createCachedReads({
    database,
    blocks,
    history,
    states,
    misses,
    log,
    sizes,
    trustedProxies,
    networkLimits,
    onRejected,
  });
  const shared = { database, states, limiter, log, trustedProxies, getOrigin, onRejected };
  const securityText = createSecurityText({ contact: config.securityContact, getOrigin, now });
  const publicReads: readonly DirectReads[] = renderer
    ? [
        securityText,
        createDocuments({
          ...shared,
          renderer,
          misses,
          images: images.finder,
          brand: config.brand,
          headers: documentHeaders,
          sendPlainPage: (request, response) => void page.handle(request, response),
        }),
        createSitemap({ ...shared, renderer }),
        page,
      ]
    : [securityText, page];
  const ordering = await createOrdering({
    context,
    times: { ...DEFAULT_ORDERING_TIMES, ...options.orderingTimes },
    enqueuePush: push.enqueue,
    getOrigin,
    getOwnUrl: () => listener.url(),
  });
  const chats = createChats({
    staff,
    context,
    notifyUser: push.notifyUser,
    ...options.chats,
  });
  const routes = [
    ...ordering.routes,
    ...identity.routes,
    ...push.routes,
    ...createProductRoutes(database, misses, views),
    ...createAdminProductRoutes(createAdminProducts(context), context),
    ...createTransferRoutes(context),
    ...createAuditRoutes(context),
    ...createInsightRoutes(context),
    ...chats.routes,
    ...createPrivacy({ context, identity, orderChanges: ordering.changes, purgeErased: chats.purgeErased }),
    ...images.routes,
    ...createAccounts({ context, views, deleteOrder: ordering.orders.hide, chats }),
    ...createOperationsRoutes({ database, checkOptional: () => checkCarrier(context), isDraining: () => isDraining }),
    ...createOpenApiRoutes(config),
  ];
  const directEndpoints = [...cachedReads.endpoints, ...images.reads.endpoints];
  const app = createApp({
    routes,
    directEndpoints,
    limiter,
    accessControl: identity.accessControl,
    config,
    log,
    onRejected,
  });

  const allJobs = [
    createPurgeTombstonesJob({ database, states, sizes, now }),
    createPurgeSnapshotsJob(snapshots),
    createRefineBlocksJob(database, blocks, now),
    purgeTrash,
    createPurgeIdempotencyKeysJob({ write, now }),
    createCompactMovesJob({ database, write, now }),
    createPurgeAuditJob({ write, retentionMs: config.auditRetentionMs, now }),
    createPurgeHistoryJob({ database, write }),
    createPurgeNoticesJob({ write, now }),
    ...(database.wal ? [createWalCheckpointer(database.wal, log)] : []),
    images.purge,
    images.purgeOrphans,
    push.send,
    push.watchNotices,
    ...chats.jobs,
    ...ordering.jobs,
  ];
  const jobs = createJobRunner(metrics ? allJobs.map(metrics.observeJob) : allJobs, leases, log);

  const connections = { ...DEFAULT_CONNECTION_LIMITS, ...options.connections };
  const connectionLimits = { ...connections, perNetwork: connections.perNetwork * networkLimits };
  const answer = limitRequests(
    createRequestListener({
      app,
      apiReads: [cachedReads, images.reads],
      imageReads: [images.reads],
      assetReads: [page],
      publicReads,
      longReads: [page],
      log,
    }),
    { ...connectionLimits, trustedProxies, onRejected },
  );
  const endpoints = [...routes.map(({ endpoint }) => endpoint), ...directEndpoints];
  const { observeReplies = (listened) => listened } = options;
  const observed = observeReplies(answer);
  const server = createHttpServer(metrics ? metrics.observeRequests(observed, endpoints) : observed, {
    limits: connectionLimits,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    trustedProxies,
    isDraining: () => isDraining,
    isHttps: requiresHttps(config.publicUrl),
    log,
  });
  const sockets = createRealtime({
    context,
    server,
    chats: chats.service,
    messageRate: chats.messageRate,
    identity,
    onRejected,
    ...(options.socketLimits && { limits: options.socketLimits }),
  });

  metrics?.countSockets(sockets.count);
  const metricsServer = metrics && config.metrics && (await startMetricsServer(metrics, config.metrics));

  await chats.start();
  await listener.open(server).catch(async (error: unknown) => {
    // The process ends because of it, and must not while the thread is starting.
    await queries.stop();
    throw error;
  });
  const stopWatching = await watchForeignWrites(database, bus, (error) =>
    log.error({ err: error }, 'checking for writes of other processes failed'),
  );
  snapshots.start();
  jobs.start();
  await ordering.start();

  return {
    url: listener.url(),
    metricsUrl: metricsServer?.url,
    snapshots,
    identity,
    push,
    watchNotices: push.watchNotices,
    purgeTrash,
    images,
    async stop() {
      isDraining = true;
      sockets.release(config.stopDelayMs);
      await delay(config.stopDelayMs);
      stopWatching();
      page.stop();
      sockets.close();
      await Promise.all([
        // Requests that are still answered may tell devices.
        listener.close(server).then(() => push.stop()),
        snapshots.stop(),
        jobs.stop(),
        ordering.stop(),
      ]);
      await blocks.stop();
      await images.stop();
      await metricsServer?.stop();
      await queries.stop();
      await views.close();
    },
  };
}

/** Loads the code that counts, which other servers do not need. */
async function loadMetrics(context: AppContext, leases: Leases): Promise<Metrics> {
  const { createMetrics } = await import('./metrics/metrics.ts');
  return createMetrics({ ...context, leases });
}

/** Returns whether what carries events and limits between nodes is there, by its name; nothing on a single node. */
function checkCarrier({ bus, buckets }: Pick<AppContext, 'bus' | 'buckets'>): Record<string, boolean> {
  const { carrier, isConnected } = bus.health();
  return carrier === undefined ? {} : { [carrier]: isConnected && buckets.isHealthy() };
}
