import { buildSnapshots } from '../catalog/snapshot/build-snapshots.ts';
import type { BuildSnapshots } from '../catalog/snapshot/snapshot-build.ts';

/** Builds snapshots on the calling thread: starting a worker takes longer than building a test’s few products. */
export const buildSnapshotsHere: BuildSnapshots = (task, store) => {
  const done = buildSnapshots(task, store);
  return { done, stop: () => done.catch(() => undefined) };
};
