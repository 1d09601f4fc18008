/** Preloaded (`--import`) so that the process runs the mutant named by its environment. */
import { findMutant } from './mutants.ts';
import { applyMutant } from './apply-mutant.ts';

applyMutant(findMutant(process.env['SIMULATED_MUTANT'] ?? ''));
