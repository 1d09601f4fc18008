import './native-work.ts';
import { expect, it } from 'vitest';
import { PINNED } from './pinned-plans.ts';
import { runPlan } from './run-plan.ts';

it.each(PINNED)('no longer: $wrong', async ({ plan }) => {
  expect((await runPlan(plan)).violation?.message).toBeUndefined();
});
