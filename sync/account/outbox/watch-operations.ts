import { Dexie } from 'dexie';
import type { ObservabilitySet } from 'dexie';

/** A burst of writes ends with a pause of this length, a frame: sending slows the writes that go on, and each pause would send again … */
const QUIET_MS = 16;
/** … and one that does not end is reported after this. */
const LONGEST_BURST_MS = 500;

/**
 * Calls back after a burst of changes of the operations of a database, by any tab or worker. Reads nothing meanwhile: a read between two
 * writes would delay the second. `now`: monotonic time in ms.
 */
export function watchOperations(findDatabase: () => string | undefined, onChange: () => void, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let burstStartMs: number | undefined;
  let changedAtMs = Number.NEGATIVE_INFINITY;
  const report = (): void => {
    burstStartMs = undefined;
    onChange();
  };
  const note = (parts: ObservabilitySet): void => {
    const name = findDatabase();
    if (name === undefined || !changesOperations(parts, name)) return;
    const nowMs = now();
    changedAtMs = nowMs;
    burstStartMs ??= nowMs;
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(QUIET_MS, burstStartMs + LONGEST_BURST_MS - nowMs)));
  };
  Dexie.on.storagemutated.subscribe(note);
  return {
    /** Waits until no write has come for a pause. */
    async untilQuiet(): Promise<void> {
      const endMs = now() + LONGEST_BURST_MS;
      do await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      while (now() - changedAtMs < QUIET_MS && now() < endMs);
    },
    stop(): void {
      Dexie.on.storagemutated.unsubscribe(note);
      clearTimeout(timer);
    },
  };
}

/** Names of changed parts are `idb://<database>/<table>/<index>`; `all` stands for every part. */
const changesOperations = (parts: ObservabilitySet, database: string): boolean =>
  'all' in parts || Object.keys(parts).some((part) => part.startsWith(`idb://${database}/operations/`));
