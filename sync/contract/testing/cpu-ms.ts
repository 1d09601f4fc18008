/** Time in microseconds, as Node counts it for the thread that asks. */
interface CpuUsage {
  readonly user: number;
  readonly system: number;
}

// The contract is type-checked without Node's types, although all tests run in Node.
const { process } = globalThis as unknown as { process: { threadCpuUsage(before?: CpuUsage): CpuUsage } };

/**
 * Returns how many ms of this thread's processor time `run` takes. Unlike the time on the clock it stays the same on a busy machine, so that a
 * test can tell linear from quadratic work.
 */
export function cpuMsOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
