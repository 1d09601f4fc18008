/** Runs works while the sum of their sizes stays within a total; the others wait in order, so that small ones cannot starve a large one. */
export type Budget = <T>(size: number, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly size: number;
  readonly start: () => void;
}

/** Creates a budget of `total` units. A work that is larger than all of it runs alone. */
export function createBudget(total: number): Budget {
  let free = total;
  const waiting: Waiting[] = [];
  const startNext = (): void => {
    for (let next = waiting[0]; next && next.size <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.size;
      next.start();
    }
  };
  return async (wanted, work) => {
    const size = Math.min(wanted, total);
    await new Promise<void>((start) => {
      waiting.push({ size, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += size;
      startNext();
    }
  };
}
