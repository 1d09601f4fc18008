import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '#contract/errors.ts';
import type { RateClass } from '#contract/http/endpoint.ts';
import { createAccountsRoutes } from '../accounts/accounts.routes.ts';
import type { AppContext } from '../app-context.ts';
import { createAuditRoutes } from '../audit/audit.routes.ts';
import { createAdminProductRoutes } from '../catalog/admin-products.routes.ts';
import { createAdminProducts } from '../catalog/admin-products.service.ts';
import { createCatalogRoutes } from '../catalog/catalog.routes.ts';
import { createHotReads } from '../catalog/hot-reads.ts';
import { createSnapshots } from '../catalog/snapshot.ts';
import type { Snapshots, SnapshotTimes } from '../catalog/snapshot.ts';
import { createTombstoneSweeper } from '../catalog/tombstone-sweeper.ts';
import { createTrashSweeper } from '../catalog/trash-sweeper.ts';
import type { TrashSweeper } from '../catalog/trash-sweeper.ts';
import { createViewCounter } from '../catalog/view-counter.ts';
import { createChats } from '../chats/chats.ts';
import type { ChatsOptions } from '../chats/chats.ts';
import { createIdempotencySweeper } from '../idempotency/idempotency-sweeper.ts';
import { createImages } from '../images/images.ts';
import type { Images, ImagesOptions } from '../images/images.ts';
import { UPLOAD_TIMEOUT_MS } from '../images/pictures.routes.ts';
import { createTableRoutes } from '../import/table.routes.ts';
import { createDocuments } from '../documents/documents.ts';
import { loadFirstScreenRenderer } from '../documents/first-screen-renderer.ts';
import { createSitemap } from '../documents/sitemap.ts';
import { createIdentity } from '../identity/identity.ts';
import type { Identity, IdentityOptions } from '../identity/identity.ts';
import { createPush } from '../push/push.ts';
import { createRealtime } from '../realtime/realtime.ts';
import type { SocketLimits } from '../realtime/realtime.ts';
import { createApp } from './app.ts';
import { createOperationsRoutes } from './operations.routes.ts';
import { loadPage, readDocument } from './page.ts';
import { sendProblem, toProblemReply } from './problem.ts';
import { createRateLimiter, DEFAULT_RATES } from './rate-limit.ts';
import type { Rate } from './token-buckets.ts';
import { createOrdering, DEFAULT_ORDERING_TIMES } from '../orders/ordering.ts';
import type { OrderingTimes } from '../orders/ordering.ts';
import { createAdminHeaders, createDocumentHeaders } from './security-headers.ts';

/** Longest path with its query, in characters. */
const MAX_URL_LENGTH = 2_048;
const HEADERS_TIMEOUT_MS = 10_000;
/** For the longest of all; other bodies have less time (`route.ts`). */
const REQUEST_TIMEOUT_MS = UPLOAD_TIMEOUT_MS;
/** How long requests that are on their way may take when the server stops. */
const DRAIN_MS = 10_000;
/** How often another process's writes are looked for. */
const WATCH_INTERVAL_MS = 250;

export interface ServerOptions extends IdentityOptions {
  readonly rates?: Readonly<Partial<Record<RateClass, Rate>>>;
  readonly snapshotTimes?: SnapshotTimes;
  readonly orderingTimes?: Partial<OrderingTimes>;
  readonly chats?: ChatsOptions;
  readonly images?: ImagesOptions;
  readonly socketLimits?: SocketLimits;
}

