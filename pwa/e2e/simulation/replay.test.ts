import './native-work.ts';
import { expect, it, vi } from 'vitest';
import { makePlan } from './make-plan.ts';
import { runPlan } from './run-plan.ts';

// Worlds cost processor time only, and a busy machine has little.
vi.setConfig({ testTimeout: 120_000 });

it('one seed gives the same trace, also after other seeds ran in the same process', async () => {
  const first = await runPlan(makePlan(1));
  await runPlan(makePlan(2));
  const again = await runPlan(makePlan(1));
  expect(again.trace).toEqual(first.trace);
  expect(first.trace.length).toBeGreaterThan(20);
});
