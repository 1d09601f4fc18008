import type { Mutant } from './mutants.ts';
import { runSeeds } from './run-seeds.ts';
import type { SeedReport } from './run-seeds.ts';

/** Steps of each world in which a mutant is hunted. */
export const HUNT_STEPS = 50;

/** How a mutant was found. */
export interface Hunt {
  readonly mutant: Mutant;
  /** Worlds that were run until one of them broke a rule, or in vain. */
  readonly seeds: number;
  /** The rule that was broken first; undefined when none was. */
  readonly violation: SeedReport['violation'];
}

/** Runs worlds with the source of a mutant, from seed 1 on, until a rule is broken. */
export async function hunt(mutant: Mutant, mostSeeds: number): Promise<Hunt> {
  const { ran, failures } = await runSeeds({
    first: 1,
    count: mostSeeds,
    steps: HUNT_STEPS,
    about: mutant.about,
    processes: 1,
    execArgv: ['--import', new URL('load-mutant.ts', import.meta.url).href],
    env: { SIMULATED_MUTANT: mutant.name },
    onReport: ({ violation }) => violation === undefined,
  });
  return { mutant, seeds: ran, violation: failures[0]?.violation };
}
