import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRedisServer, REDIS_MISSING } from '../testing/databases/redis-server.ts';
import { openTcpLine } from '../testing/network/tcp-line.ts';
import type { RedisServer } from '../testing/databases/redis-server.ts';
import { openEventBus } from '../storage/events/open-event-bus.ts';
import type { BucketStore } from './buckets.ts';
import { createMemoryBucketStore } from './memory-buckets.ts';
import { openBucketStore } from './open-bucket-store.ts';

/** A rate that gives no token back during a test. */
const SLOW = 0.001;
const NAME_KEY = Buffer.from('a key of the shop');

let redis: RedisServer | undefined;
const stores: BucketStore[] = [];

beforeAll(async () => {
  if (REDIS_MISSING !== undefined) return;
  redis = await createRedisServer();
  await redis.start();
});
afterAll(() => redis?.kill());
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** Opens the store of a node, and waits until it counts with the others. */
async function openNode(shopKey = 'shop'): Promise<BucketStore> {
  const url = redis?.url ?? '';
  const store = await openBucketStore({ url, shopKey }, NAME_KEY, () => performance.now());
  stores.push(store);
  const buckets = store.open('probe', { burst: 1e6, perSecond: 1 });
  await expect.poll(() => buckets.take('probe') instanceof Promise).toBe(true);
  return store;
}

const openMemory = (): Promise<BucketStore> => Promise.resolve(createMemoryBucketStore(() => performance.now()));

describe.each([
  ['memory', undefined, openMemory],
  ['Valkey', REDIS_MISSING, openNode],
] as const)('buckets in %s', (engine, missing, open) => {
  if (missing !== undefined) {
    it.skip(`were not tested: ${missing}`);
    return;
  }
  let kinds = 0;
  const openBuckets = async (burst: number, perSecond: number) =>
    (await open()).open(`${engine} ${(kinds += 1)}`, { burst, perSecond });

  it('give as many tokens as they hold, then say how long to wait', async () => {
    const buckets = await openBuckets(3, 0.1);
    const taken = [];
    for (let turn = 0; turn < 4; turn++) taken.push(await buckets.take('a'));
    expect(taken).toEqual([undefined, undefined, undefined, 10]);
  });

  it('fill again over time, up to their size', async () => {
    const buckets = await openBuckets(2, 20);
    expect(await buckets.reserve('a', 2)).toEqual({ tokens: 2, retryAfterSeconds: 0 });
    await expect.poll(() => buckets.take('a'), { interval: 10 }).toBeUndefined();
    await delay(400);
    expect((await buckets.reserve('a', 10)).tokens).toBe(2);
  });

  it('count each name and each kind separately', async () => {
    const store = await open();
    const rate = { burst: 1, perSecond: SLOW };
    const [one, other] = [store.open(`${engine} one`, rate), store.open(`${engine} other`, rate)];
    expect(await one.take('a')).toBeUndefined();
    expect(await one.take('a')).toBe(1 / SLOW);
    expect(await one.take('b')).toBeUndefined();
    expect(await other.take('a')).toBeUndefined();
  });

  it('reserve what there is, and take back what was not used', async () => {
    const buckets = await openBuckets(5, SLOW);
    expect(await buckets.reserve('a', 3)).toEqual({ tokens: 3, retryAfterSeconds: 0 });
    expect(await buckets.reserve('a', 3)).toEqual({ tokens: 2, retryAfterSeconds: 1 / SLOW });
    buckets.giveBack('a', 4);
    expect((await buckets.reserve('a', 9)).tokens).toBe(4);
    buckets.giveBack('a', 4);
    buckets.giveBack('a', 4);
    expect((await buckets.reserve('a', 9)).tokens).toBe(5);
  });

  it('let through no more than they hold when many ask at once', async () => {
    const buckets = await openBuckets(10, SLOW);
    const taken = await Promise.all(Array.from({ length: 50 }, () => buckets.take('a')));
    expect(taken.filter((wait) => wait === undefined)).toHaveLength(10);
  });

  it('work at rates too high to ever be reached', async () => {
    const buckets = await openBuckets(1e6, 1e6);
    for (let turn = 0; turn < 20; turn++) expect(await buckets.take('a')).toBeUndefined();
  });
});

it('buckets in memory answer without a promise', async () => {
  const buckets = (await openBucketStore(undefined, NAME_KEY, () => 0)).open('calls', { burst: 1, perSecond: 1 });
  expect([buckets.take('a'), buckets.take('a')]).toEqual([undefined, 1]);
});

