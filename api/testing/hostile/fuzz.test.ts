import { readConfigureGlobal } from 'fast-check';
import { expect, it } from 'vitest';
import { chooseSeed, SEED_OF_DAYS } from './choose-seed.ts';
import { fuzz, FUZZ_SEED, property } from './fuzz.ts';

it('random tests have a constant seed by day, a new one each night, and a given one on demand', () => {
  expect(chooseSeed({})).toBe(SEED_OF_DAYS);
  const nights = [1, 2, 3].map(() => chooseSeed({ NIGHT: '1' }));
  expect(new Set([SEED_OF_DAYS, ...nights]).size).toBe(4);
  const [first = 0] = nights;
  expect(chooseSeed({ NIGHT: '1', FUZZ_SEED: String(first) })).toBe(first);
});

it('all random tests of a run have the same seed', () => {
  expect(FUZZ_SEED).toBe(Number(process.env['FUZZ_SEED']));
  expect([fuzz(1).seed, property(1).seed, readConfigureGlobal().seed]).toEqual([FUZZ_SEED, FUZZ_SEED, FUZZ_SEED]);
});
