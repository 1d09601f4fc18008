import type { Parameters } from 'fast-check';
import { FUZZ_SEED } from './fix-seed.ts';

export { FUZZ_SEED };

/** Parameters of a random test: `runs` runs, or thirty times as many with `NIGHT=1`. */
export const fuzz = (runs: number): Parameters<unknown> => ({
  seed: FUZZ_SEED,
  numRuns: process.env['NIGHT'] === '1' ? runs * 30 : runs,
});

/** Whether property tests have all their runs, as in the project `proofs` (`vitest.config.ts`). Elsewhere a tenth is enough. */
export const HAVE_ALL_RUNS = process.env['PROOFS'] === '1';

/** Parameters of a property test, seeded like random tests: `runs` runs in the project `proofs`, a tenth of `runs` elsewhere. */
export const property = (runs: number): { readonly seed: number; readonly numRuns: number } => ({
  seed: FUZZ_SEED,
  numRuns: HAVE_ALL_RUNS ? runs : Math.ceil(runs / 10),
});

/** Timeout that is long enough for a nightly run. */
export const FUZZ_TIMEOUT = { timeout: 900_000 } as const;
