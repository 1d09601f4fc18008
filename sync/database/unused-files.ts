import type { Table } from 'dexie';

/** A draft names a file within a second of its choice: an unused file that is older belongs to a page that closed before a draft named it. */
const ORPHANED_AFTER_MS = 86_400_000;

/** Files stored before this may be orphaned. `nowMs` and the result are device time in ms. */
export const orphanedBefore = (nowMs: number): number => nowMs - ORPHANED_AFTER_MS;

/** Deletes those of the files that are not in use; within a transaction in which `listUsed` can read. */
export async function deleteUnused(
  files: Pick<Table<unknown, string>, 'bulkDelete'>,
  keys: readonly string[],
  listUsed: () => Promise<readonly string[]>,
): Promise<void> {
  if (keys.length === 0) return;
  const used = new Set(await listUsed());
  await files.bulkDelete(keys.filter((key) => !used.has(key)));
}
