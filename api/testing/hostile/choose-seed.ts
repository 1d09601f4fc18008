import { randomInt } from 'node:crypto';

/** The constant seed of random tests outside of nightly runs, so that a failure happens again in the next run. */
export const SEED_OF_DAYS = 20_261_121;

/**
 * Returns the seed of a run's random tests. With `NIGHT=1` it is a new one each time, so that nightly runs try new inputs. `FUZZ_SEED`
 * overrides it: with the seed that a nightly run has printed, the failures of that run happen again.
 */
export const chooseSeed = (env: Readonly<Record<string, string | undefined>>): number =>
  Number(env['FUZZ_SEED'] ?? (env['NIGHT'] === '1' ? randomInt(2 ** 31) : SEED_OF_DAYS));
