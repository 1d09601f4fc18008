import { expect, it } from 'vitest';
import { runSeeds } from './plans/run-seeds.ts';

/** Worlds before a pull request; `simulation.proof.test.ts` runs many more. */
const WORLDS = 30;
/** Longest time on a busy machine. */
const TIMEOUT_MS = 300_000;

it(
  `the real engine and the real server hold every invariant in the first ${WORLDS} worlds`,
  async () => {
    const { ran, failures } = await runSeeds({ first: 1, count: WORLDS });
    expect(failures.map(({ seed, violation }) => `npm run sim -- --seed ${seed}: ${violation?.message}`)).toEqual([]);
    expect(ran).toBe(WORLDS);
  },
  TIMEOUT_MS,
);
