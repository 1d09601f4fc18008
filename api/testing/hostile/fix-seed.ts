import { configureGlobal } from 'fast-check';

/** The seed of all random tests of this run, which `vitest.config.ts` has chosen. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED']);

configureGlobal({ seed: FUZZ_SEED });
