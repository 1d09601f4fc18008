import { createRandom } from '#api/testing/random.ts';
import { ACTORS } from './actors.ts';
import type { Choice, Plan, Step } from './step.ts';

const MAX_DEVICES = 3;
const MIN_STEPS = 25;
const MORE_STEPS = 35;

/** Thinks up a world and what happens in it; `count`: how many steps, if not as many as the seed says. */
export function makePlan(seed: number, count?: number): Plan {
  const random = createRandom(seed);
  const choice: Choice = {
    below: (end) => Math.floor(random() * end),
    oneOf: (values) => values[Math.floor(random() * values.length)] as (typeof values)[number],
  };
  const shape = { devices: 1 + choice.below(MAX_DEVICES) };
  const kinds = ACTORS.flatMap(({ steps }) => steps);
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  const next = (): Step => {
    let left = random() * total;
    const found = kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0];
    if (!found) throw new Error('Nobody does anything');
    return { kind: found.kind, ...found.plan(choice, shape) };
  };
  return { seed, shape, steps: Array.from({ length: count ?? MIN_STEPS + choice.below(MORE_STEPS) }, next) };
}
