import type { RateClass } from '#contract/http/endpoint.ts';
import type { Buckets, BucketStore, MaybePromise } from '../limits/buckets.ts';
import { multiplyRate } from '../limits/token-buckets.ts';
import type { Rate } from '../limits/token-buckets.ts';
import { networkOf } from './caller/client-network.ts';

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
  /** Takes one token; returns the seconds to wait when the bucket is empty, as a promise where nodes count together. */
  take(rateClass: RateClass, address: string): MaybePromise<number | undefined>;
}

/** `factor` multiplies each rate. */
export function createRateLimiter(
  rates: Readonly<Record<RateClass, Rate>>,
  store: Pick<BucketStore, 'open'>,
  factor = 1,
): RateLimiter {
  const bucketsOf = (rateClass: RateClass): Buckets => store.open(rateClass, multiplyRate(rates[rateClass], factor));
  const buckets = {
    read: bucketsOf('read'),
    write: bucketsOf('write'),
    upload: bucketsOf('upload'),
    notice: bucketsOf('notice'),
  } satisfies Record<RateClass, Buckets>;
  return { take: (rateClass, address) => buckets[rateClass].take(networkOf(address)) };
}
