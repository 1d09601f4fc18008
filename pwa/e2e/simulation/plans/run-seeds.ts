import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

export interface SeedTask {
  readonly seed: number;
  readonly steps: number | undefined;
  readonly about: readonly string[] | undefined;
}

/** Result of one seed. */
export interface SeedReport {
  readonly seed: number;
  readonly violation: { readonly invariant: string; readonly message: string } | undefined;
  readonly counts: readonly (readonly [kind: string, count: number])[];
  /** Set when the world did not end: its process is killed and runs no other. */
  readonly isLast?: true;
}

export interface SeedRun {
  readonly first: number;
  readonly count: number;
  /** Steps of each world; chosen by the seed if left out. */
  readonly steps?: number | undefined;
  /** Kinds of steps; all of them if left out. */
  readonly about?: readonly string[] | undefined;
  /** Number of parallel processes; one per core if left out. */
  readonly processes?: number;
  /** Options of Node for the processes, such as a module to load first. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Called after each seed; returns whether to continue. */
  readonly onReport?: (report: SeedReport) => boolean;
}

export interface SeedSummary {
  readonly ran: number;
  readonly failures: readonly SeedReport[];
  /** Number of events by kind in all worlds. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Seeds per process: libraries retain memory of each world, which slows the next ones down. */
const SEEDS_EACH = 500;
/** Young generation in MB: worlds allocate many short-lived objects. */
const YOUNG_MB = 64;

/** Runs seeds in several processes. @throws Error when a process exits unexpectedly */
export async function runSeeds(run: SeedRun): Promise<SeedSummary> {
  const { first, count, steps, about, processes = availableParallelism(), onReport = () => true } = run;
  const failures: SeedReport[] = [];
  const counts = new Map<string, number>();
  const state = { next: first, ran: 0, goesOn: true };
  const take = (report: SeedReport): void => {
    state.ran += 1;
    if (report.violation) failures.push(report);
    for (const [kind, times] of report.counts) counts.set(kind, (counts.get(kind) ?? 0) + times);
    state.goesOn = onReport(report) && state.goesOn;
  };

  const isLeft = (): boolean => state.goesOn && state.next < first + count;
  /** Runs seeds in a new process until none are left or the process has run its share. */
  const workOnce = async (): Promise<void> => {
    const worker = fork(new URL('seed-worker.ts', import.meta.url), {
      execArgv: [`--max-semi-space-size=${YOUNG_MB}`, ...(run.execArgv ?? [])],
      env: { ...process.env, ...run.env },
    });
    const ended = once(worker, 'exit').then(([code]) => {
      throw new Error(`A process of the simulation ended with ${String(code)}`);
    });
    try {
      for (let ran = 0; ran < SEEDS_EACH && isLeft(); ran += 1) {
        worker.send({ seed: state.next++, steps, about } satisfies SeedTask);
        const [report] = (await Promise.race([once(worker, 'message'), ended])) as [SeedReport];
        take(report);
        if (report.isLast) return;
      }
    } finally {
      ended.catch(() => undefined);
      worker.kill();
    }
  };
  const work = async (): Promise<void> => {
    while (isLeft()) await workOnce();
  };
  await Promise.all(Array.from({ length: Math.min(processes, count) }, work));
  return { ran: state.ran, failures, counts };
}
