/** Process that runs seeds for `run-seeds.ts`. */
import '../disks/synchronous-native-calls.ts';
import { enableCompileCache, flushCompileCache } from 'node:module';
import process from 'node:process';
import type { SeedReport, SeedTask } from './run-seeds.ts';

// Lets the next process reuse compiled code.
enableCompileCache();
const { generatePlan } = await import('./generate-plan.ts');
const { runPlan } = await import('./run-plan.ts');
flushCompileCache();

// Most errors of a world are intended, and capturing stacks is expensive. A failing seed is replayed with stacks.
Error.stackTraceLimit = 0;

/** The seed whose world runs. */
let running: number | undefined;

process.on('message', ({ seed, steps, about }: SeedTask) => {
  running = seed;
  process.channel?.unref();
  void runPlan(generatePlan(seed, steps, about)).then(({ violation, counts }) => {
    running = undefined;
    process.channel?.ref();
    process.send?.({
      seed,
      violation: violation && { invariant: violation.invariant, message: violation.message },
      counts: [...counts],
    } satisfies SeedReport);
  });
});

// The event loop is empty: the world waits for something that only the passing of time would bring, and lets no time pass.
process.on('beforeExit', () => {
  if (running === undefined) return;
  const violation = { invariant: 'worlds end', message: 'a step or a check waits without letting time pass' };
  process.send?.({ seed: running, violation, counts: [], isLast: true } satisfies SeedReport);
});
