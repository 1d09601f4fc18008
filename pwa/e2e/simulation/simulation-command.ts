import './disks/synchronous-native-calls.ts';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runMutant } from './mutants/run-mutant.ts';
import { findMutant } from './mutants/mutants.ts';
import { runSeeds } from './plans/run-seeds.ts';
import type { Plan } from './plans/step.ts';

const USAGE = `Usage: npm run sim -- --seed N [--until K] [--steps S] [--trace]
       npm run sim -- --plan FILE [--trace]
       npm run sim -- --mutant NAME [--until K]`;
/** Time between two reports of progress. */
const REPORT_EVERY_MS = 10_000;
/** Number of failing seeds whose plans are shrunk and printed. */
const MOST_EXPLAINED = 5;
/** Worlds in which a mutant runs. */
const MOST_HUNTED = 200;

const { generatePlan } = await import('./plans/generate-plan.ts');
const { runPlan } = await import('./plans/run-plan.ts');
const { shrinkPlan } = await import('./plans/shrink-plan.ts');

/** Runs one plan in this process and prints the result; returns whether no invariant was violated. */
async function replay(plan: Plan, showsTrace: boolean): Promise<boolean> {
  const { violation, trace } = await runPlan(plan);
  if (showsTrace) console.log(trace.join('\n'));
  console.log(`seed ${plan.seed}: ${violation ? `violated ${violation.message}` : 'all was well'}`);
  return violation === undefined;
}

/** Prints the shrunk plan of a failing seed. */
async function explain(seed: number, invariant: string, steps: number | undefined): Promise<void> {
  const plan = generatePlan(seed, steps);
  console.log(`Making the ${plan.steps.length} steps of seed ${seed} fewer …`);
  const small = await shrinkPlan(plan, invariant);
  const { violation } = await runPlan(small);
  console.log(`seed ${seed} violated ${violation?.message ?? invariant}`);
  console.log(`after these ${small.steps.length} steps with ${small.shape.devices} devices:`);
  for (const step of small.steps) console.log(`  ${JSON.stringify(step)}`);
  console.log(`Replay: npm run sim -- --seed ${seed}${steps === undefined ? '' : ` --steps ${steps}`} --trace`);
  console.log(`The small plan, for --plan and for a test: ${JSON.stringify(small)}`);
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    until: { type: 'string' },
    steps: { type: 'string' },
    plan: { type: 'string' },
    mutant: { type: 'string' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const last = Number(values.until ?? values.seed);
const steps = values.steps === undefined ? undefined : Number(values.steps);

if (values.help) {
  console.log(USAGE);
} else if (values.plan !== undefined) {
  const isWell = await replay(JSON.parse(readFileSync(values.plan, 'utf8')) as Plan, values.trace);
  process.exitCode = isWell ? 0 : 1;
} else if (values.mutant !== undefined) {
  const { seed, violation } = await runMutant(findMutant(values.mutant), Number(values.until ?? MOST_HUNTED));
  console.log(violation ? `found by seed ${seed}: ${violation.message}` : `not found in ${seed} worlds`);
  process.exitCode = violation ? 0 : 1;
} else if (![first, last, steps ?? 1].every(Number.isSafeInteger)) {
  console.error(USAGE);
  process.exitCode = 64;
} else if (values.trace && first === last) {
  process.exitCode = (await replay(generatePlan(first, steps), true)) ? 0 : 1;
} else {
  const startMs = performance.now();
  let ran = 0;
  let reportedMs = startMs;
  const rate = (): string => {
    const seconds = (performance.now() - startMs) / 1_000;
    return `${ran} worlds in ${Math.round(seconds)} s, ${(ran / seconds).toFixed(1)} a second`;
  };
  const summary = await runSeeds({
    first,
    count: last - first + 1,
    steps,
    onReport: ({ seed, violation }) => {
      ran += 1;
      if (violation) console.log(`seed ${seed} violated ${violation.message}`);
      if (performance.now() - reportedMs > REPORT_EVERY_MS) {
        reportedMs = performance.now();
        console.log(rate());
      }
      return true;
    },
  });
  console.log(`${rate()}; ${summary.failures.length} failed`);
  for (const [kind, times] of [...summary.counts].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${times} × ${kind}`);
  if (summary.failures.length > 0) process.exitCode = 1;
  // Failures of worlds that do not end are left out: replayed here, such a world leaves the event loop empty, which ends this process.
  const explained = summary.failures.filter(({ isLast }) => !isLast).toSorted((a, b) => a.seed - b.seed);
  for (const { seed, violation } of explained.slice(0, MOST_EXPLAINED))
    if (violation) await explain(seed, violation.invariant, steps);
}
