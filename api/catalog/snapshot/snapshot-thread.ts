import { Worker } from 'node:worker_threads';
import type { Manifest } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { SnapshotBlockTable } from '../../storage/schema.ts';

/** Of what snapshots are to be made. */
export interface SnapshotTask {
  readonly databaseFile: string;
  readonly epoch: string;
  readonly shops: readonly ShopKey[];
}

/** The snapshot of one shop is made: what is to be stored of it. */
export interface SnapshotMessage {
  readonly shop: ShopKey;
  readonly manifest: Manifest;
  readonly blocks: readonly SnapshotBlockTable[];
}

/** Snapshots that are being made. */
export interface SnapshotMaking {
  /** Ends with the last message; rejects with what went wrong. */
  readonly done: Promise<void>;
  stop(): Promise<unknown>;
}

/** Makes snapshots out of committed rows, one message for each shop; stores nothing. */
export type MakeSnapshots = (task: SnapshotTask, onMessage: (message: SnapshotMessage) => void) => SnapshotMaking;

/** Makes them on a thread of its own: compressing a shop takes seconds. */
export const makeOnThread: MakeSnapshots = (task, onMessage) => {
  const thread = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: task });
  const done = new Promise<void>((resolve, reject) => {
    thread.on('message', onMessage);
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
  return { done, stop: () => thread.terminate() };
};
