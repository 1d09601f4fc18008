import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runMutant } from './run-mutant.ts';
import type { MutantResult } from './run-mutant.ts';
import { KNOWN_WORLDS } from './known-worlds.ts';
import { MUTANTS } from './mutants.ts';
import { runSeeds } from '../plans/run-seeds.ts';

const IS_NIGHT = process.env['NIGHT'] === '1';
/** Mixed worlds of full length within which a mutant must be found. */
const MOST_SEEDS = 300;
/** Longest time of the worlds of all mutants on a busy machine. */
const TIMEOUT_MS = IS_NIGHT ? 7_200_000 : 1_200_000;
/** By day, mutants that need many worlds run only if a world that finds them is known: together they take longer than all other mutants. */
const HUNTED = MUTANTS.filter(({ name, isRare }) => IS_NIGHT || !isRare || name in KNOWN_WORLDS);

const hunts: MutantResult[] = [];

/** Runs all mutants, one per processor at a time. */
async function huntAll(): Promise<void> {
  const left = [...HUNTED];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const hunt = await runMutant(next, MOST_SEEDS, IS_NIGHT ? undefined : KNOWN_WORLDS[next.name]);
      hunts.push(hunt);
      // Printed at once, so that a run that is cut off has shown its results.
      console.log(`${hunt.mutant.name} → ${hunt.seed} → ${hunt.violation?.invariant ?? 'not found'}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

describe('a mutant', () => {
  it(
    `is found within ${MOST_SEEDS} mixed worlds`,
    async () => {
      await huntAll();
      expect(hunts.filter(({ violation }) => !violation).map(({ mutant }) => mutant.name)).toEqual([]);
      expect(hunts).toHaveLength(HUNTED.length);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!IS_NIGHT)(
    'causes the violation: in the same worlds the unchanged source violates no invariant (with NIGHT=1)',
    async () => {
      const count = Math.max(...hunts.map(({ seed }) => seed));
      const { failures } = await runSeeds({ first: 1, count });
      expect(failures.map(({ seed, violation }) => `${seed}: ${violation?.message}`)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
