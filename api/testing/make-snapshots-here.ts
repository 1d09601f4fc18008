import { makeSnapshots } from '../catalog/snapshot/make-snapshots.ts';
import type { MakeSnapshots } from '../catalog/snapshot/snapshot-thread.ts';

/** Makes snapshots on the caller's thread: starting another one takes longer than a test's few products. */
export const makeSnapshotsHere: MakeSnapshots = (task, onMessage) => {
  const done = makeSnapshots(task, onMessage);
  return { done, stop: () => done.catch(() => undefined) };
};
