import { configureGlobal } from 'fast-check';

/** Properties try the same inputs each time; nightly runs (`NIGHT=1`) try new ones. `FUZZ_SEED` chooses others. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

if (process.env['NIGHT'] !== '1') configureGlobal({ seed: FUZZ_SEED });
