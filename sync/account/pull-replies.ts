import { getChatReplies } from '#contract/http/chat-replies.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import type { UserDatabase } from '../database/user-database.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { UserStore } from './user-store.ts';

/** Notes the version of the canned replies that a pull has named; the replies of a user who is no longer on the staff are deleted. Within a transaction. */
export async function noteRepliesVersion(database: UserDatabase, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return database.meta.delete('replies');
  const known = await readMeta(database, 'replies');
  if (known?.wanted !== wanted) await writeMeta(database, 'replies', { version: '', replies: [], ...known, wanted });
}

/** Fetches the canned replies if the last pull named another version than the device has. @throws as ApiClient */
export async function pullReplies(store: UserStore, client: ApiClient, signal: AbortSignal): Promise<void> {
  const known = await store.run((database) => readMeta(database, 'replies'));
  if (!known || known.wanted === known.version) return;
  const received = await client.call(getChatReplies, {}, { signal });
  await store.run((database) =>
    database.transaction('rw', database.meta, async () => {
      // The user may have left the staff meanwhile.
      if (await readMeta(database, 'replies'))
        await writeMeta(database, 'replies', { ...received, wanted: received.version });
    }),
  );
}
