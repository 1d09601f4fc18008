import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import type { DataSizes } from '../../data-sizes.ts';
import type { Database } from '../../storage/database.ts';
import type { EventBus } from '../../storage/events/event-bus.ts';
import type { Leases } from '../../jobs/leases.ts';
import type { ShopStates } from '../feed/shop-state.ts';
import { getShopVersion } from '../feed/feed.repository.ts';
import { FEW_PRODUCTS, findRenewal, hasSnapshot, LONGEST_LAG_MS } from './find-renewal.ts';
import type { BlockStore } from './blocks/block-store.ts';
import type { DueSnapshot, SnapshotMessage, SnapshotBuild, BuildSnapshots } from './snapshot-build.ts';
import { deleteOldSnapshots, storeSnapshot } from './snapshot.repository.ts';

/** Up to these numbers, a device applies changes on top of a snapshot without a noticeable delay. */
const MANY_CHANGES = 1_000;
const MANY_VIEWS = 5_000;

/** Held by the node that builds snapshots or deletes old ones. */
const LEASE = 'snapshots';

/** When snapshots are built; times in ms. */
export interface SnapshotTimes {
  /** Pause in the changes after which a snapshot is built if it is missing, far behind, or of a small shop … */
  readonly settleMs: number;
  /** … and if it is only a little behind. */
  readonly quietMs: number;
  /** Longest delay of a build while changes come without a pause. */
  readonly longestBurstMs: number;
}

export const SNAPSHOT_TIMES: SnapshotTimes = { settleMs: 2_000, quietMs: 5 * 60_000, longestBurstMs: 60_000 };

/** Builds the snapshots of shops that are due, shortly after their products changed. */
export interface Snapshots {
  /** Builds missing snapshots and follows the changes from now on. */
  start(): void;
  /** Schedules builds of the snapshots of shops whose blocks were lost. */
  rebuild(shops: readonly ShopKey[]): void;
  /** Builds the due snapshots of these shops without a pause; resolves when they are stored, or when another node is building already. */
  build(shops?: readonly ShopKey[]): Promise<void>;
  /** Deletes the snapshots and blocks that no device can still be loading, and tidies the blocks in the bucket. */
  deleteOld(): Promise<void>;
  /** Stops a running build; its blocks are deleted later, because no snapshot names them. */
  stop(): Promise<void>;
}

export interface SnapshotOptions {
  readonly database: Database;
  readonly blocks: BlockStore;
  readonly leases: Leases;
  readonly states: ShopStates;
  readonly bus: EventBus;
  readonly log: Logger;
  readonly now: () => number;
  readonly sizes: DataSizes;
  readonly buildSnapshots: BuildSnapshots;
  readonly times?: SnapshotTimes;
}

