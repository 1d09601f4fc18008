import '../disks/synchronous-native-calls.ts';
import { expect, it } from 'vitest';
import { generatePlan } from './generate-plan.ts';
import { runPlan } from './run-plan.ts';

/** Three whole worlds, on a machine that may be busy with other files. */
const TIMEOUT_MS = 120_000;

it('a seed gives the same trace, also after other seeds in the same process', { timeout: TIMEOUT_MS }, async () => {
  const first = await runPlan(generatePlan(1));
  await runPlan(generatePlan(2));
  const again = await runPlan(generatePlan(1));
  expect(again.trace).toEqual(first.trace);
  expect(first.trace.length).toBeGreaterThan(20);
});
