import { configureGlobal } from 'fast-check';

/**
 * Properties try the same inputs each time, except that those without a seed of their own try new ones in nightly runs (`NIGHT=1`). The variable
 * `FUZZ_SEED` chooses another seed.
 */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

if (process.env['NIGHT'] !== '1') configureGlobal({ seed: FUZZ_SEED });
