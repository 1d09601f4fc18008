import type { Mutant } from './mutants.ts';
import { runSeeds } from '../plans/run-seeds.ts';
import type { SeedReport } from '../plans/run-seeds.ts';

/** Result of a mutant. */
export interface MutantResult {
  readonly mutant: Mutant;
  /** Number of worlds run until one violated an invariant, or in total. */
  readonly seeds: number;
  /** The first violated invariant; undefined when none was. */
  readonly violation: SeedReport['violation'];
}

/** Runs mixed worlds of full length with a mutant's source, from seed 1, until an invariant is violated. */
export async function runMutant(mutant: Mutant, mostSeeds: number): Promise<MutantResult> {
  const { ran, failures } = await runSeeds({
    first: 1,
    count: mostSeeds,
    processes: 1,
    execArgv: ['--import', new URL('preload-mutant.ts', import.meta.url).href],
    env: { SIMULATED_MUTANT: mutant.name },
    onReport: ({ violation }) => violation === undefined,
  });
  return { mutant, seeds: ran, violation: failures[0]?.violation };
}
