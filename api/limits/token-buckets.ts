/** The size of a bucket and the tokens it gains per second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Returns the rate of buckets that are larger by a factor, or smaller, and gain tokens accordingly. */
export const multiplyRate = ({ burst, perSecond }: Rate, factor: number): Rate => ({
  burst: burst * factor,
  perSecond: perSecond * factor,
});

/** One bucket per name. */
export interface TokenBuckets {
  /** Takes a token; returns the seconds to wait when the bucket is empty. */
  take(name: string): number | undefined;
  /** Returns the tokens in a bucket; below 0 when more was spent than it held. */
  left(name: string): number;
  /** Takes tokens, even more than there are. */
  spend(name: string, tokens: number): void;
  /** Returns the seconds until a bucket holds a token. */
  secondsUntilToken(name: string): number;
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Above this many buckets the least recently used one is dropped, so that names cannot fill the memory. */
const MAX_BUCKETS = 50_000;

/** `now` returns the time in ms. */
export function createTokenBuckets({ burst, perSecond }: Rate, now: () => number): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  const left = (name: string): number => {
    const bucket = buckets.get(name);
    if (!bucket) return burst;
    // The clock may step back; the bucket then stays as it is.
    const refill = (Math.max(0, now() - bucket.atMs) / 1_000) * perSecond;
    return Math.min(burst, bucket.tokens + refill);
  };

  const spend = (name: string, spent: number): void => {
    const tokens = left(name) - spent;
    buckets.delete(name);
    buckets.set(name, { tokens, atMs: now() });
    if (buckets.size > MAX_BUCKETS) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
  };

  const secondsUntilToken = (name: string): number => Math.max(0, Math.ceil((1 - left(name)) / perSecond));

  return {
    take(name) {
      const isAllowed = left(name) >= 1;
      spend(name, isAllowed ? 1 : 0);
      return isAllowed ? undefined : secondsUntilToken(name);
    },
    left,
    spend,
    secondsUntilToken,
  };
}
