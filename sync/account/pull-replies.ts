import { getChatReplies } from '#contract/http/chat-replies.ts';
import { ask } from '../database/answer.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { UserDatabase } from './store/user-database.ts';
import type { UserStore } from './store/user-store.ts';

/** Fetches the canned replies if the last pull named another version than the device has. @throws as ApiClient */
export async function pullReplies(store: UserStore, client: ApiClient, signal: AbortSignal): Promise<void> {
  const known = await store.run((database) => readMeta(database, 'replies'));
  if (!known || known.wanted === known.version) return;
  const answer = await ask(store, REPLIES, () => client.call(getChatReplies, {}, { signal }));
  await answer.store(async (database, received) =>
    writeMeta(database, 'replies', { ...received, wanted: received.version }),
  );
}

/** What must stay the same during the fetch: the user may leave the staff, or the replies may change. */
const REPLIES = {
  tables: ({ meta }: UserDatabase) => [meta],
  read: async (database: UserDatabase) => ({ wanted: (await readMeta(database, 'replies'))?.wanted }),
};
