import { expect, it } from 'vitest';
import { measureStalledReaders } from '../bench/stalled-readers.ts';

const isNight = process.env['NIGHT'] === '1';
const MAX_P99_MS = 250;
const MAX_RSS_GROWTH_BYTES = 64_000_000;
/** The nightly run fills the network buffers, so that unsent messages stay in the server. */
const MESSAGES = isNight ? 700 : 60;

it(`[RELIABILITY 63] [fault 63] two hundred stalled readers neither slow a chat nor fill memory (${MESSAGES} messages)`, async () => {
  const { aloneP99Ms, p99Ms, rssGrowthBytes, isComplete, cutOff } = await measureStalledReaders({
    readers: 200,
    messages: MESSAGES,
  });
  // On a busy machine the limit follows the time without stalled readers.
  expect(p99Ms).toBeLessThan(Math.max(MAX_P99_MS, 2 * aloneP99Ms));
  expect(isComplete).toBe(true);
  expect(rssGrowthBytes).toBeLessThan(MAX_RSS_GROWTH_BYTES);
  if (isNight) expect(cutOff).toBeGreaterThan(0);
}, 600_000);
