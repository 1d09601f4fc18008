import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runMutant, MUTANT_STEPS } from './run-mutant.ts';
import type { MutantResult } from './run-mutant.ts';
import { MUTANTS } from './mutants.ts';
import { mutateSource, PROJECT_FOLDER } from './apply-mutant.ts';
import { runSeeds } from '../plans/run-seeds.ts';

/** Worlds within which a mutant must be killed. */
const MOST_SEEDS = 100;
const TIMEOUT_MS = 600_000;

const hunts: MutantResult[] = [];

/** Runs all mutants, one per processor at a time. */
async function huntAll(): Promise<void> {
  const left = [...MUTANTS];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) hunts.push(await runMutant(next, MOST_SEEDS));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

describe('a mutant', () => {
  it.each(MUTANTS)('still applies to the source: $name', (mutant) => {
    for (const file of new Set(mutant.edits.map((edit) => edit.file))) {
      const source = readFileSync(resolve(PROJECT_FOLDER, file), 'utf8');
      expect(() => stripTypeScriptTypes(mutateSource(mutant, file, source))).not.toThrow();
    }
  });

  it(
    `is found within ${MOST_SEEDS} worlds, each of them`,
    async () => {
      await huntAll();
      for (const { mutant, seeds, violation } of hunts) {
        console.log(`${mutant.name} → ${seeds} → ${violation?.invariant ?? 'not found'}`);
      }
      expect(hunts.filter(({ violation }) => !violation).map(({ mutant }) => mutant.name)).toEqual([]);
      expect(hunts).toHaveLength(MUTANTS.length);
    },
    TIMEOUT_MS,
  );

  it.skipIf(process.env['NIGHT'] !== '1')(
    'is what broke the rule: in the same worlds the source as it is breaks none (with NIGHT=1)',
    async () => {
      const worlds = Map.groupBy(hunts, ({ mutant }) => mutant.about);
      for (const [about, found] of worlds) {
        const count = Math.max(...found.map(({ seeds }) => seeds));
        const { failures } = await runSeeds({ first: 1, count, steps: MUTANT_STEPS, about });
        expect(failures.map(({ seed, violation }) => `${seed}: ${violation?.message}`)).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});
