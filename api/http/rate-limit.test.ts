import { describe, expect, it } from 'vitest';
import { createMemoryBucketStore } from '../limits/memory-buckets.ts';
import { createRateLimiter, DEFAULT_RATES } from './rate-limit.ts';

describe('the rate limiter', () => {
  const rates = { ...DEFAULT_RATES, read: { burst: 2, perSecond: 2 }, write: { burst: 1, perSecond: 0.1 } };

  it('admits a burst, then returns the seconds to wait, and refills', () => {
    let clockMs = 0;
    const limiter = createRateLimiter(
      rates,
      createMemoryBucketStore(() => clockMs),
    );
    const take = () => limiter.take('read', '1.2.3.4');
    expect([take(), take(), take()]).toEqual([undefined, undefined, 1]);
    clockMs += 500;
    expect([take(), take()]).toEqual([undefined, 1]);
  });

  it('counts each address and each class of calls separately', () => {
    const limiter = createRateLimiter(
      rates,
      createMemoryBucketStore(() => 0),
    );
    expect(limiter.take('write', '1.1.1.1')).toBeUndefined();
    expect(limiter.take('write', '1.1.1.1')).toBe(10);
    expect(limiter.take('write', '1.1.1.2')).toBeUndefined();
    expect(limiter.take('read', '1.1.1.1')).toBeUndefined();
  });

  it('keeps its tokens when the clock steps back', () => {
    let clockMs = 1e9;
    const limiter = createRateLimiter(
      rates,
      createMemoryBucketStore(() => clockMs),
    );
    limiter.take('write', 'a');
    clockMs -= 3_600_000;
    expect(limiter.take('write', 'a')).toBe(10);
    clockMs += 10_000;
    expect(limiter.take('write', 'a')).toBeUndefined();
  });
});
