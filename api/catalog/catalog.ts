import type { RejectionListener } from '../http/caller/call-source.ts';
import type { AppContext } from '../app-context.ts';
import type { Leases } from '../jobs/leases.ts';
import { multiplyRate } from '../limits/token-buckets.ts';
import type { ServerModule } from '../server-module.ts';
import { createAdminProductRoutes } from './products/admin-products.routes.ts';
import { createAdminProducts } from './products/admin-products.service.ts';
import { createProductRoutes } from './products/products.routes.ts';
import { createViewCounter } from './products/view-counter.ts';
import type { ViewCounter } from './products/view-counter.ts';
import { createCachedReads } from './reads/cached-reads.ts';
import { createMisses, DEFAULT_MISS_LIMITS } from './reads/misses.ts';
import type { Misses, MissLimits } from './reads/misses.ts';
import { runQueriesOnThread } from './reads/query-thread.ts';
import type { RunQueries } from './reads/query-thread.ts';
import { openBlockStore } from './snapshot/blocks/open-block-store.ts';
import { buildInProcess } from './snapshot/build-in-process.ts';
import { createPurgeSnapshotsJob } from './snapshot/purge-snapshots.job.ts';
import { createRefineBlocksJob } from './snapshot/refine-block.ts';
import type { BuildSnapshots } from './snapshot/snapshot-build.ts';
import { createSnapshots } from './snapshot/snapshot.ts';
import type { Snapshots, SnapshotTimes } from './snapshot/snapshot.ts';

/** The products of all shops: calls, snapshots, and the reads of devices. */
export interface Catalog extends ServerModule {
  readonly snapshots: Snapshots;
  readonly misses: Misses;
  readonly views: ViewCounter;
}

export interface CatalogOptions {
  readonly snapshotTimes?: SnapshotTimes;
  /** How snapshots are built; by default in a process of their own. */
  readonly buildSnapshots?: BuildSnapshots;
  /** How heavy queries are run; by default on a thread of their own. */
  readonly runQueries?: RunQueries;
  readonly misses?: Partial<MissLimits>;
}

export interface CatalogParts {
  readonly context: AppContext;
  readonly leases: Leases;
  readonly onRejected: RejectionListener;
  readonly options: CatalogOptions;
}

export async function createCatalog({ context, leases, onRejected, options }: CatalogParts): Promise<Catalog> {
  const { config, log, database, write, states, history, bus, buckets, blobs, sizes, now } = context;
  const { networkLimits, trustedProxies } = config;
  const blocks = await openBlockStore({
    hasBucket: config.bucket !== undefined,
    database,
    blobs,
    now,
    async onLost(shops, count) {
      log.error({ shops, blocks: count }, 'blocks of snapshots are missing in the bucket, snapshots are built anew');
      await states.refresh(shops);
      snapshots.rebuild(shops);
    },
    onSearchFailed: (error) => log.error({ err: error }, 'search for missing blocks of snapshots failed'),
  });
  const { buildSnapshots = buildInProcess, runQueries = runQueriesOnThread, snapshotTimes } = options;
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
    ...(snapshotTimes && { times: snapshotTimes }),
  });
  const views = createViewCounter({ write, states, buckets, log, now });
  const queries = runQueries(database);
  const missLimits = { ...DEFAULT_MISS_LIMITS, ...options.misses };
  const misses = createMisses(queries, { ...missLimits, budget: multiplyRate(missLimits.budget, networkLimits) }, now);
  const reads = createCachedReads({
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
  return {
    snapshots,
    misses,
    views,
    routes: [
      ...createProductRoutes(database, misses, views),
      ...createAdminProductRoutes(createAdminProducts(context), context),
    ],
    reads: { api: reads },
    endpoints: reads.endpoints,
    jobs: [createPurgeSnapshotsJob(snapshots), createRefineBlocksJob(database, blocks, now)],
    start: () => snapshots.start(),
    async stop() {
      await snapshots.stop();
      await blocks.stop();
      await queries.stop();
      await views.close();
    },
  };
}
