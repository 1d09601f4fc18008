import { openSqliteReader } from '../../storage/sqlite-database.ts';
import type { SnapshotBlockTable } from '../../storage/schema.ts';
import { buildSnapshot } from './build-snapshot.ts';
import type { SnapshotMessage, SnapshotTask } from './snapshot-thread.ts';

/** Makes the snapshots of some shops one after the other, over a connection of its own. */
export async function makeSnapshots(
  { databaseFile, epoch, shops }: SnapshotTask,
  onMessage: (message: SnapshotMessage) => void,
): Promise<void> {
  const db = openSqliteReader(databaseFile);
  try {
    for (const shop of shops) {
      const blocks: SnapshotBlockTable[] = [];
      const manifest = await buildSnapshot(db, epoch, shop, (block) => blocks.push(block));
      onMessage({ shop, manifest, blocks });
    }
  } finally {
    await db.destroy();
  }
}
