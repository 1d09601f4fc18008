import './native-work.ts';
import { parseArgs } from 'node:util';

const USAGE = 'npm run sim -- --seed N [--until K] [--steps S] [--trace]';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    until: { type: 'string' },
    steps: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const last = Number(values.until ?? values.seed);
const count = values.steps === undefined ? undefined : Number(values.steps);
if (![first, last, count ?? 1].every(Number.isSafeInteger)) {
  console.error(USAGE);
  process.exit(1);
}

// Loaded behind what takes the work of other threads away.
const { makePlan } = await import('./make-plan.ts');
const { runPlan } = await import('./run-plan.ts');

for (let seed = first; seed <= last; seed++) {
  const outcome = await runPlan(makePlan(seed, count));
  if (values.trace) console.log(outcome.trace.join('\n'));
  console.log(`seed ${seed}: ${outcome.violation?.message ?? 'level'}`);
  if (outcome.violation) process.exitCode = 1;
}
