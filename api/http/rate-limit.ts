import { isIPv6 } from 'node:net';
import type { RateClass } from '#contract/http/endpoint.ts';

/** A bucket: as many requests at once, and as many more per second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Of one address, for what the database has to work for. Ready reads, blocks and files are not counted: they cost less than counting,
 * and behind one address there may be a whole office.
 */
export const DEFAULT_RATES: Readonly<Record<RateClass, Rate>> = {
  read: { burst: 120, perSecond: 4 },
  write: { burst: 60, perSecond: 2 },
  // A provider speaks for all its buyers from a few addresses, and repeats what is refused.
  notice: { burst: 600, perSecond: 60 },
};

export interface RateLimiter {
  /** Takes one request out of a bucket; gives the seconds to wait when it is empty. */
  take(rateClass: RateClass, address: string): number | undefined;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Full buckets are forgotten; beyond this many the oldest are, so that addresses cannot fill the memory. */
const MAX_BUCKETS = 50_000;

export function createRateLimiter(rates: Readonly<Record<RateClass, Rate>>, now: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(rateClass, address) {
      const { burst, perSecond } = rates[rateClass];
      const key = `${rateClass} ${toNetwork(address)}`;
      const atMs = now();
      const bucket = buckets.get(key) ?? { tokens: burst, atMs };
      // The clock may step back; a bucket then neither fills nor empties.
      const refill = (Math.max(0, atMs - bucket.atMs) / 1_000) * perSecond;
      const tokens = Math.min(burst, bucket.tokens + refill);
      const isAllowed = tokens >= 1;
      buckets.delete(key);
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, atMs });
      if (buckets.size > MAX_BUCKETS) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
      return isAllowed ? undefined : Math.ceil((1 - tokens) / perSecond);
    },
  };
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