export function createSnapshots(options: SnapshotOptions): Snapshots {
  const { database, blocks, leases, states, bus, log, now, sizes, buildSnapshots, times = SNAPSHOT_TIMES } = options;
  const timers = new Map<ShopKey, NodeJS.Timeout>();
  const burstStarts = new Map<ShopKey, number>();
  let current: SnapshotBuild | undefined;
  let running: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void) | undefined;
  let isStopped = false;
  /** Failed background builds since the last successful one. */
  let failures = 0;

  const store = async (message: SnapshotMessage): Promise<void> => {
    if ('block' in message) return blocks.put(message.block, now());
    const { shop, manifest } = message.snapshot;
    await database.writer.transaction().execute((trx) => storeSnapshot(trx, message.snapshot, now()));
    await states.refresh([shop]);
    bus.tellOthers({ type: 'shop-written', shop });
    log.debug({ shop, seq: manifest.seq, rows: manifest.rows, blocks: manifest.blocks.length }, 'snapshot built');
  };

  const removeOld = async (): Promise<void> => {
    await database.writer.transaction().execute((trx) => deleteOldSnapshots(trx, now() - sizes.keptSnapshotMs));
  };

  const run = async (shops: readonly ShopKey[]): Promise<void> => {
    const due: DueSnapshot[] = [];
    for (const shop of shops) {
      const renewal = findRenewal(await getShopVersion(database.reader, shop), now());
      if (renewal) due.push({ shop, renewal });
    }
    // Starting a process costs more than finding that nothing is due.
    if (due.length === 0 || isStopped) return;
    const { cardsBlockRows, quickFromRows } = sizes;
    const isDone = await leases.runAlone(LEASE, 0, async () => {
      current = buildSnapshots({ source: database.source, due, cardsBlockRows, quickFromRows }, store);
      try {
        await current.done;
      } finally {
        current = undefined;
      }
      await removeOld();
    });
    // Another node is building; what is still due afterwards is built then.
    if (!isDone) for (const { shop } of due) plan(shop, times.settleMs);
  };

  /** Runs one task after the other: two builds would compress the same blocks and compete for the same cores. */
  const queue = (task: () => Promise<void>): Promise<void> => {
    const done = running.then(() => (isStopped ? undefined : task()));
    running = done.catch(() => undefined);
    return done;
  };

  const build = (shops: readonly ShopKey[] = SHOP_KEYS): Promise<void> => {
    for (const shop of shops) {
      clearTimeout(timers.get(shop));
      burstStarts.delete(shop);
    }
    return queue(() => run(shops));
  };

  const plan = (shop: ShopKey, pauseMs: number): void => {
    clearTimeout(timers.get(shop));
    timers.set(shop, setTimeout(buildInBackground, pauseMs, [shop]).unref());
  };

  // A shop without a snapshot cannot be shown on a new device, so a failed build is retried without waiting for a change.
  const buildInBackground = (shops: readonly ShopKey[]): void => {
    build(shops).then(
      () => {
        failures = 0;
        // Changes made meanwhile may be too few for another build now, but must not be left for ever.
        if (!isStopped) followBehind(shops);
      },
      (error: unknown) => {
        log.error({ err: error, shops }, 'snapshot build failed');
        if (isStopped) return;
        const pauseMs = Math.min(times.settleMs * 2 ** failures++, times.longestBurstMs);
        for (const shop of shops) plan(shop, pauseMs);
      },
    );
  };

  const onChange = (shop: ShopKey): void => {
    const state = states.get(shop);
    if (!findRenewal(state, now())) {
      // Limited, so that a clock that was set back does not delay the build.
      const remainingMs = Math.min(LONGEST_LAG_MS, state.snapshotAt + LONGEST_LAG_MS - now());
      plan(shop, Math.max(times.quietMs, remainingMs));
      return;
    }
    const { count, seq, snapshotSeq, viewsSeq, snapshotViewsSeq, snapshotNumber } = state;
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

  const followBehind = (shops: readonly ShopKey[]): void =>
    shops.filter((shop) => states.get(shop).seq > states.get(shop).snapshotSeq).forEach(onChange);

  return {
    start() {
      unsubscribe = bus.subscribe((event) => {
        if (event.type === 'products-changed') onChange(event.shop);
      });
      const missing = SHOP_KEYS.filter((shop) => !hasSnapshot(states.get(shop)));
      if (missing.length > 0) buildInBackground(missing);
      followBehind(SHOP_KEYS.filter((shop) => !missing.includes(shop)));
    },
    rebuild: (shops) => shops.forEach((shop) => plan(shop, 0)),
    build,
    deleteOld: () =>
      queue(async () => {
        // If another node is building, it deletes old snapshots afterwards.
        await leases.runAlone(LEASE, 0, async (signal) => {
          await removeOld();
          await blocks.tidy(now(), signal);
        });
      }),
    async stop() {
      isStopped = true;
      unsubscribe?.();
      for (const timer of timers.values()) clearTimeout(timer);
      await current?.stop();
      await running;
    },
  };
}
