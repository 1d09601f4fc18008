import { Worker } from 'node:worker_threads';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import type { DataSizes } from '../../data-sizes.ts';
import type { Database } from '../../storage/database.ts';
import type { EventBus } from '../../storage/event-bus.ts';
import type { SnapshotBlockTable } from '../../storage/schema/catalog.ts';
import type { ShopStates } from '../feed/shop-state.ts';
import { deleteOrphanBlocks, storeSnapshot } from './snapshot.repository.ts';
import type { BuiltManifest } from './snapshot.repository.ts';

/** Up to these, a device applies changes on top of a snapshot without a noticeable delay. */
const MANY_CHANGES = 1_000;
const MANY_VIEWS = 5_000;
/** Up to these, building a snapshot costs less than the changes that each new device would fetch on top of an older one. */
const FEW_PRODUCTS = 1_000;

/** When snapshots are built; times in ms. */
export interface SnapshotTimes {
  /** Pause in the changes after which a snapshot is built that is missing, far behind or small … */
  readonly settleMs: number;
  /** … and one that is close behind. */
  readonly quietMs: number;
  /** Longest delay of a build while changes come without a pause. */
  readonly longestBurstMs: number;
}

export const SNAPSHOT_TIMES: SnapshotTimes = { settleMs: 2_000, quietMs: 5 * 60_000, longestBurstMs: 60_000 };

/** Which snapshots to build, and from which database. */
export interface SnapshotTask {
  readonly databaseFile: string;
  readonly shops: readonly ShopKey[];
  readonly cardsBlockRows: number;
}

/** The finished snapshot of one shop: its manifest and the blocks that are not stored yet. */
export interface SnapshotMessage {
  readonly shop: ShopKey;
  readonly manifest: BuiltManifest;
  readonly blocks: readonly SnapshotBlockTable[];
}

/** A running build. */
export interface SnapshotBuild {
  /** Resolves after the last message; rejects when the build fails. */
  readonly done: Promise<void>;
  stop(): Promise<unknown>;
}

/** Builds snapshots from committed rows, one message per shop; stores nothing. */
export type BuildSnapshots = (task: SnapshotTask, onMessage: (message: SnapshotMessage) => void) => SnapshotBuild;

/** Builds on a thread of its own: compressing a shop takes seconds. */
export const buildOnThread: BuildSnapshots = (task, onMessage) => {
  const thread = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: task });
  const done = new Promise<void>((resolve, reject) => {
    thread.on('message', onMessage);
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
  return { done, stop: () => thread.terminate() };
};

/** Builds a snapshot of each shop shortly after its products changed. */
export interface Snapshots {
  /** Builds missing snapshots and follows the changes from now on. */
  start(): void;
  /** Builds the snapshots of these shops now; resolves when they are stored. */
  build(shops?: readonly ShopKey[]): Promise<void>;
  /** Stops a running build; nothing of it is stored. */
  stop(): Promise<void>;
}

export interface SnapshotOptions {
  readonly database: Database;
  readonly states: ShopStates;
  readonly bus: EventBus;
  readonly log: Logger;
  readonly now: () => number;
  readonly sizes: DataSizes;
  readonly buildSnapshots: BuildSnapshots;
  readonly times?: SnapshotTimes;
}

export function createSnapshots(options: SnapshotOptions): Snapshots {
  const { database, states, bus, log, now, sizes, buildSnapshots, times = SNAPSHOT_TIMES } = options;
  const timers = new Map<ShopKey, NodeJS.Timeout>();
  const burstStarts = new Map<ShopKey, number>();
  let current: SnapshotBuild | undefined;
  let running: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void) | undefined;
  let isStopped = false;
  /** Failed background builds since the last successful one. */
  let failures = 0;

  const store = async ({ shop, manifest, blocks }: SnapshotMessage): Promise<void> => {
    await database.writer
      .transaction()
      .execute((trx) =>
        storeSnapshot(trx, shop, manifest, blocks, { createdAtMs: now(), keptManifests: sizes.keptManifests }),
      );
    await states.refresh([shop]);
    log.info({ shop, seq: manifest.seq, rows: manifest.rows, newBlocks: blocks.length }, 'snapshot built');
  };

  const run = async (shops: readonly ShopKey[]): Promise<void> => {
    let storing: Promise<void> = Promise.resolve();
    const { cardsBlockRows } = sizes;
    current = buildSnapshots({ databaseFile: database.file, shops, cardsBlockRows }, (message) => {
      storing = storing.then(() => store(message));
      // Awaited after the build.
      storing.catch(() => undefined);
    });
    try {
      await current.done;
    } finally {
      current = undefined;
    }
    await storing;
    await database.writer.transaction().execute(deleteOrphanBlocks);
  };

  // One build at a time: two would compress the same blocks and compete for the same cores.
  const build = (shops: readonly ShopKey[] = SHOP_KEYS): Promise<void> => {
    for (const shop of shops) {
      clearTimeout(timers.get(shop));
      burstStarts.delete(shop);
    }
    const built = running.then(() => (isStopped ? undefined : run(shops)));
    running = built.catch(() => undefined);
    return built;
  };

  const plan = (shop: ShopKey, pauseMs: number): void => {
    clearTimeout(timers.get(shop));
    timers.set(shop, setTimeout(buildInBackground, pauseMs, [shop]).unref());
  };

  // A shop without a snapshot cannot be shown on a new device, so a failed build is retried without waiting for a change.
  const buildInBackground = (shops: readonly ShopKey[]): void => {
    build(shops).then(
      () => (failures = 0),
      (error: unknown) => {
        log.error({ err: error, shops }, 'snapshot build failed');
        if (isStopped) return;
        const pauseMs = Math.min(times.settleMs * 2 ** failures++, times.longestBurstMs);
        for (const shop of shops) plan(shop, pauseMs);
      },
    );
  };

  const onChange = (shop: ShopKey): void => {
    const { count, seq, snapshotSeq, viewsSeq, snapshotViewsSeq, snapshotNumber } = states.get(shop);
    const isDueSoon =
      snapshotNumber === 0 ||
      count <= FEW_PRODUCTS ||
      seq - snapshotSeq > MANY_CHANGES ||
      viewsSeq - snapshotViewsSeq > MANY_VIEWS;
    const start = burstStarts.get(shop) ?? now();
    burstStarts.set(shop, start);
    const pauseMs = isDueSoon
      ? Math.min(times.settleMs, Math.max(0, start + times.longestBurstMs - now()))
      : times.quietMs;
    plan(shop, pauseMs);
  };

  return {
    start() {
      unsubscribe = bus.subscribe((event) => {
        if (event.type === 'products-changed') onChange(event.shop);
      });
      const missing = SHOP_KEYS.filter((shop) => states.get(shop).snapshotNumber === 0);
      const behind = SHOP_KEYS.filter(
        (shop) => !missing.includes(shop) && states.get(shop).seq > states.get(shop).snapshotSeq,
      );
      if (missing.length > 0) buildInBackground(missing);
      behind.forEach(onChange);
    },
    build,
    async stop() {
      isStopped = true;
      unsubscribe?.();
      for (const timer of timers.values()) clearTimeout(timer);
      await current?.stop();
      await running;
    },
  };
}
