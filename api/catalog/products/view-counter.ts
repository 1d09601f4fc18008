import { createHash, randomBytes } from 'node:crypto';
import type { ShopKey } from '#contract/shops.ts';
import type { Logger } from 'pino';
import type { Buckets, BucketStore } from '../../limits/buckets.ts';
import type { Rate } from '../../limits/token-buckets.ts';
import type { Write } from '../../storage/write-unit.ts';
import type { ShopStates } from '../feed/shop-state.ts';
import { addViews } from './view.repository.ts';

/** A visitor counts once per product within this time. */
const REPEAT_MS = 30 * 60_000;
const ONCE: Rate = { burst: 1, perSecond: 1_000 / REPEAT_MS };
const FLUSH_MS = 2_000;
/** Maximum number of remembered pairs of visitor and product, and of products of a shop that are written together. */
const MAX_REMEMBERED = 200_000;
const MAX_PENDING = 500;

/** Counts views in memory and writes them in batches: a burst of visitors is one transaction. */
export interface ViewCounter {
  /**
   * Counts a view of an existing product unless this visitor had one recently, at whichever node. `address` is stored as a salted hash in memory,
   * and where nodes count together also as a keyed hash at the server that they share, for 30 minutes.
   */
  record(shop: ShopKey, id: number, address: string): void;
  /** Writes the pending counts. */
  flush(): Promise<void>;
  /** Writes the pending counts before a shutdown. */
  close(): Promise<void>;
}

export interface ViewCounterOptions {
  readonly write: Write;
  readonly states: ShopStates;
  readonly buckets: BucketStore;
  readonly log: Logger;
  readonly now: () => number;
}

export function createViewCounter({ write, states, buckets, log, now }: ViewCounterOptions): ViewCounter {
  const shared = buckets.isShared ? buckets.open('views', ONCE) : undefined;
  const salt = randomBytes(16);
  /** Time of each counted view; insertion order puts the oldest first. */
  const seen = new Map<string, number>();
  let pending = new Map<ShopKey, Map<number, number>>();
  let timer: NodeJS.Timeout | undefined;
  /** Pending checks of whether another node has counted a view. */
  const asking = new Set<Promise<void>>();

  const dropExpired = (): void => {
    for (const [key, atMs] of seen) {
      if (seen.size <= MAX_REMEMBERED && Math.abs(now() - atMs) < REPEAT_MS) return;
      seen.delete(key);
    }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = new Map();
    for (const [shop, views] of batch) await addViews(write, shop, views);
    if (batch.size > 0) await states.refresh([...batch.keys()]);
  };

  const flushInBackground = (): void => {
    flush().catch((error: unknown) => log.error({ err: error }, 'view counts could not be written'));
  };

  const count = (shop: ShopKey, id: number): void => {
    const views = pending.get(shop) ?? new Map<number, number>();
    pending.set(shop, views.set(id, (views.get(id) ?? 0) + 1));
    if (views.size >= MAX_PENDING) flushInBackground();
    else timer ??= setTimeout(flushInBackground, FLUSH_MS).unref();
  };

  /** Counts a view that is new to this node, unless another node has counted it. */
  const countUnlessKnown = async (shop: ShopKey, id: number, views: Buckets, name: string): Promise<void> => {
    if ((await views.take(name)) === undefined) count(shop, id);
  };

  return {
    record(shop, id, address) {
      dropExpired();
      const name = `${shop}/${id}/${address}`;
      const key = createHash('sha256').update(salt).update(name).digest('base64url');
      if (seen.has(key)) return;
      seen.set(key, now());
      if (!shared) return count(shop, id);
      const asked = countUnlessKnown(shop, id, shared, name).finally(() => asking.delete(asked));
      asking.add(asked);
    },
    flush,
    async close() {
      await Promise.all(asking);
      await flush();
    },
  };
}
