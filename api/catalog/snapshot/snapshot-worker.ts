import { parentPort, workerData } from 'node:worker_threads';
import { buildSnapshots } from './build-snapshots.ts';
import type { SnapshotTask } from './snapshot.ts';

await buildSnapshots(workerData as SnapshotTask, (message) => parentPort?.postMessage(message));
