import { Dexie } from 'dexie';

/** A screen shows no more than one state in this time. */
const FRAME_MS = 16;

/**
 * Wraps a live query's function so that it reads at most once a frame: the next write of a burst would wait for every read after the last one.
 * The first read comes at once; of the calls that wait together only the newest reads, because a live query ignores the others.
 */
export function pacedRead<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let newest = 0;
  return async () => {
    const call = ++newest;
    const waitMs = readAtMs + FRAME_MS - performance.now();
    // A promise of Dexie keeps its zone: the live query observes what is read after this wait.
    if (waitMs > 0) await new Dexie.Promise<void>((resolve) => setTimeout(resolve, waitMs));
    if (call !== newest) return undefined;
    readAtMs = performance.now();
    return read();
  };
}
