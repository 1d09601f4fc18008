/** To be loaded before everything else (`--import`): the process then has the source of the mutant that its environment names. */
import { findMutant } from './mutants.ts';
import { plantMutant } from './plant-mutant.ts';

plantMutant(findMutant(process.env['SIMULATED_MUTANT'] ?? ''));
