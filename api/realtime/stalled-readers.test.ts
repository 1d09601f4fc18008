import { expect, it } from 'vitest';
import { measureStalledReaders } from '../bench/stalled-readers.ts';

// Limits that only a server that waits for its slowest reader, or keeps everything for it, cannot hold on a busy machine.

it('[RELIABILITY 63] two hundred readers that stand still neither slow a chat down nor fill the memory', async () => {
  const { aloneP99Ms, p99Ms, rssGrowthBytes, isComplete } = await measureStalledReaders({ readers: 200, messages: 60 });
  expect(p99Ms).toBeLessThan(Math.max(1_000, 10 * aloneP99Ms));
  expect(isComplete).toBe(true);
  expect(rssGrowthBytes).toBeLessThan(128_000_000);
}, 240_000);
