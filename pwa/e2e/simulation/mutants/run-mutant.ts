import type { Mutant } from './mutants.ts';
import { runSeeds } from '../plans/run-seeds.ts';
import type { SeedReport } from '../plans/run-seeds.ts';

/** Result of a mutant. */
export interface MutantResult {
  readonly mutant: Mutant;
  /** The seed of the world that violated an invariant; of the last world when none did. */
  readonly seed: number;
  /** The first violated invariant; undefined when none was. */
  readonly violation: SeedReport['violation'];
}

/** Runs mixed worlds of full length with a mutant's source until an invariant is violated: `knownWorld`, if there is one, then those from seed 1. */
export async function runMutant(mutant: Mutant, mostSeeds: number, knownWorld?: number): Promise<MutantResult> {
  const known = knownWorld === undefined ? undefined : await hunt(mutant, knownWorld, 1);
  return known?.violation ? known : hunt(mutant, 1, mostSeeds);
}

async function hunt(mutant: Mutant, first: number, count: number): Promise<MutantResult> {
  const { ran, failures } = await runSeeds({
    first,
    count,
    processes: 1,
    execArgv: ['--import', new URL('preload-mutant.ts', import.meta.url).href],
    env: { SIMULATED_MUTANT: mutant.name },
    onReport: ({ violation }) => violation === undefined,
  });
  return { mutant, seed: first + ran - 1, violation: failures[0]?.violation };
}
