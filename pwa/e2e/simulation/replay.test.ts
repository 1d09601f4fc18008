import './native-work.ts';
import { expect, it } from 'vitest';
import { makePlan } from './make-plan.ts';
import { runPlan } from './run-plan.ts';

it('one seed gives the same trace, also after other seeds ran in the same process', async () => {
  const first = await runPlan(makePlan(1));
  await runPlan(makePlan(2));
  const again = await runPlan(makePlan(1));
  expect(again.trace).toEqual(first.trace);
  expect(first.trace.length).toBeGreaterThan(20);
});
