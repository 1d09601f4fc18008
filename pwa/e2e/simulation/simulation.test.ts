import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runSeeds } from './plans/run-seeds.ts';

const IS_NIGHT = process.env['NIGHT'] === '1';
/** Each run: short worlds for about a minute on two cores, and some of full length, which reach backups and restores more often. */
const RUNS = IS_NIGHT
  ? [{ seeds: 50_000, steps: undefined, length: 'full' }]
  : [
      { seeds: 1_000, steps: 5, length: 'short' },
      { seeds: 200, steps: undefined, length: 'full' },
    ];
/** Longest time of one world on a busy machine, in ms of one process. */
const LONGEST_MS = 1_000;

/** Events that the seeds must include to prove anything about them. */
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
  'days pass',
  'storage put back',
  'clone device',
  'sign out',
  'sign in',
  'service worker sends',
  'other build',
] as const;

describe('the real engine and the real server', () => {
  it.each(RUNS)(
    'hold every invariant over $seeds seeds of $length length, whatever fails, and are level within 30 s after the last fault',
    async ({ seeds, steps }) => {
      const startMs = performance.now();
      const { ran, failures, counts } = await runSeeds({
        first: 1,
        count: seeds,
        steps,
        onReport: (report) => !report.violation,
      });
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      console.log(`${ran} seeds in ${seconds} s on ${availableParallelism()} processors`);
      console.log([...counts].map(([kind, times]) => `${times} × ${kind}`).join(', '));
      const [failure] = failures;
      const replay = `npm run sim -- --seed ${failure?.seed}${steps === undefined ? '' : ` --steps ${steps}`}`;
      expect(failure && `${replay}: ${failure.violation?.message}`).toBeUndefined();
      expect(ran).toBe(seeds);
      expect(MET.filter((kind) => !counts.has(kind))).toEqual([]);
    },
    Math.max(...RUNS.map(({ seeds }) => seeds)) * LONGEST_MS,
  );
});
