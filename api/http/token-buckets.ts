/** The size of a bucket and the tokens it gains per second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** One bucket per name. */
export interface TokenBuckets {
  /** Takes a token; returns the seconds to wait when the bucket is empty. */
  take(name: string): number | undefined;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Above this many buckets the least recently used one is dropped, so that names cannot fill the memory. */
const MAX_BUCKETS = 50_000;

/** `now` returns the time in ms. */
export function createTokenBuckets({ burst, perSecond }: Rate, now: () => number): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  return {
    take(name) {
      const atMs = now();
      const bucket = buckets.get(name) ?? { tokens: burst, atMs };
      // The clock may step back; the bucket then stays as it is.
      const refill = (Math.max(0, atMs - bucket.atMs) / 1_000) * perSecond;
      const tokens = Math.min(burst, bucket.tokens + refill);
      const isAllowed = tokens >= 1;
      buckets.delete(name);
      buckets.set(name, { tokens: isAllowed ? tokens - 1 : tokens, atMs });
      if (buckets.size > MAX_BUCKETS) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
      return isAllowed ? undefined : Math.ceil((1 - tokens) / perSecond);
    },
  };
}
