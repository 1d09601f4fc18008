import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runSeeds } from './run-seeds.ts';

const IS_NIGHT = process.env['NIGHT'] === '1';
/** By day as many as a minute of two cores has. */
const SEEDS = IS_NIGHT ? 50_000 : 1_000;
/** Short worlds by day: what goes wrong needs few steps once it is met, and many seeds meet more. */
const STEPS = IS_NIGHT ? undefined : 5;
/** What each of them takes at most on a busy machine, in ms of one process. */
const LONGEST_MS = 1_000;

/** What the seeds must have met, or they prove nothing about it. */
const MET = [
  'add to cart',
  'set quantity',
  'remove from cart',
  'save product',
  'delete product',
  'snapshot',
  'request lost',
  'reply lost',
  'request twice',
  'one-way',
  'line',
  'kill tab',
  'kill device',
  'freeze tab',
  'thaw tabs',
  'open tab',
  'kill server',
  'kill server in its work',
  'start server',
  'disk fault',
  'server clock',
  'device clock',
  'restored',
] as const;

describe('the real engine and the real server', () => {
  it(
    `hold every invariant over ${SEEDS} seeds, whatever fails, and are level within 30 s after the last fault`,
    async () => {
      const startMs = performance.now();
      const { ran, failures, counts } = await runSeeds({
        first: 1,
        count: SEEDS,
        steps: STEPS,
        onReport: (report) => !report.violation,
      });
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      console.log(`${ran} seeds in ${seconds} s on ${availableParallelism()} processors`);
      console.log([...counts].map(([kind, times]) => `${times} × ${kind}`).join(', '));
      const [failure] = failures;
      const replay = `npm run sim -- --seed ${failure?.seed}${STEPS === undefined ? '' : ` --steps ${STEPS}`}`;
      expect(failure && `${replay}: ${failure.violation?.message}`).toBeUndefined();
      expect(ran).toBe(SEEDS);
      expect(MET.filter((kind) => !counts.has(kind))).toEqual([]);
    },
    SEEDS * LONGEST_MS,
  );
});
