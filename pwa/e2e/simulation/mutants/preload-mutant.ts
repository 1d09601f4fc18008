/** To be loaded before everything else (`--import`): the process then has the source of the mutant that its environment names. */
import { findMutant } from './mutants.ts';
import { applyMutant } from './apply-mutant.ts';

applyMutant(findMutant(process.env['SIMULATED_MUTANT'] ?? ''));
