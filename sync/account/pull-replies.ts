import { getChatReplies } from '#contract/http/chat-replies.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { UserStore } from './store/user-store.ts';

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
