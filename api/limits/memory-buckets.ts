import type { Buckets, BucketStore } from './buckets.ts';
import { createTokenBuckets } from './token-buckets.ts';
import type { Rate } from './token-buckets.ts';

/** Buckets that answer at once. */
export interface MemoryBuckets extends Buckets {
  take(name: string): number | undefined;
  reserve(name: string, wanted: number): { readonly tokens: number; readonly retryAfterSeconds: number };
}

/** Creates the buckets of a single node. `now`: time in ms. */
export function createMemoryBuckets(rate: Rate, now: () => number): MemoryBuckets {
  const { take, left, spend, secondsUntilToken } = createTokenBuckets(rate, now);
  return {
    take,
    reserve(name, wanted) {
      const tokens = Math.min(wanted, Math.max(0, Math.floor(left(name))));
      spend(name, tokens);
      return { tokens, retryAfterSeconds: tokens < wanted ? Math.max(1, secondsUntilToken(name)) : 0 };
    },
    giveBack: (name, tokens) => spend(name, -tokens),
  };
}

/** The buckets of a single node, in memory. */
export const createMemoryBucketStore = (now: () => number): BucketStore => ({
  open: (_kind, rate) => createMemoryBuckets(rate, now),
  isShared: false,
  isHealthy: () => true,
  close: () => undefined,
});
