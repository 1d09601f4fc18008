import { isIPv6 } from 'node:net';
import type { RateClass } from '#contract/http/endpoint.ts';
import { createTokenBuckets } from './token-buckets.ts';
import type { Rate, TokenBuckets } from './token-buckets.ts';

/**
 * Of one address, for what the database has to work for. Ready reads, blocks and files are not counted: they cost less than counting,
 * and behind one address there may be a whole office.
 */
export const DEFAULT_RATES: Readonly<Record<RateClass, Rate>> = {
  read: { burst: 120, perSecond: 4 },
  write: { burst: 60, perSecond: 2 },
  // A product comes with twenty pictures, and a day without network with a hundred.
  upload: { burst: 300, perSecond: 2 },
  // A provider speaks for all its buyers from a few addresses, and repeats what is refused.
  notice: { burst: 600, perSecond: 60 },
};

export interface RateLimiter {
  /** Takes one request out of a bucket; gives the seconds to wait when it is empty. */
  take(rateClass: RateClass, address: string): number | undefined;
}

export function createRateLimiter(rates: Readonly<Record<RateClass, Rate>>, now: () => number): RateLimiter {
  const buckets = {
    read: createTokenBuckets(rates.read, now),
    write: createTokenBuckets(rates.write, now),
    upload: createTokenBuckets(rates.upload, now),
    notice: createTokenBuckets(rates.notice, now),
  } satisfies Record<RateClass, TokenBuckets>;
  return { take: (rateClass, address) => buckets[rateClass].take(toNetwork(address)) };
}

/** One household has a whole /64 of IPv6 addresses. */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const gap = address.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : [];
  return [...front, ...gap, ...back].slice(0, 4).join(':');
}
