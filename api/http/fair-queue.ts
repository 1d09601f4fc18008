import { setImmediate } from 'node:timers/promises';
import { ApiError } from '#contract/http/errors.ts';
import type { TokenBuckets } from '../limits/token-buckets.ts';
import { CallerGoneError } from './caller/caller-life.ts';
import type { CallerLife } from './caller/caller-life.ts';

/** What a task returns, and the processor time in ms that its caller's network is charged. */
export interface Charged<T> {
  readonly value: T;
  readonly costMs: number;
}

/** Runs a few tasks at once and lets the others wait. */
export interface FairQueue {
  /**
   * Runs a task of a network when its turn comes; a task whose caller leaves before is dropped.
   * @throws ApiError too-many-requests when the network has used up its budget, not-ready when too many tasks wait; CallerGoneError
   */
  run<T>(network: string, task: () => Promise<Charged<T>>, life?: CallerLife): Promise<T>;
}

export interface FairQueueOptions {
  /** Milliseconds of processor time that each network has left; shared by all queues. */
  readonly budget: TokenBuckets;
  /** Most tasks that run at once. */
  readonly concurrency: number;
  /** Most tasks that wait. */
  readonly maxWaiting: number;
}

/**
 * After this time a caller whose task found no room may try again. It is longer than devices wait for a server that is starting: they do
 * not back off from this error, and must not keep the queue full.
 */
const RETRY_SECONDS = 15;

interface Waiting {
  readonly network: string;
  start(): void;
  reject(error: ApiError): void;
}

/**
 * Creates a queue in which the network with the largest budget left goes first, so that networks that ask for much wait behind the
 * others. When the queue is full, the network with the smallest budget loses its place.
 */
export function createFairQueue({ budget, concurrency, maxWaiting }: FairQueueOptions): FairQueue {
  const waiting: Waiting[] = [];
  let running = 0;

  const removeBest = (isBetter: (left: number, best: number) => boolean): Waiting | undefined => {
    let best = -1;
    let bestLeft = 0;
    for (const [place, { network }] of waiting.entries()) {
      const left = budget.left(network);
      if (best >= 0 && !isBetter(left, bestLeft)) continue;
      best = place;
      bestLeft = left;
    }
    return best < 0 ? undefined : waiting.splice(best, 1)[0];
  };

  const startNext = async (): Promise<void> => {
    // Requests that have arrived meanwhile are read first: a chain of tasks must not keep the event loop from them.
    if (waiting.length > 0) await setImmediate();
    // Among networks with equal budgets, the first task goes next. It takes over the place of the finished one.
    const next = removeBest((left, best) => left > best);
    if (next) next.start();
    else running -= 1;
  };

  const makeRoomFor = (network: string): void => {
    if (waiting.length < maxWaiting) return;
    const full = new ApiError('not-ready', 'The server is busy.', { retryAfterSeconds: RETRY_SECONDS });
    const least = Math.min(...waiting.map((task) => budget.left(task.network)));
    // Among networks with equal budgets, the last task loses its place.
    if (!(budget.left(network) > least)) throw full;
    removeBest((left, best) => left <= best)?.reject(full);
  };

  const requireBudget = (network: string): void => {
    if (budget.left(network) >= 1) return;
    throw new ApiError('too-many-requests', undefined, { retryAfterSeconds: budget.secondsUntilToken(network) });
  };

  const waitForTurn = (network: string, life: CallerLife | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        network,
        start() {
          letGo?.();
          resolve();
        },
        reject(error) {
          letGo?.();
          reject(error);
        },
      };
      const letGo = life?.hold('queue', () => {
        const place = waiting.indexOf(entry);
        if (place < 0) return;
        waiting.splice(place, 1);
        reject(new CallerGoneError());
      });
      waiting.push(entry);
    });

  return {
    async run(network, task, life) {
      life?.requirePresent();
      requireBudget(network);
      if (running < concurrency) running += 1;
      else {
        makeRoomFor(network);
        await waitForTurn(network, life);
      }
      try {
        // Checked again: tasks that came together could otherwise leave a debt that keeps all users of the network out for hours.
        requireBudget(network);
        const { value, costMs } = await task();
        budget.spend(network, costMs);
        return value;
      } finally {
        void startNext();
      }
    },
  };
}
