import { createRandom } from '#api/testing/random.ts';
import { ACTORS } from '../actors/actors.ts';
import { withSequences } from './sequences.ts';
import { drawSizes } from '../world/world-sizes.ts';
import type { Choice, Plan, Step, WorldShape } from './step.ts';

/** Numbers of devices to choose from: most faults need two at most. */
const DEVICES = [1, 1, 1, 2, 2, 3] as const;
/** One in this many worlds has devices on their first visit. */
const FIRST_VISITS = 3;
/** A world favors some actors over others, so that situations that need several steps of one kind occur. */
const EMPHASES = [0, 0.5, 1, 1, 4] as const;
/** Kinds of steps that lead to a fault that is known and not yet fixed; they are drawn only when `about` names them. */
const AWAITING_A_FIX: ReadonlySet<string> = new Set();
const MIN_STEPS = 15;
const MORE_STEPS = 20;

/**
 * Generates a world and its steps from a seed. `count`: number of steps instead of the seed's; `about`: kinds of steps to
 * choose from, instead of all.
 */
export function generatePlan(seed: number, count?: number, about?: readonly string[]): Plan {
  const random = createRandom(seed);
  const choice: Choice = {
    below: (end) => Math.floor(random() * end),
    oneOf: (values) => values[Math.floor(random() * values.length)] as (typeof values)[number],
  };
  const devices = choice.oneOf(DEVICES);
  const returning = choice.below(FIRST_VISITS) === 0 ? choice.below(devices) : devices;
  const shape: WorldShape = { devices, returning, sizes: drawSizes(choice) };
  const kinds = ACTORS.flatMap(({ name, steps }) => {
    const emphasis = about || name === 'faults' ? 1 : choice.oneOf(EMPHASES);
    return steps.map((step) => ({ ...step, weight: step.weight * emphasis }));
  }).filter(({ kind }) => about?.includes(kind) ?? !AWAITING_A_FIX.has(kind));
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  const next = (): Step => {
    let left = random() * total;
    const found = kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0];
    if (!found) throw new Error('No step can be chosen');
    return { kind: found.kind, ...found.plan(choice, shape) };
  };
  const steps = Array.from({ length: count ?? MIN_STEPS + choice.below(MORE_STEPS) }, next);
  return { seed, shape, steps: about ? steps : withSequences(steps, choice, shape) };
}
