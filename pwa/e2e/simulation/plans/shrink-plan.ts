import { runPlan } from './run-plan.ts';
import type { Plan } from './step.ts';

/** Most runs of one shrinking; each takes about 0.1 s. */
const MAX_RUNS = 200;

/** Returns the smallest plan found that violates the same invariant, by leaving out steps and devices. */
export async function shrinkPlan(plan: Plan, invariant: string): Promise<Plan> {
  let best = plan;
  let runs = 0;
  const keepIfBroken = async (candidate: Plan): Promise<boolean> => {
    if (runs++ >= MAX_RUNS) return false;
    const { violation } = await runPlan(candidate);
    if (violation?.invariant !== invariant) return false;
    best = candidate;
    return true;
  };

  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < best.steps.length;) {
      const isLeftOut = await keepIfBroken({ ...best, steps: best.steps.toSpliced(start, size) });
      if (!isLeftOut) start += size;
    }
  }
  while (best.shape.devices > 1) {
    if (!(await keepIfBroken({ ...best, shape: { ...best.shape, devices: best.shape.devices - 1 } }))) break;
  }
  return best;
}
