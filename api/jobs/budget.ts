import { CallerGoneError } from '../http/caller/caller-life.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';

/**
 * Runs tasks while the sum of their sizes stays within a total; the others wait in order, so that small ones cannot starve a large one. A
 * waiting task is skipped when its caller leaves. @throws CallerGoneError for a skipped task, and the error of the task
 */
export type Budget = <T>(size: number, work: () => Promise<T>, life?: CallerLife) => Promise<T>;

interface Waiting {
  readonly size: number;
  readonly start: () => void;
}

/** Creates a budget of `total` units. A task that is larger than the total runs alone. */
export function createBudget(total: number): Budget {
  let free = total;
  const waiting = new Set<Waiting>();
  const startNext = (): void => {
    for (const next of waiting) {
      if (next.size > free) return;
      waiting.delete(next);
      free -= next.size;
      next.start();
    }
  };
  const waitForTurn = (size: number, life: CallerLife | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const turn: Waiting = {
        size,
        start: () => {
          letGo?.();
          resolve();
        },
      };
      const letGo = life?.hold('queue', () => {
        if (!waiting.delete(turn)) return;
        reject(new CallerGoneError());
        // A large task that is skipped may have held up smaller ones.
        startNext();
      });
      waiting.add(turn);
      startNext();
    });
  return async (wanted, work, life) => {
    const size = Math.min(wanted, total);
    await waitForTurn(size, life);
    try {
      return await work();
    } finally {
      free += size;
      startNext();
    }
  };
}
