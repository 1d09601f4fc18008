import { createBudget } from './budget.ts';

/** Runs a limited number of tasks at a time; the others wait in order. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates `count` slots. */
export function createSlots(count: number): Slots {
  const inBudget = createBudget(count);
  return (work) => inBudget(1, work);
}
