import { createRandom } from '#api/testing/random.ts';
import { ACTORS } from '../actors/actors.ts';
import type { Choice, Plan, Step } from './step.ts';

/** How many devices a world has: most of what can go wrong needs two at most. */
const DEVICES = [1, 1, 1, 2, 2, 3] as const;
/** One in as many worlds has devices that see the shop for the first time. */
const FIRST_VISITS = 3;
const MIN_STEPS = 15;
const MORE_STEPS = 20;

/**
 * Thinks up a world and what happens in it; `count`: how many steps, if not as many as the seed says; `about`: only these kinds of steps, if
 * not all of them.
 */
export function generatePlan(seed: number, count?: number, about?: readonly string[]): Plan {
  const random = createRandom(seed);
  const choice: Choice = {
    below: (end) => Math.floor(random() * end),
    oneOf: (values) => values[Math.floor(random() * values.length)] as (typeof values)[number],
  };
  const devices = choice.oneOf(DEVICES);
  const shape = { devices, returning: choice.below(FIRST_VISITS) === 0 ? choice.below(devices) : devices };
  const kinds = ACTORS.flatMap(({ steps }) => steps).filter(({ kind }) => about?.includes(kind) ?? true);
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  const next = (): Step => {
    let left = random() * total;
    const found = kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0];
    if (!found) throw new Error('Nobody does anything');
    return { kind: found.kind, ...found.plan(choice, shape) };
  };
  return { seed, shape, steps: Array.from({ length: count ?? MIN_STEPS + choice.below(MORE_STEPS) }, next) };
}
