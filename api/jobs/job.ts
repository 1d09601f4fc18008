import type { Logger } from 'pino';
import type { Leases } from './leases.ts';

/** A background task on a timer. */
export interface Job {
  /** Identifies the job in the log. */
  readonly name: string;
  /** Pause between the end of a run and the start of the next one, in ms. */
  readonly everyMs: number;
  /** Whether the first run follows the start at once; it waits for `everyMs` otherwise. */
  readonly runsAtStart?: boolean;
  /** Jobs of the same lane never run at the same time on one node. */
  readonly lane?: string;
  run(): Promise<unknown>;
}

/** Fraction of a job's pause for which a run by one node counts for all nodes; below 1, as timers are not exact. */
const NODE_PAUSE = 0.8;

/** Runs jobs until it is stopped. */
export interface JobRunner {
  start(): void;
  /** Starts no further run and waits for those in flight. */
  stop(): Promise<void>;
}

/** A failed run is logged with the job's name; the next one comes after the usual pause. A job never overlaps with itself. */
export function createJobRunner(jobs: readonly Job[], leases: Leases, log: Logger): JobRunner {
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const lanes = new Map<string, Promise<void>>();
  let isStopped = false;

  const run = async (job: Job, pauseMs: number): Promise<void> => {
    if (isStopped) return;
    try {
      await leases.runAlone(`job ${job.name}`, pauseMs, () => job.run());
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed');
    }
  };

  const runInLane = (job: Job, pauseMs: number): Promise<void> => {
    if (job.lane === undefined) return run(job, pauseMs);
    const turn = (lanes.get(job.lane) ?? Promise.resolve()).then(() => run(job, pauseMs));
    lanes.set(job.lane, turn);
    return turn;
  };

  const startRun = (job: Job, pauseMs: number): void => {
    const done = runInLane(job, pauseMs).then(() => {
      running.delete(done);
      schedule(job);
    });
    running.add(done);
  };

  const schedule = (job: Job): void => {
    if (!isStopped) timers.set(job, setTimeout(startRun, job.everyMs, job, job.everyMs * NODE_PAUSE).unref());
  };

  return {
    start() {
      for (const job of jobs) {
        // With a pause of 0, the job runs even if another node, or this one before a restart, has just run it.
        if (job.runsAtStart === true) startRun(job, 0);
        else schedule(job);
      }
    },
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