describe('nodes with one Valkey', () => {
  if (REDIS_MISSING !== undefined) {
    it.skip(`were not tested: ${REDIS_MISSING}`);
    return;
  }
  const rate = { burst: 4, perSecond: SLOW };

  /** Takes tokens until there is none; returns how many there were. */
  const takeAll = async (store: BucketStore, kind: string): Promise<number> => {
    const buckets = store.open(kind, rate);
    let taken = 0;
    while ((await buckets.take('a')) === undefined) taken += 1;
    return taken;
  };
  /** Does the same as `takeAll`, for buckets that answer without a promise. */
  const takeAllAtOnce = (store: BucketStore, kind: string): number => {
    const buckets = store.open(kind, rate);
    let taken = 0;
    while (buckets.take('a') === undefined) taken += 1;
    return taken;
  };

  it('nodes count together', async () => {
    const [one, other] = [await openNode(), await openNode()];
    const [here, there] = [one.open('together', rate), other.open('together', rate)];
    const taken = [];
    for (let turn = 0; turn < 3; turn++) taken.push(await here.take('a'), await there.take('a'));
    expect(taken.filter((wait) => wait === undefined)).toHaveLength(4);
  });

  it('nodes of two shops count separately', async () => {
    const [one, other] = [await openNode(), await openNode('another')];
    expect(await takeAll(one, 'shops')).toBe(4);
    expect(await takeAll(other, 'shops')).toBe(4);
  });

  it('keys contain no address, and expire once their bucket is full', async () => {
    const { Redis } = await import('ioredis');
    const client = new Redis(redis?.url ?? '');
    await client.flushall();
    const buckets = (await openNode('keys')).open('calls', { burst: 10, perSecond: 1 });
    await buckets.take('203.0.113.7');
    const keys = (await client.keys('*')).filter((key) => key.startsWith('hexlime:limits:keys:'));
    expect(keys.join()).not.toContain('203.0.113.7');
    const lives = await Promise.all(keys.map((key) => client.pttl(key)));
    expect(lives.some((ms) => ms > 0 && ms <= 1_000)).toBe(true);
    expect(lives.every((ms) => ms > 0)).toBe(true);
    client.disconnect();
  });

  it('a bucket stored before the clock was set back counts as empty', async () => {
    const { Redis } = await import('ioredis');
    const client = new Redis(redis?.url ?? '');
    const buckets = (await openNode('clock')).open('calls', { burst: 2, perSecond: 1 });
    await buckets.take('a');
    const inAnHour = String((Date.now() + 3_600_000) * 1_000);
    for (const key of await client.keys('hexlime:limits:clock:*')) await client.set(key, inAnHour);
    expect(await buckets.reserve('a', 2)).toEqual({ tokens: 0, retryAfterSeconds: 1 });
    client.disconnect();
  });

  it('[NET5] without Valkey nodes count alone at their share of the rate, and together afterwards', async () => {
    const source = { url: redis?.url ?? '', shopKey: 'share' };
    const buses = await Promise.all(
      [1, 2].map(() => openEventBus({ engine: 'sqlite', file: '' }, source, () => undefined)),
    );
    let heard = 0;
    buses[1]?.subscribe(() => (heard += 1));
    await expect
      .poll(() => {
        buses[0]?.tellOthers({ type: 'cart-changed', sub: 'a', seq: 1 });
        return heard;
      })
      .toBeGreaterThan(0);
    const node = await openNode('share');
    await redis?.kill();
    await expect.poll(() => node.open('probe', rate).take('b') instanceof Promise).toBe(false);
    expect(takeAllAtOnce(node, 'alone')).toBe(2);
    await redis?.start();
    await expect.poll(() => node.open('probe', rate).take('c') instanceof Promise).toBe(true);
    expect(await takeAll(node, 'after')).toBe(4);
    await Promise.all(buses.map((bus) => bus.close()));
  });

  it('nodes wait once for a Valkey that hangs, then count alone until it answers', async () => {
    const node = await openNode('hanging');
    redis?.hang();
    const buckets = node.open('hanging', { burst: 100, perSecond: SLOW });
    const startMs = performance.now();
    expect(await buckets.take('a')).toBeUndefined();
    expect(performance.now() - startMs).toBeLessThan(1_000);
    for (let turn = 0; turn < 20; turn++) {
      expect(buckets.take('a')).toBeUndefined();
      await delay(60);
    }
    redis?.goOn();
    await expect.poll(() => buckets.take('a') instanceof Promise).toBe(true);
  });

  it('[LINE3] nodes count together again after the packets of their connection vanished', async () => {
    const line = await openTcpLine();
    const source = { url: line.through(redis?.url ?? ''), shopKey: 'vanished' };
    const store = await openBucketStore(source, NAME_KEY, () => performance.now());
    stores.push(store);
    const buckets = store.open('vanished', { burst: 1e6, perSecond: 1 });
    await expect.poll(() => buckets.take('a') instanceof Promise).toBe(true);
    line.freezeAll();
    await buckets.take('a');
    expect(store.isHealthy()).toBe(false);
    await expect.poll(() => buckets.take('a') instanceof Promise, { timeout: 12_000 }).toBe(true);
    await line.stop();
  });

  it('nodes start without Valkey, and count together once it runs', async () => {
    await redis?.kill();
    const store = await openBucketStore({ url: redis?.url ?? '', shopKey: 'late' }, NAME_KEY, () => performance.now());
    stores.push(store);
    expect(takeAllAtOnce(store, 'late')).toBe(4);
    await redis?.start();
    await expect.poll(() => store.open('late', rate).take('b') instanceof Promise).toBe(true);
  });
});
