import { CallerGoneError } from '../http/caller/caller-life.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';

/**
 * Runs a limited number of tasks at a time; the others wait in order. A task of a caller who goes while it waits is left out.
 * @throws CallerGoneError, and the error of the task
 */
export type Slots = <T>(work: () => Promise<T>, life?: CallerLife) => Promise<T>;

/** Creates `count` slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();
  const waitForTurn = (life: CallerLife | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        waiting.delete(start);
        letGo?.();
        resolve();
      };
      const letGo = life?.hold('queue', () => {
        if (waiting.delete(start)) reject(new CallerGoneError());
      });
      waiting.add(start);
    });
  const enter = async (life: CallerLife | undefined): Promise<void> => {
    life?.requirePresent();
    if (free > 0) free -= 1;
    else await waitForTurn(life);
  };
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return async (work, life) => {
    await enter(life);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
