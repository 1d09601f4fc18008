import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobRunner } from './job.ts';
import { ALONE } from './create-leases.ts';
import type { Leases } from './leases.ts';
import type { Job, JobRunner } from './job.ts';

const EVERY_MS = 1_000;

let lines: Record<string, unknown>[];
let runner: JobRunner | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
});
afterEach(async () => {
  await runner?.stop();
  vi.useRealTimers();
});

function start(...jobs: Job[]): JobRunner {
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  runner = createJobRunner(jobs, ALONE, log);
  runner.start();
  return runner;
}

/** A job whose runs end when the test ends them. */
function createSlowJob(job: Partial<Job> = {}) {
  const endings: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((resolve) => void endings.push(resolve)));
  return { name: 'slow', everyMs: EVERY_MS, ...job, run, endRun: () => endings.shift()?.() };
}

describe('a job runner', () => {
  it('runs a job after its interval, again and again', async () => {
    const run = vi.fn(async () => undefined);
    start({ name: 'plain', everyMs: EVERY_MS, run });
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('runs a job at once where the job asks for it', async () => {
    const run = vi.fn(async () => undefined);
    start({ name: 'eager', everyMs: EVERY_MS, runsAtStart: true, run });
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('does not overlap runs of a job; the pause starts when a run has ended', async () => {
    const job = createSlowJob();
    start(job);
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(job.run).toHaveBeenCalledTimes(1);
    job.endRun();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(job.run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(job.run).toHaveBeenCalledTimes(2);
    job.endRun();
  });

  it('logs a failed run with the name of its job, and runs the job again', async () => {
    const run = vi.fn(async () => Promise.reject(new Error('disk full')));
    start({ name: 'failing', everyMs: EVERY_MS, run });
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
    expect(run).toHaveBeenCalledTimes(2);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ job: 'failing', msg: 'job failed', err: { message: 'disk full' } });
  });

  it('runs jobs of one lane one after the other, even when one fails, and other jobs beside them', async () => {
    const first = createSlowJob({ name: 'first', lane: 'orders', runsAtStart: true });
    const second = createSlowJob({ name: 'second', lane: 'orders', runsAtStart: true });
    const failing = { name: 'failing', lane: 'orders', runsAtStart: true, everyMs: EVERY_MS };
    const other = createSlowJob({ name: 'other', runsAtStart: true });
    start(first, { ...failing, run: () => Promise.reject(new Error('no')) }, second, other);
    await vi.advanceTimersByTimeAsync(0);
    expect([first.run.mock.calls.length, second.run.mock.calls.length, other.run.mock.calls.length]).toEqual([1, 0, 1]);
    first.endRun();
    await vi.advanceTimersByTimeAsync(0);
    expect(second.run).toHaveBeenCalledTimes(1);
    second.endRun();
    other.endRun();
  });

  it('stops: it waits for runs in flight and starts no other', async () => {
    const job = createSlowJob({ lane: 'orders', runsAtStart: true });
    const next = createSlowJob({ lane: 'orders', runsAtStart: true });
    const { stop } = start(job, next);
    await vi.advanceTimersByTimeAsync(0);
    const stopping = stop();
    let hasStopped = false;
    void stopping.then(() => (hasStopped = true));
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(hasStopped).toBe(false);
    job.endRun();
    await stopping;
    expect([job.run.mock.calls.length, next.run.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(job.run).toHaveBeenCalledTimes(1);
  });

  it('runs a job under its lease: at the start even if another node has just run it, later only if none has', async () => {
    const asked: unknown[][] = [];
    let isFree = true;
    const leases: Leases = {
      async runAlone(name, pauseMs, work) {
        asked.push([name, pauseMs]);
        if (isFree) await work(new AbortController().signal);
        return isFree;
      },
      countHeld: () => 0,
    };
    const run = vi.fn(async () => undefined);
    const job: Job = { name: 'sweep', everyMs: EVERY_MS, runsAtStart: true, run };
    runner = createJobRunner([job], leases, pino({ level: 'silent' }));
    runner.start();
    await vi.advanceTimersByTimeAsync(0);
    isFree = false;
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(asked).toEqual([
      ['job sweep', 0],
      ['job sweep', 0.8 * EVERY_MS],
    ]);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
