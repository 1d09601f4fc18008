import { configureGlobal } from 'fast-check';

/** Before a pull request properties try the same inputs each time; among the proofs (`PROOFS`) they try new ones. `FUZZ_SEED` chooses others. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

if (process.env['PROOFS'] !== '1') configureGlobal({ seed: FUZZ_SEED });
