import { isIPv6 } from 'node:net';
import type { RateClass } from '#contract/http/endpoint.ts';
import { createTokenBuckets } from './token-buckets.ts';
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

export function createRateLimiter(rates: Readonly<Record<RateClass, Rate>>, now: () => number): RateLimiter {
  const buckets = {
    read: createTokenBuckets(rates.read, now),
    write: createTokenBuckets(rates.write, now),
    upload: createTokenBuckets(rates.upload, now),
    notice: createTokenBuckets(rates.notice, now),
  } satisfies Record<RateClass, TokenBuckets>;
  return { take: (rateClass, address) => buckets[rateClass].take(toNetwork(address)) };
}

/** Returns the network that shares a bucket: a household owns a whole /64 of IPv6 addresses. */
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
