import { readdirSync, readFileSync } from 'node:fs';

const BYTES_PER_KB = 1_024;

/** Memory of a process, in bytes. */
export interface ProcessMemory {
  /** Its resident memory, including the pages of files that it shares with other processes. */
  readonly own: number;
  /** The same for all processes that it has started, in total. */
  readonly children: number;
}

/** Reads the memory of a process and of its children; zeros once it has ended, and where there is no `/proc`, as on other systems than Linux. */
export const readMemory = (pid: number): ProcessMemory => ({
  own: readResident(pid),
  children: listChildren(pid).reduce((sum, child) => sum + readResident(child), 0),
});

/** Lists the running processes that a process has started. */
export const listChildren = (pid: number): number[] =>
  attempt(() => readdirSync(`/proc/${pid}/task`), []).flatMap((thread) =>
    attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' '), [])
      .map(Number)
      .filter((id) => id > 0),
  );

/** Reads the most memory that a process has had at one time, in bytes; zero where there is no `/proc`. */
export const readPeakMemory = (pid: number): number => readStatus(pid, 'VmHWM');

const readResident = (pid: number): number => readStatus(pid, 'VmRSS');

const readStatus = (pid: number, name: 'VmRSS' | 'VmHWM'): number => {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, 'latin1'), '');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * BYTES_PER_KB;
};

/** A process or a thread can end while it is read. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
