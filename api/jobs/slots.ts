import type { CallerLife } from '../http/caller/caller-life.ts';
import { createBudget } from './budget.ts';

/** Runs a limited number of tasks at a time; the others wait in order. A waiting task is skipped when its caller leaves. @throws as `Budget` */
export type Slots = <T>(work: () => Promise<T>, life?: CallerLife) => Promise<T>;

/** Creates `count` slots. */
export function createSlots(count: number): Slots {
  const inBudget = createBudget(count);
  return (work, life) => inBudget(1, work, life);
}
