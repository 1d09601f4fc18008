import { expect, it } from 'vitest';
import { measureStalledReaders } from '../bench/stalled-readers.ts';

const isNight = process.env['NIGHT'] === '1';
const MAX_P99_MS = 250;
const MAX_RSS_GROWTH_BYTES = 64_000_000;
/** At night so many that the buffers of the network are full and the server is left with what nobody takes. */
const MESSAGES = isNight ? 700 : 60;

it(`[RELIABILITY 63] [fault 63] two hundred readers that stand still neither slow a chat down nor fill the memory (${MESSAGES} messages, 700 at night)`, async () => {
  const { aloneP99Ms, p99Ms, rssGrowthBytes, isComplete, cutOff } = await measureStalledReaders({
    readers: 200,
    messages: MESSAGES,
  });
  // A machine that is too busy to be as fast without them says nothing about them.
  expect(p99Ms).toBeLessThan(Math.max(MAX_P99_MS, 2 * aloneP99Ms));
  expect(isComplete).toBe(true);
  expect(rssGrowthBytes).toBeLessThan(MAX_RSS_GROWTH_BYTES);
  if (isNight) expect(cutOff).toBeGreaterThan(0);
}, 600_000);
