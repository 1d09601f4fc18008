import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

export interface SeedTask {
  readonly seed: number;
  readonly steps: number | undefined;
  readonly about: readonly string[] | undefined;
}

/** What one seed came to. */
export interface SeedReport {
  readonly seed: number;
  readonly violation: { readonly invariant: string; readonly message: string } | undefined;
  readonly counts: readonly (readonly [kind: string, count: number])[];
}

export interface SeedRun {
  readonly first: number;
  readonly count: number;
  /** Steps of each world; as many as its seed says if left out. */
  readonly steps?: number | undefined;
  /** Kinds of steps; all of them if left out. */
  readonly about?: readonly string[] | undefined;
  /** Processes that run side by side; one for each core if left out. */
  readonly processes?: number;
  /** Options of Node for the processes, such as a module to load first. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Says after each seed whether to go on. */
  readonly onReport?: (report: SeedReport) => boolean;
}

export interface SeedSummary {
  readonly ran: number;
  readonly failures: readonly SeedReport[];
  /** How often each kind of thing happened in all worlds. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Seeds that one process runs: libraries keep something of each world, and a full memory slows the next ones down. */
const SEEDS_EACH = 500;
/** Room for young objects in MB: worlds leave many behind. */
const YOUNG_MB = 64;

/** Runs seeds one after the other in several processes. @throws Error when a process ends by itself */
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
  /** Runs seeds in a process of its own, until there are no more or the process has run enough. */
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