/** Answers addresses that stand outside of the calls. */
interface PublicReads {
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A server that accepts requests. */
export interface RunningServer {
  /** Origin under which this machine reaches it. */
  readonly url: string;
  readonly snapshots: Snapshots;
  readonly identity: Identity;
  readonly trash: TrashSweeper;
  readonly images: Images;
  /** Finishes what is on its way and stops; the context stays open. */
  stop(): Promise<void>;
}

/** Builds every service of the server on a context and listens. @throws the error of `listen`, such as EADDRINUSE */
export async function startServer(context: AppContext, options: ServerOptions = {}): Promise<RunningServer> {
  const { config, log, database, write, states, bus, now } = context;
  let isDraining = false;

  const identity = await createIdentity(context, options);
  const push = await createPush(context);
  const views = createViewCounter({ database, states, log, now });
  const snapshots = createSnapshots({
    database,
    states,
    bus,
    log,
    now,
    ...(options.snapshotTimes && { times: options.snapshotTimes }),
  });
  const sweeper = createTombstoneSweeper({ database, states, log, now });
  const trash = createTrashSweeper(context);
  const answers = createIdempotencySweeper({ write, log, now });
  const hotReads = createHotReads({ database, states, log });
  const images = createImages(context, options.images);
  const limiter = createRateLimiter({ ...DEFAULT_RATES, ...options.rates }, now);
  const document = await readDocument(config.pageDir);
  const documentHeaders = createDocumentHeaders(config, document);
  const page = await loadPage({
    folder: config.pageDir,
    documentHeaders,
    adminHeaders: createAdminHeaders(config, await readDocument(config.pageDir, 'admin')),
    killsServiceWorker: config.killsServiceWorker,
    log,
  });
  const renderer = document === '' ? undefined : await loadFirstScreenRenderer(config.pageDir, document, log);
  // Known when the server listens, as a port of 0 is.
  const getOrigin = (): string => config.publicUrl ?? urlOf(server, config.host);
  const { trustedProxies } = config;
  const shared = { database, states, limiter, log, trustedProxies, getOrigin };
  const publicReads: readonly PublicReads[] = renderer
    ? [
        createDocuments({
          ...shared,
          renderer,
          pictures: images.finder,
          brand: config.brand,
          headers: documentHeaders,
          answerPlainly: (request, response) => void page.handle(request, response),
        }),
        createSitemap({ ...shared, renderer }),
        page,
      ]
    : [page];
  const ordering = await createOrdering({
    context,
    times: { ...DEFAULT_ORDERING_TIMES, ...options.orderingTimes },
    notifyUser: push.notifyUser,
    getOrigin,
    getOwnUrl: () => urlOf(server, config.host),
  });
  const chats = createChats({ context, notifyUser: push.notifyUser, ...options.chats });
  const app = createApp({
    routes: [
      ...ordering.routes,
      ...identity.routes,
      ...push.routes,
      ...createCatalogRoutes(database, views),
      ...createAdminProductRoutes(createAdminProducts(context), context),
      ...createTableRoutes(context),
      ...createAuditRoutes(database),
      ...chats.routes,
      ...images.routes,
      ...createAccountsRoutes({ context, views, deleteOrder: ordering.orders.hide, chats: chats.service }),
      ...createOperationsRoutes(database, () => isDraining),
    ],
    readyEndpoints: [...hotReads.endpoints, ...images.reads.endpoints],
    limiter,
    accessControl: identity.accessControl,
    trustedProxies,
    log,
  });

  const answer: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    if (url.length > MAX_URL_LENGTH) {
      sendProblem(
        response,
        toProblemReply(new ApiError('too-large', 'The address is too long.'), log, { status: 414 }),
      );
    } else if (url.startsWith('/api/')) {
      if (!hotReads.handle(request, response) && !images.reads.handle(request, response)) app(request, response);
    } else if (url.startsWith('/images/')) {
      if (!images.reads.handle(request, response)) app(request, response);
    } else if (
      url.startsWith('/dev/') ||
      PROBES.has(url) ||
      !publicReads.some((reads) => reads.handle(request, response))
    ) {
      app(request, response);
    }
  };
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: 65_000 },
    answer,
  );
  const sockets = createRealtime({
    context,
    server,
    chats: chats.service,
    identity,
    ...(options.socketLimits && { limits: options.socketLimits }),
  });

  await chats.start();
  await listen(server, config.port, config.host);
  const stopWatching = states.watch(WATCH_INTERVAL_MS);
  snapshots.start();
  sweeper.start();
  answers.start();
  trash.start();
  images.start();
  await ordering.start();

  return {
    url: urlOf(server, config.host),
    snapshots,
    identity,
    trash,
    images,
    async stop() {
      isDraining = true;
      await delay(config.stopDelayMs);
      stopWatching();
      sweeper.stop();
      answers.stop();
      trash.stop();
      chats.stop();
      push.close();
      sockets.close();
      await Promise.all([drain(server), snapshots.stop(), ordering.stop()]);
      await images.stop();
      await views.close();
    },
  };
}

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Stops listening, lets running requests end, and cuts those that take too long. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const isClosed = closed.then(() => true);
  const end = performance.now() + DRAIN_MS;
  while (performance.now() < end) {
    server.closeIdleConnections();
    if (await Promise.race([isClosed, delay(50, false)])) return;
  }
  server.closeAllConnections();
  await closed;
}
