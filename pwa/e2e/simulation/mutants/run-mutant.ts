import type { Mutant } from './mutants.ts';
import { runSeeds } from '../plans/run-seeds.ts';
import type { SeedReport } from '../plans/run-seeds.ts';

/** Steps of each world in which a mutant is hunted. */
export const MUTANT_STEPS = 50;

/** How a mutant was found. */
export interface MutantResult {
  readonly mutant: Mutant;
  /** Worlds that were run until one of them broke a rule, or in vain. */
  readonly seeds: number;
  /** The rule that was broken first; undefined when none was. */
  readonly violation: SeedReport['violation'];
}

/** Runs worlds with the source of a mutant, from seed 1 on, until a rule is broken. */
export async function runMutant(mutant: Mutant, mostSeeds: number): Promise<MutantResult> {
  const { ran, failures } = await runSeeds({
    first: 1,
    count: mostSeeds,
    steps: MUTANT_STEPS,
    about: mutant.about,
    processes: 1,
    execArgv: ['--import', new URL('preload-mutant.ts', import.meta.url).href],
    env: { SIMULATED_MUTANT: mutant.name },
    onReport: ({ violation }) => violation === undefined,
  });
  return { mutant, seeds: ran, violation: failures[0]?.violation };
}
