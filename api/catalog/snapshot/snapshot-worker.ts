import { parentPort, workerData } from 'node:worker_threads';
import { makeSnapshots } from './make-snapshots.ts';
import type { SnapshotTask } from './snapshot-thread.ts';

await makeSnapshots(workerData as SnapshotTask, (message) => parentPort?.postMessage(message));
