import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { UserDatabase } from './user-database.ts';

/** Notes the version of the canned replies that a pull has named; the replies of a user who is no longer on the staff are deleted. Within a transaction. */
export async function noteRepliesVersion(database: UserDatabase, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return database.meta.delete('replies');
  const known = await readMeta(database, 'replies');
  if (known?.wanted !== wanted) await writeMeta(database, 'replies', { version: '', replies: [], ...known, wanted });
}
