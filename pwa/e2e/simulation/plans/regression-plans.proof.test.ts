import '../disks/synchronous-native-calls.ts';
import { expect, it } from 'vitest';
import { REGRESSION_PLANS } from './regression-plans.ts';
import { runPlan } from './run-plan.ts';

it.each(REGRESSION_PLANS)('stays fixed: $wrong', async ({ plan }) => {
  expect((await runPlan(plan)).violation?.message).toBeUndefined();
});
