import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { reportOpened } from '../../storage/database-thread.ts';
import { buildSnapshots } from './build-snapshots.ts';
import type { SnapshotMessage, SnapshotTask } from './snapshot.ts';

/** The memory of a block, which is handed over: a copy of each would stay until a collection of garbage. */
function listMemory(message: SnapshotMessage): ArrayBuffer[] {
  if (!('block' in message)) return [];
  const { bytes, brotli } = message.block;
  // A small buffer is a part of a shared one.
  return [bytes, brotli].flatMap((part) =>
    part && part.length === part.buffer.byteLength ? [part.buffer as ArrayBuffer] : [],
  );
}

const port = parentPort as MessagePort;
await buildSnapshots(
  workerData as SnapshotTask,
  async (message) => {
    port.postMessage(message, listMemory(message));
    await once(port, 'message');
  },
  () => reportOpened(port),
);
