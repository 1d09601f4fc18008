import type { Parameters } from 'fast-check';

/** The seed of random tests, shown in their titles; `FUZZ_SEED` overrides it. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

/** Parameters of a random test: `runs` runs, or thirty times as many with `NIGHT=1`. */
export const fuzz = (runs: number): Parameters<unknown> => ({
  seed: FUZZ_SEED,
  numRuns: process.env['NIGHT'] === '1' ? runs * 30 : runs,
});

/** Timeout that is long enough for a nightly run. */
export const FUZZ_TIMEOUT = { timeout: 900_000 } as const;
