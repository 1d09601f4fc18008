import type { ValkeySource } from '../storage/events/open-event-bus.ts';
import type { BucketStore } from './buckets.ts';
import { createMemoryBucketStore } from './memory-buckets.ts';

/** Opens the buckets of a shop: those of all nodes where there is a Valkey, else this node's. `now`: time in ms. */
export async function openBucketStore(
  valkey: ValkeySource | undefined,
  nameKey: Buffer,
  now: () => number,
): Promise<BucketStore> {
  if (!valkey) return createMemoryBucketStore(now);
  const { openValkeyBuckets } = await import('../nodes/valkey/valkey-buckets.ts');
  return openValkeyBuckets({ ...valkey, nameKey, now });
}
