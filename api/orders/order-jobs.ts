import type { Logger } from 'pino';

/** Work that orders need while nobody asks, each time one piece after the other. */
export interface OrderJobs {
  /** Runs everything once and then again after each pause. */
  start(): void;
  /** Ends with what is on its way. */
  stop(): Promise<void>;
}

export interface OrderJobsOptions {
  readonly jobs: Readonly<Record<string, () => Promise<void>>>;
  readonly intervalMs: number;
  readonly log: Logger;
}

export function createOrderJobs({ jobs, intervalMs, log }: OrderJobsOptions): OrderJobs {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;

  const runAll = async (): Promise<void> => {
    for (const [name, run] of Object.entries(jobs)) {
      if (isStopped) return;
      await run().catch((error: unknown) => log.error({ err: error, job: name }, 'a job of the orders failed'));
    }
  };

  const runAndPlan = (): void => {
    running = runAll().then(() => {
      if (!isStopped) timer = setTimeout(runAndPlan, intervalMs).unref();
    });
  };

  return {
    start: runAndPlan,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
