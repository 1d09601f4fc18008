import type { Table } from 'dexie';

/** A draft names a file within a second after it was chosen. If none names it after this time, its page was closed too early. */
const ORPHANED_AFTER_MS = 86_400_000;

/** Returns the time before which a stored file may be orphaned. `nowMs` and the result are device time in ms. */
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
