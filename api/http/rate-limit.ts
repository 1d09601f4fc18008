import type { RateClass } from '#contract/http/endpoint.ts';
import { networkOf } from './client-network.ts';
import { createTokenBuckets, multiplyRate } from './token-buckets.ts';
import type { Rate, TokenBuckets } from './token-buckets.ts';

/**
 * Rates per client network, for requests that query the database. Cached responses, blocks and files are not counted: they cost less than
 * counting, and a whole office may share one address.
 */
export const DEFAULT_RATES: Readonly<Record<RateClass, Rate>> = {
  read: { burst: 120, perSecond: 4 },
  write: { burst: 60, perSecond: 2 },
  // A product has up to twenty images, and a device that was offline for a day may upload a hundred.
  upload: { burst: 300, perSecond: 2 },
  // A provider sends notices of all buyers from a few addresses, and repeats rejected ones.
  notice: { burst: 600, perSecond: 60 },
};

export interface RateLimiter {
  /** Takes one token; returns the seconds to wait when the bucket is empty. */
  take(rateClass: RateClass, address: string): number | undefined;
}

/** `factor`: of each rate. */
export function createRateLimiter(
  rates: Readonly<Record<RateClass, Rate>>,
  now: () => number,
  factor = 1,
): RateLimiter {
  const bucketsOf = (rateClass: RateClass): TokenBuckets =>
    createTokenBuckets(multiplyRate(rates[rateClass], factor), now);
  const buckets = {
    read: bucketsOf('read'),
    write: bucketsOf('write'),
    upload: bucketsOf('upload'),
    notice: bucketsOf('notice'),
  } satisfies Record<RateClass, TokenBuckets>;
  return { take: (rateClass, address) => buckets[rateClass].take(networkOf(address)) };
}
