import { createHmac } from 'node:crypto';
import { Redis } from 'ioredis';
import type { ClientContext, Result } from 'ioredis';
import { eventChannelOf } from './valkey-transport.ts';
import type { Buckets, BucketStore, MaybePromise, Reservation } from '../../limits/buckets.ts';
import { createMemoryBuckets } from '../../limits/memory-buckets.ts';
import type { MemoryBuckets } from '../../limits/memory-buckets.ts';
import { multiplyRate } from '../../limits/token-buckets.ts';
import type { Rate } from '../../limits/token-buckets.ts';

/** Longer than a round trip takes, shorter than a shopper notices. */
const TIMEOUT_MS = 100;
/** How often a server that did not answer in time is tried again, independently of calls. */
const PROBE_EVERY_MS = 1_000;
const COUNT_NODES_EVERY_MS = 10_000;
const MAX_RECONNECT_MS = 2_000;
/** A connection without answers for this long is opened anew: it may be lost without a sign. */
const SILENT_MS = 4_000;
const MICROSECONDS = 1_000_000;
/** Characters of base64url that name a bucket: 132 bits. */
const NAME_LENGTH = 22;

/**
 * Takes tokens by the clock of the server. A key holds the time at which its bucket is full again, in microseconds, and expires then: one number
 * instead of tokens and their time. A time beyond that of an empty bucket comes from a clock that was put back; the bucket counts as empty.
 */
const TAKE_TOKENS = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local size = interval * burst
local full = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or now), now), now + size)
local taken = math.min(wanted, math.floor((now + size - full) / interval + 0.001))
if taken ~= 0 then
  full = full + taken * interval
  if full > now then
    redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
  else
    redis.call('DEL', KEYS[1])
  end
end
if taken == wanted then return {taken, 0} end
return {taken, math.ceil(interval - (now + size - full))}`;

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    takeTokens(key: string, interval: number, burst: number, wanted: number): Result<[number, number], Context>;
  }
}

export interface ValkeyBucketsOptions {
  readonly url: string;
  /** What only nodes of this shop know: several shops may share the server. */
  readonly shopKey: string;
  /** Key of the hash that stands for a name, such as the address of a network, in the server's keys. */
  readonly nameKey: Buffer;
  /** Time in ms, of buckets in memory. */
  readonly now: () => number;
}

/**
 * Opens the buckets that the nodes of a shop share by Valkey or Redis: each take is one round trip. While the server is away, or has not answered
 * in time, a node counts in memory, at its share of the rate: the rate divided by the number of nodes that it last saw.
 */
export function openValkeyBuckets({ url, shopKey, nameKey, now }: ValkeyBucketsOptions): BucketStore {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
    commandTimeout: TIMEOUT_MS,
    connectTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    // Calls that waited for a connection would be counted late, or twice.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  });
  client.defineCommand('takeTokens', { numberOfKeys: 1, lua: TAKE_TOKENS });
  client.on('error', () => undefined);
  let nodes = 1;
  let isSlow = false;
  let countedAtMs = -COUNT_NODES_EVERY_MS;

  const isAnswering = (): boolean => client.status === 'ready' && !isSlow;

  const countNodes = async (): Promise<void> => {
    const [, listening] = await client.pubsub('NUMSUB', eventChannelOf(shopKey));
    nodes = Math.max(1, Number(listening));
    isSlow = false;
    countedAtMs = performance.now();
  };
  const timer = setInterval(() => {
    const isDue = isSlow || performance.now() - countedAtMs >= COUNT_NODES_EVERY_MS;
    // Counting is also how a slow server proves that it answers again.
    if (isDue && client.status === 'ready') countNodes().catch(() => undefined);
  }, PROBE_EVERY_MS).unref();
  client.on('ready', () => void countNodes().catch(() => undefined));

  return {
    isShared: true,
    isHealthy: isAnswering,
    open(kind, rate) {
      if (client.status === 'wait') void client.connect().catch(() => undefined);
      const interval = MICROSECONDS / rate.perSecond;
      const keyOf = (name: string): string => {
        const hash = createHmac('sha256', nameKey).update(`${kind} ${name}`).digest('base64url').slice(0, NAME_LENGTH);
        return `hexlime:limits:${shopKey}:${hash}`;
      };
      const alone = createShare(rate, () => nodes, now);

      const reserveShared = async (name: string, wanted: number): Promise<Reservation> => {
        try {
          const [tokens, waitUs] = await client.takeTokens(keyOf(name), interval, rate.burst, wanted);
          return { tokens, retryAfterSeconds: Math.ceil(waitUs / MICROSECONDS) };
        } catch {
          isSlow = true;
          return alone().reserve(name, wanted);
        }
      };
      const reserve = (name: string, wanted: number): MaybePromise<Reservation> =>
        isAnswering() ? reserveShared(name, wanted) : alone().reserve(name, wanted);

      return {
        take(name) {
          const reservation = reserve(name, 1);
          return reservation instanceof Promise ? reservation.then(toWait) : toWait(reservation);
        },
        reserve,
        giveBack(name, tokens) {
          if (tokens > 0) void reserve(name, -tokens);
        },
      } satisfies Buckets;
    },
    close() {
      clearInterval(timer);
      client.disconnect();
    },
  };
}

const toWait = ({ tokens, retryAfterSeconds }: Reservation): number | undefined =>
  tokens > 0 ? undefined : Math.max(1, retryAfterSeconds);

/** Returns a function that returns the buckets for one node's share of a rate; they are replaced when the number of nodes changes. */
function createShare(rate: Rate, countNodes: () => number, now: () => number): () => MemoryBuckets {
  let share: { readonly nodes: number; readonly buckets: MemoryBuckets } | undefined;
  return () => {
    const nodes = countNodes();
    if (share?.nodes !== nodes) {
      const { burst, perSecond } = multiplyRate(rate, 1 / nodes);
      share = { nodes, buckets: createMemoryBuckets({ burst: Math.max(1, burst), perSecond }, now) };
    }
    return share.buckets;
  };
}
