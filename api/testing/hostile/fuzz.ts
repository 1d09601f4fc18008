import type { Parameters } from 'fast-check';

/** The seed of random tests; each says it in its name, and `FUZZ_SEED` sets another one. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

/** How often a random test runs: as given, and thirty times as often with `NIGHT=1`. */
export const fuzz = (runs: number): Parameters<unknown> => ({
  seed: FUZZ_SEED,
  numRuns: process.env['NIGHT'] === '1' ? runs * 30 : runs,
});

/** For random tests: nights are long. */
export const FUZZ_TIMEOUT = { timeout: 900_000 } as const;
