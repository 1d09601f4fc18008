import { readdir, readFile } from 'node:fs/promises';

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

/** Processor time of one process, and of its children that have ended, in ms. */
interface ProcessTime {
  readonly parent: number;
  readonly ms: number;
}

/**
 * Returns the processor time that a process has used so far, with all processes that it has started, in ms; 0 once it has ended, and where there is
 * no `/proc`, as on other systems than Linux.
 */
export async function readCpuMs(pid: number): Promise<number> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter((id) => id > 0);
  const times = new Map(
    await Promise.all(pids.map(async (id): Promise<[number, ProcessTime | undefined]> => [id, await readTime(id)])),
  );
  const isOfFamily = (id: number): boolean => {
    for (let at = id; at > 1; at = times.get(at)?.parent ?? 0) if (at === pid) return true;
    return false;
  };
  return pids.filter(isOfFamily).reduce((sum, id) => sum + (times.get(id)?.ms ?? 0), 0);
}

async function readTime(pid: number): Promise<ProcessTime | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in brackets may contain anything; the fields after it begin with the third of proc(5).
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, ticks] = [fields[1], fields.slice(11, 15).reduce((sum, value) => sum + value, 0)];
  return { parent, ms: ticks * TICK_MS };
}
