import { randomInt } from 'node:crypto';

/** The seed of random tests by day: what they find then, they find again. */
export const SEED_OF_DAYS = 20_261_121;

/**
 * Returns the seed of a run's random tests. With `NIGHT=1` it is another one each time, so that nights try new inputs. `FUZZ_SEED` chooses one:
 * with the one that a night has printed, its failures happen again.
 */
export const chooseSeed = (env: Readonly<Record<string, string | undefined>>): number =>
  Number(env['FUZZ_SEED'] ?? (env['NIGHT'] === '1' ? randomInt(2 ** 31) : SEED_OF_DAYS));
