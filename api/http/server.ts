import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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
import { makeOnThread } from '../catalog/snapshot-thread.ts';
import type { MakeSnapshots } from '../catalog/snapshot-thread.ts';
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
import { openPort } from './port.ts';
import type { Door } from './port.ts';
import { sendProblem, toProblemReply } from './problem.ts';
import { createRateLimiter, DEFAULT_RATES } from './rate-limit.ts';
import type { Rate } from './token-buckets.ts';
import { createOrdering, DEFAULT_ORDERING_TIMES } from '../orders/ordering.ts';
import type { OrderingTimes } from '../orders/ordering.ts';
import { createWalKeeper } from '../storage/wal-keeper.ts';
import { createAdminHeaders, createDocumentHeaders } from './security-headers.ts';

/** Longest path with its query, in characters. */
const MAX_URL_LENGTH = 2_048;
const HEADERS_TIMEOUT_MS = 10_000;
/** For the longest of all; other bodies have less time (`route.ts`). */
const REQUEST_TIMEOUT_MS = UPLOAD_TIMEOUT_MS;
/** How often another process's writes are looked for. */
const WATCH_INTERVAL_MS = 250;

export interface ServerOptions extends IdentityOptions {
  readonly rates?: Readonly<Partial<Record<RateClass, Rate>>>;
  readonly snapshotTimes?: SnapshotTimes;
  readonly orderingTimes?: Partial<OrderingTimes>;
  readonly chats?: ChatsOptions;
  readonly images?: ImagesOptions;
  readonly socketLimits?: SocketLimits;
  /** How requests come in; by the port of the settings if it is left out. */
  readonly door?: Door;
  /** Where snapshots are made; on a thread of their own if it is left out. */
  readonly makeSnapshots?: MakeSnapshots;
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

/** Builds every service of the server on a context and opens its door. @throws the error of `listen`, such as EADDRINUSE */
export async function startServer(context: AppContext, options: ServerOptions = {}): Promise<RunningServer> {
  const { config, log, database, write, states, bus, now } = context;
  const { door = openPort(config), makeSnapshots = makeOnThread } = options;
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
    make: makeSnapshots,
    ...(options.snapshotTimes && { times: options.snapshotTimes }),
  });
  const sweeper = createTombstoneSweeper({ database, states, log, now });
  const trash = createTrashSweeper(context);
  const answers = createIdempotencySweeper({ write, log, now });
  const walKeeper = createWalKeeper(database, log);
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
  const getOrigin = (): string => config.publicUrl ?? door.url();
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
    getOwnUrl: () => door.url(),
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
  await door.open(server);
  const stopWatching = states.watch(WATCH_INTERVAL_MS);
  snapshots.start();
  sweeper.start();
  answers.start();
  walKeeper.start();
  trash.start();
  images.start();
  await ordering.start();

  return {
    url: door.url(),
    snapshots,
    identity,
    trash,
    images,
    async stop() {
      isDraining = true;
      await delay(config.stopDelayMs);
      stopWatching();
      page.stop();
      sweeper.stop();
      answers.stop();
      walKeeper.stop();
      trash.stop();
      chats.stop();
      push.close();
      sockets.close();
      await Promise.all([door.close(server), snapshots.stop(), ordering.stop()]);
      await images.stop();
      await views.close();
    },
  };
}

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
