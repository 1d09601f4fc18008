import './native-work.ts';
import { expect, it, vi } from 'vitest';
import { PINNED } from './pinned-plans.ts';
import { runPlan } from './run-plan.ts';

// Worlds cost processor time only, and a busy machine has little.
vi.setConfig({ testTimeout: 120_000 });

it.each(PINNED)('no longer: $wrong', async ({ plan }) => {
  expect((await runPlan(plan)).violation?.message).toBeUndefined();
});
