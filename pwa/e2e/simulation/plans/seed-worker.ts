/** A process that runs seeds for `run-seeds.ts`. */
import '../world/synchronous-native-calls.ts';
import { enableCompileCache, flushCompileCache } from 'node:module';
import process from 'node:process';
import type { SeedReport, SeedTask } from './run-seeds.ts';

// The next process need not compile everything again.
enableCompileCache();
const { generatePlan } = await import('./generate-plan.ts');
const { runPlan } = await import('./run-plan.ts');
flushCompileCache();

// Most errors of a world are meant to be: making their stacks would be a good part of the work. A seed that fails is replayed with them.
Error.stackTraceLimit = 0;

process.on('message', ({ seed, steps, about }: SeedTask) => {
  void runPlan(generatePlan(seed, steps, about)).then(({ violation, counts }) => {
    process.send?.({
      seed,
      violation: violation && { invariant: violation.invariant, message: violation.message },
      counts: [...counts],
    } satisfies SeedReport);
  });
});
