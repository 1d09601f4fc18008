import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runSeeds } from './plans/run-seeds.ts';

const IS_NIGHT = process.env['NIGHT'] === '1';
/** Worlds of full length: short ones reach few backups, restores and second visits. About 65 to 85 s on two cores. */
const WORLDS = IS_NIGHT ? 20_000 : 350;
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
  'put back under it',
  'visit',
  'slow links',
  'import products',
  'several snapshots',
  'lost tail',
  'lost answer',
  'full device',
  'storage blocked',
  'connections cut',
  'shop evicted',
  'caches evicted',
  'damaged block',
  'orders lost',
  'tap failed',
  'days pass',
  'storage put back',
  'clone device',
  'sign out',
  'sign in',
  'service worker sends',
  'other build',
] as const;

describe('the real engine and the real server', () => {
  it(
    'hold every invariant, converge within 30 s after the last fault, and are equal when reopened',
    async () => {
      const startMs = performance.now();
      const { ran, failures, counts } = await runSeeds({
        first: 1,
        count: WORLDS,
        onReport: (report) => !report.violation,
      });
      const seconds = (performance.now() - startMs) / 1_000;
      console.log(
        `${ran} worlds in ${Math.round(seconds)} s on ${availableParallelism()} processors, ${(ran / seconds).toFixed(1)} a second`,
      );
      console.log([...counts].map(([kind, times]) => `${times} × ${kind}`).join(', '));
      const [failure] = failures;
      expect(failure && `npm run sim -- --seed ${failure.seed}: ${failure.violation?.message}`).toBeUndefined();
      expect(ran).toBe(WORLDS);
      expect(MET.filter((kind) => !counts.has(kind))).toEqual([]);
    },
    WORLDS * LONGEST_MS,
  );
});
