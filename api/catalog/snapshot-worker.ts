import { parentPort, workerData } from 'node:worker_threads';
import type { Manifest } from '#contract/http/sync.ts';
import type { ShopKey } from '#contract/shops.ts';
import { openSqliteReader } from '../storage/sqlite-database.ts';
import type { SnapshotBlockTable } from '../storage/schema.ts';
import { buildSnapshot } from './build-snapshot.ts';

/** What the thread is started with. */
export interface SnapshotTask {
  readonly databaseFile: string;
  readonly epoch: string;
  readonly shops: readonly ShopKey[];
}

/** What the thread says: the snapshot of one shop is made. */
export interface SnapshotMessage {
  readonly shop: ShopKey;
  readonly manifest: Manifest;
  readonly blocks: readonly SnapshotBlockTable[];
}

const { databaseFile, epoch, shops } = workerData as SnapshotTask;
const db = openSqliteReader(databaseFile);
try {
  for (const shop of shops) {
    const blocks: SnapshotBlockTable[] = [];
    const manifest = await buildSnapshot(db, epoch, shop, (block) => blocks.push(block));
    parentPort?.postMessage({ shop, manifest, blocks } satisfies SnapshotMessage);
  }
} finally {
  await db.destroy();
}
